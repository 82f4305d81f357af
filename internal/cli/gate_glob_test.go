package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/planlint/planlint/analyze/gate"
)

// TestGlobThatCannotSee: where a pattern cannot be followed to its end, no plan is judged rather than the rest.
func TestGlobThatCannotSee(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "a"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a", "x.plan"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := &settings{found: filepath.Join(folder, "planlint.yaml"), gate: &gate.Settings{Budgets: []gate.Budget{{Selector: gate.Selector{Plan: "*/x.plan"}}}}}
	if found, err := s.gateInputs(t.Context(), nil); err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if err := os.Symlink("loop", filepath.Join(folder, "loop")); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	if found, err := s.gateInputs(t.Context(), nil); codeOf(err) != exitNoJudgement {
		t.Errorf("%v, %v", found, err)
	}
}

func TestRates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]rate{"1Gbit/s": 125_000_000, "100MB/s": 100_000_000, "500MBps": 500_000_000, "500Mbps": 62_500_000, "80 mbps": 10_000_000, "2 GiBps": 2 << 30} {
		var r rate
		if err := r.Set(text); err != nil || r != want {
			t.Errorf("%s: %d, %v", text, r, err)
		}
	}
	for _, text := range []string{"", "5", "5MB", "Bps", "0MBps", "x/s"} {
		if new(rate).Set(text) == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
