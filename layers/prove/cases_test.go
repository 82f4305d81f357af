package prove

import (
	"errors"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/movable"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/rewrite"
)

// TestCases makes one move of each kind, which has to be exact, and tries its twin, which has to be refused for the reason
// that it breaks.
func TestCases(t *testing.T) {
	t.Parallel()
	for _, c := range movable.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			step := rewrite.Step{Output: c.Output, Up: c.Up}
			m := c.Model.Clone()
			move, err := rewrite.Apply(t.Context(), m, step)
			var refused *rewrite.Refusal
			switch {
			case c.Refused == "" && err != nil:
				t.Fatal(err)
			case c.Refused != "" && !errors.As(err, &refused):
				t.Fatalf("it is not refused: %v, %+v", err, move)
			case c.Refused != "":
				if refused.Node == "" || !strings.Contains(refused.Error(), c.Refused) {
					t.Errorf("refused for %q, not for %q", refused, c.Refused)
				}
				return
			}
			check, err := Oracle(t.Context(), c.Model, []rewrite.Step{step}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if want := map[bool]result.FixVerdict{false: result.FixEqual, true: result.FixVacuous}[c.Vacuous]; check.Verdict != want {
				t.Errorf("%+v", check)
			}
			if !c.Equal && len(move.Constants) > 0 && check.Mutants < 2 {
				t.Errorf("only %d mutants of a move that maps constants", check.Mutants)
			}
		})
	}
}
