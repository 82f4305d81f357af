package predict

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

// sizes knows the shapes of a model's values, as the fusing builder knows them and at each set of shapes.
type sizes struct {
	fusing *shape.Result
	at     []*shape.Result
}

func newSizes(ctx context.Context, m *onnx.Model, p plan) (*sizes, error) {
	fixed := p.fixed()
	fusing, err := shape.Infer(ctx, m, fixed)
	if err != nil {
		return nil, err
	}
	s := &sizes{fusing: fusing}
	for i, inputs := range p.sized {
		if len(inputs) == len(fixed.Inputs) { // nothing is free
			s.at = append(s.at, fusing)
			continue
		}
		if same := slices.IndexFunc(p.sized[:i], func(other map[string][]int64) bool { return equalShapes(inputs, other) }); same >= 0 {
			s.at = append(s.at, s.at[same])
			continue
		}
		at, err := shape.Infer(ctx, m, shape.Options{Inputs: inputs})
		if err != nil {
			return nil, err
		}
		s.at = append(s.at, at)
	}
	if len(s.at) == 0 {
		s.at = []*shape.Result{fusing}
	}
	return s, nil
}

func equalShapes(a, b map[string][]int64) bool {
	for name, dims := range a {
		if !slices.Equal(dims, b[name]) {
			return false
		}
	}
	return len(a) == len(b)
}

// likelyIndex is the set that a prediction is for: the best shapes of a profile, which kernels are chosen for.
func (s *sizes) likelyIndex() int { return len(s.at) / 2 }

func (s *sizes) likely() *shape.Result { return s.at[s.likelyIndex()] }

// size is how large a value is.
type size struct {
	shape []int64
	free  []string
	dtype string
	bits  int
	// elements at each set of shapes; empty if one is not known.
	elements []int64
	likely   int
	// bytes at the likely one; -1 if unknown.
	bytes int64
	why   string
}

func (s *sizes) of(p place, name string) size {
	if inner, ok := p.unfolded[name]; ok {
		p, name = p.calls[inner.Call], inner.Value
	}
	likely := s.likely().Value(p.at[s.likelyIndex()], name)
	made := size{likely: s.likelyIndex(), bytes: -1}
	if likely.Type != onnx.Undefined {
		made.dtype = likely.Type.String()
		made.bits, _ = likely.Type.Bits()
	}
	for _, d := range likely.Shape {
		made.free = append(made.free, d.String())
	}
	if dims, ok := numbers(likely); ok {
		made.shape, made.free = dims, nil
	}
	for i, at := range s.at {
		dims, ok := numbers(at.Value(p.at[i], name))
		elements, fits := product(dims)
		if !ok || !fits {
			made.elements = nil
			made.why = fmt.Sprintf("the size of %q is not known", name)
			if ok {
				made.why = fmt.Sprintf("%q has more elements than 64 bits count", name)
			} else if made.free != nil {
				made.why += fmt.Sprintf(": it is %s (--shape says what stands for what)", strings.Join(made.free, " x "))
			}
			return made
		}
		made.elements = append(made.elements, elements)
	}
	if made.bits == 0 {
		made.why = fmt.Sprintf("the type of %q is not known", name)
		return made
	}
	if bytes, ok := likely.Type.Bytes(made.elements[made.likely]); ok {
		made.bytes = bytes
	}
	return made
}

// missing says why a padding is not known.
func (s size) missing() string {
	if s.why != "" {
		return s.why
	}
	return "the law says nothing of it, or it is beyond 64 bits"
}

// numbers are the dimensions of a value, if all are known.
func numbers(v shape.Value) ([]int64, bool) {
	if !v.Ranked {
		return nil, false
	}
	dims := make([]int64, 0, len(v.Shape))
	for _, d := range v.Shape {
		n, ok := d.Int()
		if !ok || n < 0 {
			return nil, false
		}
		dims = append(dims, n)
	}
	return dims, true
}

func product(dims []int64) (int64, bool) {
	all := int64(1)
	if slices.Contains(dims, 0) {
		return 0, true
	}
	for _, d := range dims {
		if all > (1<<63-1)/d {
			return 0, false
		}
		all *= d
	}
	return all, true
}
