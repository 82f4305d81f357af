package prove

import (
	"fmt"
	"testing"

	"github.com/planlint/planlint/fixtures/movable"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/predict"
	"github.com/planlint/planlint/layers/rewrite"
)

// drawn is how many graphs are drawn; short tests take a tenth.
const drawn = 10_000

// TestDrawn fixes random graphs: no output of one that was rewritten differs in any bit, and every wrong permutation is
// seen. At least 30 % have to be rewritten.
func TestDrawn(t *testing.T) {
	count := drawn
	if testing.Short() {
		count /= 10
	}
	rewritten, moves, mutants, vacuous, over := 0, 0, 0, 0, map[string]int{}
	for number := range count {
		m := movable.Draw(uint64(number))
		fixed, err := rewrite.Fix(t.Context(), m, predict.Options{Target: "11.2.1.2"})
		if err != nil {
			t.Fatalf("graph %d: %v", number, err)
		}
		for _, g := range fixed.Refused {
			if len(g.Nodes) == 0 || g.Why == "" {
				t.Errorf("graph %d: a refusal without a name or reason: %+v", number, g)
			}
		}
		if len(fixed.Moves) == 0 {
			continue
		}
		rewritten++
		var steps []rewrite.Step
		for _, move := range fixed.Moves {
			steps = append(steps, move.Step)
			over[fmt.Sprint(move.OverOp, " ", map[bool]string{true: "before", false: "behind"}[move.Up])]++
		}
		moves += len(steps)
		check, err := Oracle(t.Context(), m, steps, nil)
		if err != nil {
			t.Fatalf("graph %d: %v", number, err)
		}
		mutants += check.Mutants
		if check.Verdict == result.FixVacuous && check.Vacuous > 0 {
			vacuous++ // what moved makes the same number of everything
			sameOutputs(t, number, m, fixed)
			continue
		}
		if check.Verdict != result.FixEqual {
			t.Errorf("graph %d: %+v\n%s", number, check, text(m, fixed))
		}
		sameOutputs(t, number, m, fixed)
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d of %d graphs rewritten, %d moves, %d mutants, all seen; %d make the same number of everything; %v", rewritten, count, moves, mutants, vacuous, over)
	if 20*vacuous > rewritten {
		t.Errorf("%d of %d rewritten graphs make the same number of everything: they show nothing", vacuous, rewritten)
	}
	if 10*rewritten < 3*count {
		t.Errorf("only %d of %d graphs are rewritten", rewritten, count)
	}
}

func text(m *onnx.Model, fixed *rewrite.Fixed) string {
	s := ""
	for _, g := range []*onnx.Graph{m.Graph, fixed.Model.Graph} {
		for _, n := range g.Nodes {
			s += fmt.Sprintln(n.OpType, n.Inputs, n.Outputs)
		}
		s += "\n"
	}
	for _, move := range fixed.Moves {
		s += fmt.Sprintf("%+v\n", move)
	}
	return s
}

// sameOutputs compares all outputs of two models.
func sameOutputs(t *testing.T, number int, m *onnx.Model, fixed *rewrite.Fixed) {
	t.Helper()
	var names []string
	for _, o := range m.Graph.Outputs {
		names = append(names, o.Name)
	}
	x := m.Graph.Inputs[0]
	var dims []int64
	for _, d := range x.Type.Shape {
		dims = append(dims, d.Value)
	}
	for _, distribution := range distributions {
		input, err := filled("x", x.Type.Elem, dims, distribution)
		if err != nil {
			t.Fatal(err)
		}
		given := map[string]*interpret.Tensor{"x": input}
		a, err := interpret.NewGraph(m, limit).Run(t.Context(), given, names...)
		if err != nil {
			t.Fatalf("graph %d: %v", number, err)
		}
		b, err := interpret.NewGraph(fixed.Model, limit).Run(t.Context(), given, names...)
		if err != nil {
			t.Fatalf("graph %d: %v\n%s", number, err, text(m, fixed))
		}
		for i := range a {
			if !a[i].Same(b[i]) {
				t.Fatalf("graph %d, %s: output %s differs\n%s", number, distribution, names[i], text(m, fixed))
			}
		}
	}
}
