package onnx

import (
	"strings"
	"testing"
)

// TestLongPlace names the place of an error where a name is longer than a place may be, and deeper down it is cut.
func TestLongPlace(t *testing.T) {
	t.Parallel()
	err := error(malformed(7, "it is damaged"))
	for _, name := range []string{strings.Repeat("x", 3*longPlace), "node 3", "graph"} {
		err = within(err, "%s", name)
	}
	if text := err.Error(); !strings.Contains(text, "graph") || !strings.Contains(text, "...xxx") || len(text) > 3*longPlace {
		t.Errorf("%d bytes: %s", len(text), text)
	}
}
