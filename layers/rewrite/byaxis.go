package rewrite

import (
	"slices"

	"github.com/planlint/planlint/layers/interpret"
)

// along says which element of an input's dimension an element of an output's dimension is.
type along struct {
	// kept: the same one. moved: one that is not known here. Else of lists it, -1 for none of that input.
	kept, moved bool
	of          []int64
}

// byAxis is the map of an operator that takes elements along each dimension by itself, of several inputs or for
// several outputs that lie side by side in one dimension.
type byAxis struct {
	// inputs and outputs are their dimensions, free where one is not known.
	inputs, outputs [][]int64
	// side is the dimension in which several inputs or outputs lie side by side; -1 if there is one of each.
	side int
	// maps has for each input and output one map for each dimension.
	maps [][][]along
}

// toInputs makes constants of which every element is the one that the elements of those behind the operator need it to
// be. Elements that nothing comes from are any.
func (b *byAxis) toInputs(of []*interpret.Tensor) ([]*interpret.Tensor, error) {
	var all []*interpret.Tensor
	for i, dims := range b.inputs {
		vary, made, err := b.start(of, dims)
		if err != nil {
			return nil, err
		}
		for k := range made.Data {
			made.Data[k] = of[0].Data[0]
		}
		set := make([]bool, len(made.Data))
		for k, t := range of {
			if err := b.collect(made, set, vary, i, k, t); err != nil {
				return nil, err
			}
		}
		all = append(all, made)
	}
	return all, nil
}

// collect sets the elements of an input's constant from one that stands behind an output.
func (b *byAxis) collect(made *interpret.Tensor, set, vary []bool, input, output int, t *interpret.Tensor) error {
	span, err := size(b.outputs[output], vary)
	if err != nil {
		return err
	}
	at := make([]int64, len(span))
	for range product(span) {
		if from, inside := b.source(input, output, at, vary); inside {
			target, value := place(made, from), t.Data[place(t, at)]
			if set[target] && !interpret.SameBits(made.Data[target], value) {
				return errTwice
			}
			made.Data[target], set[target] = value, true
		}
		advance(at, span)
	}
	return nil
}

// toOutputs makes constants of which every element is that of the input which the operator takes there.
func (b *byAxis) toOutputs(of []*interpret.Tensor) ([]*interpret.Tensor, error) {
	var all []*interpret.Tensor
	for k, dims := range b.outputs {
		vary, made, err := b.start(of, dims)
		if err != nil {
			return nil, err
		}
		at := make([]int64, len(made.Dims))
		for i := range made.Data {
			for input, t := range of {
				if from, inside := b.source(input, k, at, vary); inside {
					made.Data[i] = t.Data[place(t, from)]
					break
				}
			}
			advance(at, made.Dims)
		}
		all = append(all, made)
	}
	return all, nil
}

// start tells along which dimensions constants differ, and makes room for what they become there.
func (b *byAxis) start(of []*interpret.Tensor, dims []int64) (vary []bool, made *interpret.Tensor, err error) {
	vary = make([]bool, len(dims))
	differ := slices.ContainsFunc(of, func(t *interpret.Tensor) bool { return !t.Same(of[0]) })
	for d := range dims {
		vary[d] = d == b.side && differ || slices.ContainsFunc(of, func(t *interpret.Tensor) bool { return t.Dims[d] > 1 })
		for i, input := range b.maps {
			for k, output := range input {
				if vary[d] && !output[d].known(b.inputs[i][d], b.outputs[k][d]) {
					return nil, nil, errMoved
				}
			}
		}
	}
	wanted, err := size(dims, vary)
	if err != nil {
		return nil, nil, err
	}
	return vary, interpret.New(of[0].Type, wanted...), nil
}

// known tells whether it is known where elements come from. In a model that is not valid that can be a place which an
// input does not have.
func (a along) known(input, output int64) bool {
	switch {
	case a.moved:
		return false
	case a.kept:
		return input == output
	}
	return input == free || !slices.ContainsFunc(a.of, func(j int64) bool { return j >= input })
}

// size are the dimensions of a constant that differs along some.
func size(dims []int64, vary []bool) ([]int64, error) {
	wanted := make([]int64, len(dims))
	for d := range dims {
		if wanted[d] = 1; vary[d] {
			if wanted[d] = dims[d]; dims[d] == free {
				return nil, errFree
			}
		}
	}
	if n := product(wanted); n < 0 || n > maxOperand {
		return nil, errLarge
	}
	return wanted, nil
}

// source returns which element of an input an element of an output is; false if it is none of it.
func (b *byAxis) source(input, output int, at []int64, vary []bool) ([]int64, bool) {
	from := make([]int64, len(at))
	for d, j := range at {
		switch m := b.maps[input][output][d]; {
		case !vary[d]: // all elements are the same there
		case m.kept:
			from[d] = j
		case int(j) >= len(m.of) || m.of[j] < 0:
			return from, false
		default:
			from[d] = m.of[j]
		}
	}
	return from, true
}

// place is the number of an element in a constant that is repeated where its dimension is 1.
func place(t *interpret.Tensor, at []int64) int64 {
	n := int64(0)
	for d, size := range t.Dims {
		n *= size
		if size > 1 {
			n += at[d]
		}
	}
	return n
}
