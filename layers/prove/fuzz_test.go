package prove

import (
	"bytes"
	"io"
	"testing"

	"github.com/planlint/planlint/fixtures/movable"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/predict"
	"github.com/planlint/planlint/layers/rewrite"
	"github.com/planlint/planlint/layers/shape"
)

// FuzzFix reads models from damaged bytes and moves what moves. Whatever the models say, nothing panics, what comes out can
// be written, and no move changes a number.
func FuzzFix(f *testing.F) {
	add := func(m *onnx.Model) {
		var b bytes.Buffer
		if err := onnx.Write(f.Context(), &b, m); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	for _, c := range movable.Cases() {
		add(c.Model)
	}
	for number := range uint64(50) {
		add(movable.Draw(number))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := onnx.Read(t.Context(), bytes.NewReader(data), int64(len(data)))
		if err != nil || len(m.Graph.Nodes) > 64 {
			return
		}
		for _, n := range m.Graph.Nodes {
			for _, out := range n.Outputs {
				tryMoves(t, m, out)
			}
		}
		fixed, err := rewrite.Fix(t.Context(), m, predict.Options{Target: "11.2.1.2"})
		if err != nil {
			return
		}
		if err := onnx.Write(t.Context(), io.Discard, fixed.Model); err != nil {
			t.Errorf("writing: %v", err)
		}
		if len(fixed.Moves) == 0 || !isSmall(t, m) {
			return
		}
		var steps []rewrite.Step
		for _, move := range fixed.Moves {
			steps = append(steps, move.Step)
		}
		check, err := Oracle(t.Context(), m, steps, nil)
		if err == nil && check.Verdict == result.FixDiffers {
			t.Errorf("%+v\n%s", check, text(m, fixed))
		}
	})
}

// tryMoves makes single moves of what makes a value, whatever is predicted.
func tryMoves(t *testing.T, m *onnx.Model, out string) {
	writable := onnx.Write(t.Context(), io.Discard, m) == nil
	for _, up := range []bool{true, false} {
		step := rewrite.Step{Output: out, Up: up}
		after := m.Clone()
		if _, err := rewrite.Apply(t.Context(), after, step); err != nil {
			continue
		}
		if err := onnx.Write(t.Context(), io.Discard, after); err != nil && writable {
			t.Errorf("writing: %v", err)
		}
		if !isSmall(t, m) {
			continue
		}
		if check, err := Oracle(t.Context(), m, []rewrite.Step{step}, nil); err == nil && check.Verdict == result.FixDiffers {
			t.Errorf("%+v: %+v", step, check)
		}
	}
}

// isSmall tells whether all values are known to be small, so that a damaged size takes no hours.
func isSmall(t *testing.T, m *onnx.Model) bool {
	known, err := shape.Infer(t.Context(), m, shape.Options{})
	if err != nil {
		return false
	}
	for _, n := range m.Graph.Nodes {
		for _, out := range n.Outputs {
			dims, ok := known.Value(m.Graph, out).Numbers()
			if !ok {
				return false
			}
			size := int64(1)
			for _, d := range dims {
				if size *= min(d, 1<<15); size > 1<<14 {
					return false
				}
			}
		}
	}
	return true
}
