package prove

import (
	"context"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
)

// filled makes numbers for a value.
func filled(name string, kind onnx.DataType, dims []int64, distribution string) (*interpret.Tensor, error) {
	t := interpret.New(kind, dims...)
	dtype, err := tensor.TypeOf(kind.String())
	if err != nil {
		return nil, &interpret.UnsupportedError{What: kind.String()}
	}
	bytes, err := dtype.Size(int64(len(t.Data)))
	if err != nil {
		return nil, err
	}
	raw := make([]byte, bytes)
	if err := tensor.Fill(raw, 0, name, dtype.Name(), tensor.Recipe{Seed: 1, Distribution: distribution}); err != nil {
		return nil, err
	}
	for i := range t.Data {
		t.Data[i] = dtype.Value(dtype.Load(raw, i))
	}
	return t, nil
}

// compare counts elements, those that are not the same bits, and how many different finite numbers there are, up to 2.
func compare(a, b []*interpret.Tensor) (elements, differing, distinct int64) {
	seen := map[float64]bool{}
	for i, t := range a {
		elements += int64(len(t.Data))
		if t.Type != b[i].Type || len(t.Data) != len(b[i].Data) {
			differing += int64(len(t.Data))
			continue
		}
		differing += t.Differing(b[i])
		for _, x := range t.Data {
			if len(seen) > 1 {
				break
			}
			if x-x == 0 {
				seen[x] = true
			}
		}
	}
	return elements, differing, int64(len(seen))
}

// rival is a mutant in the making of a comparison.
type rival struct {
	mutant, original *interpret.Graph
	// shows: the change makes a difference before the move as well. caught: the mutant was told apart.
	shows, caught bool
}

func newRival(m Mutant) *rival {
	r := &rival{mutant: interpret.NewGraph(m.Model, limit), shows: m.Original == nil}
	if m.Original != nil {
		r.original = interpret.NewGraph(m.Original, limit)
	}
	return r
}

// run compares what the mutant makes with what is right.
func (r *rival) run(ctx context.Context, given map[string]*interpret.Tensor, results []string, right []*interpret.Tensor) error {
	differs := func(g *interpret.Graph) (bool, error) {
		made, err := g.Run(ctx, given, results...)
		if err != nil {
			return false, err
		}
		_, wrong, _ := compare(right, made)
		return wrong > 0, nil
	}
	var err error
	if !r.shows {
		if r.shows, err = differs(r.original); err != nil {
			return err
		}
	}
	if !r.caught {
		r.caught, err = differs(r.mutant)
	}
	return err
}
