package shape

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the scores in testdata")

// Score is of how many values somebody else knows the whole shape, and of how many of those it is known here.
type Score struct{ Values, Known int }

// golden compares scores with those of a file, by name: one that is gone, new, better or worse shows.
func golden[T any](t *testing.T, name string, got T) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		text, err := json.MarshalIndent(got, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(text, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var want T
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if difference := cmp.Diff(want, got); difference != "" {
		t.Errorf("%s (-was +is):\n%s", path, difference)
	}
}
