package worker

import (
	"strings"
	"testing"
)

func TestTail(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for text, want := range map[string]string{
		"": "", "\n\r\n": "", "one": "one", "one\ntwo\n\n": "two", "a\x1b[31m b": "a [31m b",
		"noise\nSIGSEGV: segmentation violation\n" + strings.Repeat("r8 0x0\n", 5000): "SIGSEGV: segmentation violation",
		"terminate called\n  what(): more\n":                                          "terminate called",
		long + "\n":                                                                   long[:maxLine],
	} {
		for _, size := range []int{1, 7, len(text) + 1} { // lines come in pieces
			var printed tail
			for rest := text; len(rest) > 0; rest = rest[min(size, len(rest)):] {
				if n, err := printed.Write([]byte(rest[:min(size, len(rest))])); err != nil || n != min(size, len(rest)) {
					t.Fatal(n, err)
				}
			}
			if got := printed.telling(); got != want {
				t.Errorf("%.40q in pieces of %d: %q, want %q", text, size, got, want)
			}
		}
	}
}
