package shape

import (
	"math"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// Contents are the elements of a tensor in its order, as integers or as real numbers. Bools are 0 and 1. Real
// numbers that are whole and depend on symbols are kept as integers.
type Contents struct {
	Ints   []Expression
	Floats []float64
}

// Ints are contents of numbers.
func Ints(list ...int64) *Contents { return &Contents{Ints: numbers(list)} }

// Floats are contents of real numbers.
func Floats(list ...float64) *Contents { return &Contents{Floats: append([]float64{}, list...)} }

func numbers(list []int64) []Expression {
	dims := make([]Expression, len(list))
	for k, n := range list {
		dims[k] = Number(n)
	}
	return dims
}

func (c *Contents) len() int {
	if c == nil {
		return 0
	}
	return max(len(c.Ints), len(c.Floats))
}

// equal returns the contents if others are the same, else nil.
func (c *Contents) equal(other *Contents) *Contents {
	if c == other {
		return c
	}
	if c == nil || other == nil || !slices.EqualFunc(c.Ints, other.Ints, Expression.Equal) || !slices.Equal(c.Floats, other.Floats) {
		return nil
	}
	return c
}

// ints are the contents as integers.
func (v Value) ints() ([]Expression, bool) {
	if v.Contents == nil || v.Contents.Ints == nil {
		return nil, false
	}
	return v.Contents.Ints, true
}

// floats are the contents as real numbers, from integers too if they are numbers.
func (v Value) floats() ([]float64, bool) {
	if v.Contents == nil {
		return nil, false
	}
	if v.Contents.Floats != nil {
		return v.Contents.Floats, true
	}
	list := make([]float64, len(v.Contents.Ints))
	for i, e := range v.Contents.Ints {
		n, ok := e.Int()
		if !ok {
			return nil, false
		}
		list[i] = float64(n)
	}
	return list, true
}

// pick makes contents of some elements of these; nil if there is no such element.
func (c *Contents) pick(from []int) *Contents {
	count := c.len()
	if slices.ContainsFunc(from, func(k int) bool { return k < 0 || k >= count }) {
		return nil
	}
	if c.Ints != nil {
		picked := &Contents{Ints: make([]Expression, len(from))}
		for k, at := range from {
			picked.Ints[k] = c.Ints[at]
		}
		return picked
	}
	picked := &Contents{Floats: make([]float64, len(from))}
	for k, at := range from {
		picked.Floats[k] = c.Floats[at]
	}
	return picked
}

// grid are the places, in a tensor with some strides, of all combinations of indices of its axes.
func grid(strides []int, indices [][]int) []int {
	from := []int{0}
	for axis, list := range indices {
		next := make([]int, 0, len(from)*len(list))
		for _, base := range from {
			for _, k := range list {
				next = append(next, base+k*strides[axis])
			}
		}
		from = next
	}
	return from
}

// stridesOf are how far apart neighbours along each axis of a shape lie.
func stridesOf(shape []int64) []int {
	strides := make([]int, len(shape))
	step := 1
	for axis := len(shape) - 1; axis >= 0; axis-- {
		strides[axis] = step
		step *= int(shape[axis])
	}
	return strides
}

// wholeAxes are all indices of all axes of a shape.
func wholeAxes(shape []int64) [][]int {
	indices := make([][]int, len(shape))
	for axis, n := range shape {
		indices[axis] = sequence(0, int(n))
	}
	return indices
}

// small is the shape of a tensor whose contents are known and can be taken apart; there are some.
func (v Value) small() ([]int64, bool) {
	shape, ok := v.Numbers()
	return shape, ok && v.Contents.len() > 0 && len(shape) <= 8
}

// indexed are the contents of an input at all combinations of indices, of which change replaces those of some axes.
// nil: they are not known.
func (v Value) indexed(change func(indices [][]int)) *Contents {
	shape, ok := v.small()
	if !ok {
		if v.Contents != nil && v.Contents.len() == 0 {
			return v.Contents
		}
		return nil
	}
	indices := wholeAxes(shape)
	change(indices)
	total := 1
	for _, list := range indices {
		if total *= len(list); total > maxElements {
			return nil
		}
	}
	return v.Contents.pick(grid(stridesOf(shape), indices))
}

// joined are two contents one after the other; nil if one is not known.
func (c *Contents) joined(next *Contents) *Contents {
	switch {
	case c == nil || next == nil:
		return nil
	case c.len() == 0:
		return next
	case next.len() == 0:
		return c
	case (c.Ints == nil) != (next.Ints == nil):
		return nil
	}
	return &Contents{slices.Concat(c.Ints, next.Ints), slices.Concat(c.Floats, next.Floats)}
}

// contentsOf keeps real numbers as contents of a type; nil if integers of that type cannot hold them.
func contentsOf(t onnx.DataType, list []float64) *Contents {
	if !integral(t) {
		return &Contents{Floats: list}
	}
	ints := make([]Expression, len(list))
	for k, x := range list {
		if !(math.Abs(x) < 1<<53) || x != math.Trunc(x) {
			return nil
		}
		ints[k] = Number(int64(x))
	}
	return &Contents{Ints: ints}
}
