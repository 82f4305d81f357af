package inspect

import (
	"strings"
	"testing"
	"testing/iotest"
)

func TestIs(t *testing.T) {
	for name, text := range texts(t) {
		if is, err := Is(strings.NewReader(string(text)), int64(len(text))); !is || err != nil {
			t.Errorf("%s: %v, %v", name, is, err)
		}
	}
	for text, want := range map[string]bool{
		"\xef\xbb\xbf \n{ \"layers\" :": true, `[ { "Name": "a", "LayerType": "b"`: true, `{"schema": "planlint/info/v1"`: false, "": false, "ftrt\x00": false,
		`["a"]`: false, `[{"name" : "a", "averageMs": 1}]`: false, "{": false,
	} {
		if is, err := Is(strings.NewReader(text), int64(len(text))); is != want || err != nil {
			t.Errorf("%q: %v, %v", text, is, err)
		}
	}
	if _, err := Is(brokenAt{}, 10); err == nil {
		t.Error("a file that cannot be read is no error")
	}
}

type brokenAt struct{}

func (brokenAt) ReadAt([]byte, int64) (int, error) { return 0, iotest.ErrTimeout }
