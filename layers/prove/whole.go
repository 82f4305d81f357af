package prove

import (
	"context"
	"errors"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/rewrite"
	"github.com/planlint/planlint/layers/shape"
)

// Whole is two models to be compared as a whole by somebody else.
type Whole struct {
	Before, After *onnx.Model
	// Mutant is After with elements in another order behind the last move; nil if there is no other order.
	Mutant *onnx.Model
	// Replaced constants had the same number in many places.
	Replaced int
	// Ordered: some move is across a MaxPool.
	Ordered bool
	// Ops are the operators that moved.
	Ops []string
}

// NewWhole makes the moves again in a model whose constants are all different, as far as the moves allow.
func NewWhole(ctx context.Context, m *onnx.Model, steps []rewrite.Step) (*Whole, error) {
	replaced, err := Distinct(ctx, m, true)
	if err != nil {
		return nil, err
	}
	w, err := whole(ctx, replaced.Model, steps)
	var refused *rewrite.Refusal
	if !errors.As(err, &refused) {
		if w != nil {
			w.Replaced = replaced.Count
		}
		return w, err
	}
	return whole(ctx, m, steps)
}

func whole(ctx context.Context, m *onnx.Model, steps []rewrite.Step) (*Whole, error) {
	w := &Whole{Before: m, After: m.Clone()}
	last := ""
	for _, step := range steps {
		move, err := rewrite.Apply(ctx, w.After, step)
		if err != nil {
			return nil, err
		}
		last = move.Results[0]
		w.Ordered = w.Ordered || move.Ordered
		for _, op := range move.Ops {
			if !slices.Contains(w.Ops, op) {
				w.Ops = append(w.Ops, op)
			}
		}
	}
	known, err := shape.Infer(ctx, w.After, shape.Options{})
	if err != nil {
		return nil, err
	}
	w.Mutant = rotated(w.After, last, known.Value(w.After.Graph, last))
	return w, nil
}

// Resized is a model with other sizes of its inputs.
func Resized(m *onnx.Model, shapes shape.Shapes) *onnx.Model {
	m = m.Clone()
	for _, in := range m.Graph.Inputs {
		dims, ok := shapes[in.Name]
		if !ok {
			continue
		}
		t := onnx.NewTensorType(in.Type.Elem)
		for _, d := range dims {
			t.Shape = append(t.Shape, onnx.Fixed(d))
		}
		in.Type = t
	}
	m.Graph.ValueInfo = nil
	for _, out := range m.Graph.Outputs {
		if out.Type != nil && out.Type.Kind == onnx.TensorType {
			out.Type = &onnx.Type{Kind: onnx.TensorType, Elem: out.Type.Elem}
		}
	}
	return m
}

// The most elements that all values of a model may have together: to run it as it is at first, and at all.
const (
	easy = 1 << 24
	most = 1 << 28
)

// InputShapes lists the sizes in which to try to run a model: as it is if that is easy, else with shorter dimensions. The
// second list says of each whether it is the model's own. given are those of a prediction.
func InputShapes(ctx context.Context, m *onnx.Model, given shape.Shapes) (all []shape.Shapes, own []bool, err error) {
	base, free := shape.Shapes{}, false
	constants := onnx.NewIndex(m.Graph, nil)
	for _, in := range m.Graph.Inputs {
		if constants.Initializer(in.Name) != nil || in.Type == nil || in.Type.Kind != onnx.TensorType {
			continue
		}
		dims, ok := given[in.Name]
		for i, d := range in.Type.Shape {
			switch {
			case ok:
			case d.Known && d.Value >= 0:
				dims = append(dims, d.Value)
			case i == 0:
				dims, free = append(dims, 1), true
			default:
				dims, free = append(dims, 32), true
			}
		}
		base[in.Name] = dims
	}
	total := func(shapes shape.Shapes) (int64, error) { return elements(ctx, Resized(m, shapes)) }
	size, err := total(base)
	if err != nil {
		return nil, nil, err
	}
	if size <= easy {
		return []shape.Shapes{base}, []bool{!free}, nil
	}
	for _, edge := range []int64{32, 64} {
		for _, which := range []func(i, rank int) bool{
			func(i, _ int) bool { return i > 1 },
			func(i, rank int) bool { return i > 0 && i < rank-1 },
		} {
			short := shape.Shapes{}
			for name, dims := range base {
				for i, d := range dims {
					if which(i, len(dims)) {
						d = min(d, edge)
					}
					short[name] = append(short[name], d)
				}
			}
			if n, err := total(short); err == nil && n < size && n <= most {
				all, own = append(all, short), append(own, false)
			}
		}
	}
	if size <= most {
		all, own = append(all, base), append(own, !free)
	}
	return all, own, nil
}

// elements is how many elements the values of a model have together, as far as they are known.
func elements(ctx context.Context, m *onnx.Model) (int64, error) {
	known, err := shape.Infer(ctx, m, shape.Options{})
	if err != nil {
		return 0, err
	}
	total := int64(0)
	for _, n := range m.Graph.Nodes {
		for _, name := range n.Outputs {
			dims, ok := known.Value(m.Graph, name).Numbers()
			if !ok {
				continue
			}
			size := int64(1)
			for _, d := range dims {
				size = min(size*min(d, 1<<31), 1<<40)
			}
			total = min(total+size, 1<<50)
		}
	}
	return total, nil
}
