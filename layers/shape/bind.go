package shape

import (
	"fmt"
	"maps"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// Bindings are the numbers that symbols can stand for.
type Bindings map[string]Interval

// At returns the bindings in which every symbol is its least, or its largest, number.
func (b Bindings) At(largest bool) Bindings {
	fixed := make(Bindings, len(b))
	for name, i := range b {
		if fixed[name] = Exactly(i.Min); largest {
			fixed[name] = Exactly(i.Max)
		}
	}
	return fixed
}

// Shapes are shapes of a model's inputs, by name.
type Shapes map[string][]int64

// InputError is about what was given for an input.
type InputError struct{ Input, What string }

func (e *InputError) Error() string { return fmt.Sprintf("input %q: %s", e.Input, e.What) }

// ExitCode is that of wrong usage.
func (*InputError) ExitCode() int { return 2 }

// Bind returns what the symbols of a model's inputs stand for if the inputs have given shapes: one set of them
// makes numbers of the symbols; several, which must not fall, such as the least, best and largest of a profile,
// make intervals. Inputs that are not given leave their own symbols without a number. Errors are *InputError: a
// shape does not fit the input, or two inputs give a symbol different numbers. An input of which the model does not
// say the number of dimensions has no symbols: its shape has to be given to Infer.
func Bind(m *onnx.Model, profile ...Shapes) (Bindings, error) {
	bindings := Bindings{}
	for _, shapes := range profile {
		symbols, err := bindOne(m, shapes)
		if err != nil {
			return nil, err
		}
		for _, name := range slices.Sorted(maps.Keys(symbols)) {
			s := symbols[name]
			before, ok := bindings[name]
			switch {
			case !ok:
				bindings[name] = Exactly(s.number)
			case s.number < before.Max:
				return nil, &InputError{s.input, fmt.Sprintf("%q falls from %d to %d", name, before.Max, s.number)}
			default:
				bindings[name] = Interval{before.Min, s.number}
			}
		}
	}
	return bindings, nil
}

// bound is a symbol's number, and the input that says so.
type bound struct {
	number int64
	input  string
}

func bindOne(m *onnx.Model, shapes Shapes) (map[string]bound, error) {
	if err := leftOpen(m, shapes); err != nil {
		return nil, err
	}
	symbols := map[string]bound{}
	for _, in := range m.Graph.Inputs {
		dims, given := shapes[in.Name]
		if !given {
			continue
		}
		fail := func(format string, values ...any) (map[string]bound, error) {
			return nil, &InputError{in.Name, fmt.Sprintf(format, values...)}
		}
		if k := slices.IndexFunc(dims, func(d int64) bool { return d < 0 }); k >= 0 {
			return fail("dimension %d is %d", k, dims[k])
		}
		if in.Type == nil || !in.Type.Ranked {
			continue
		}
		if len(in.Type.Shape) != len(dims) {
			return fail("%d dimensions are given, the model has %s", len(dims), in.Type)
		}
		for k, want := range declared(in.Type, in.Name, nil).Shape {
			if n, fixed := want.Int(); fixed {
				if n != dims[k] {
					return fail("dimension %d is %d, the model has %s", k, dims[k], in.Type)
				}
				continue
			}
			name := want.Symbols()[0]
			if before, ok := symbols[name]; ok && before.number != dims[k] {
				return fail("dimension %d, %q, is %d, but %d in the shape of %q", k, name, dims[k], before.number, before.input)
			}
			symbols[name] = bound{dims[k], in.Name}
		}
	}
	return symbols, nil
}

// leftOpen makes sure that all inputs of which something is given are left open by a model.
func leftOpen[T any](m *onnx.Model, given map[string]T) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if slices.ContainsFunc(m.Graph.Initializers, func(t *onnx.Tensor) bool { return t.Name == name }) {
			return &InputError{name, "the model itself has its values"}
		}
		if !slices.ContainsFunc(m.Graph.Inputs, func(in *onnx.ValueInfo) bool { return in.Name == name }) {
			return &InputError{name, fmt.Sprintf("the model has none of that name; it has %q", inputNames(m.Graph))}
		}
	}
	return nil
}

// inputNames are the inputs of a graph that have no values in the model.
func inputNames(g *onnx.Graph) []string {
	constant := map[string]bool{}
	for _, t := range g.Initializers {
		constant[t.Name] = true
	}
	var names []string
	for _, in := range g.Inputs {
		if !constant[in.Name] {
			names = append(names, in.Name)
		}
	}
	return names
}
