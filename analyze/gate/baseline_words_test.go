package gate

import (
	"errors"
	"strings"
	"testing"
)

// TestNoBaseline: why a file is no baseline is said with its line, and not in the words of a decoder.
func TestNoBaseline(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<<<<<<< HEAD\n{":                        "line 1: a merge conflict",
		"":                                       "it is empty",
		" \n":                                    "it is empty",
		"{\n\"":                                  "it ends in the middle",
		"{\n<>}":                                 "line 2 is no JSON",
		"{\n\"schema\": \"x\",\n<<<<<<< HEAD\n}": "line 3: a merge conflict",
		"{\"schema\": \"planlint/baseline/v1\",\n\"entries\": [\n{\"size\": \"3\"}]}": "line 3: entries.size cannot be a string",
	} {
		if _, err := ReadBaseline(strings.NewReader(text)); !errors.Is(err, ErrBaseline) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
