package shape

import (
	"math"
	"slices"
)

// cut is what a Slice takes of some axes.
type cut struct {
	axes         []int
	starts, ends []Expression
	steps        []int64
}

func inferSlice(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	v := o.at(0).plain()
	v.Shape = slices.Clone(dims)
	c, err := o.cut(len(dims))
	if err != nil {
		for k := range dims { // which axes are cut may be known all the same
			if c.axes == nil || slices.Contains(c.axes, k) {
				v.Shape[k] = o.open(0, k)
			}
		}
		o.set(0, v)
		return err
	}
	for k, at := range c.axes {
		length, ok := sliced(dims[at], c.starts[k], c.ends[k], c.steps[k])
		if !ok {
			length = o.open(0, at)
		}
		v.Shape[at] = length
	}
	v.Contents = o.at(0).indexed(func(indices [][]int) {
		for k, at := range c.axes {
			start, _ := c.starts[k].Int()
			end, _ := c.ends[k].Int()
			indices[at] = places(int64(len(indices[at])), start, end, c.steps[k])
		}
	})
	if !c.fixed() {
		v.Contents = nil
	}
	o.set(0, v)
	return nil
}

// fixed reports whether all starts and ends are numbers.
func (c cut) fixed() bool {
	for k := range c.axes {
		_, first := c.starts[k].Int()
		_, last := c.ends[k].Int()
		if !first || !last {
			return false
		}
	}
	return true
}

// cut reads what a Slice cuts, from attributes or, since opset 10, from inputs. If it cannot, the axes may still be
// known.
func (o *operation) cut(rank int) (c cut, err error) {
	list, given, err := o.list(3, "axes")
	if err != nil {
		return c, err
	}
	if given {
		if c.axes, err = axes(list, rank); err != nil {
			return c, err
		}
	}
	if starts, ok := o.Ints("starts"); ok {
		ends, _ := o.Ints("ends")
		c.starts, c.ends = numbers(starts), numbers(ends)
	} else {
		if n, ok := o.length(1); ok && !given {
			c.axes = sequence(0, min(n, rank))
		}
		if c.starts, err = o.ints(1); err == nil {
			c.ends, err = o.ints(2)
		}
		if err != nil {
			return c, err
		}
	}
	if !given {
		c.axes = sequence(0, min(len(c.starts), rank))
	}
	c.steps = slices.Repeat([]int64{1}, len(c.axes))
	if o.has(4) {
		if c.steps, err = o.numbers(4); err != nil {
			return c, err
		}
	}
	if n := len(c.axes); len(c.starts) != n || len(c.ends) != n || len(c.steps) != n || slices.Contains(c.steps, 0) {
		return c, unknownf("%d starts, %d ends and steps %v for %d axes", len(c.starts), len(c.ends), c.steps, n)
	}
	return c, nil
}

// far is where ends are that mean "as far as it goes", which exporters write as the largest numbers of 32 or 64 bits.
const far = math.MaxInt32

// sliced is how many elements are between start and end, which count from the end if they are negative.
func sliced(size, start, end Expression, step int64) (Expression, bool) {
	n, known := size.Int()
	from, first := start.Int()
	to, last := end.Int()
	if known && first && last {
		return Number(taken(n, from, to, step)), n >= 0
	}
	if step >= far || step <= -far {
		return Expression{}, false
	}
	zero := Number(0)
	if step > 0 {
		length := size
		switch {
		case first && from >= far:
			return zero, true
		case last && to >= far:
		case last && to <= -far:
			return zero, true
		case end.Equal(size):
		default:
			length = end.index(size).Min(size)
		}
		if !first || from > -far {
			length = length.Minus(start.index(size).Max(zero))
		}
		return length.Ceil(Number(step)).Max(zero), true
	}
	// Backwards, from the last element or start to the one behind end. The largest number, as an end, means as far as
	// it goes here too, as ONNX Runtime has it.
	length := size
	switch {
	case first && (from >= far || from == -1):
	case first && from <= -far:
		length = Number(1).Min(size)
	default:
		length = start.index(size).Max(zero).Plus(Number(1)).Min(size)
	}
	if !(last && (to <= -far || endless(to))) {
		length = length.Minus(end.index(size).Max(Number(-1)).Plus(Number(1)))
	}
	return length.Ceil(Number(-step)).Max(zero), true
}

// endless reports whether an end is one of the numbers that mean as far as it goes.
func endless(end int64) bool { return end == math.MaxInt32 || end == math.MaxInt64 }

// taken is the number of elements that a slice of n elements takes, and places are their indices.
func taken(n, start, end, step int64) int64 {
	start, end = clamp(n, start, end, step)
	distance, by := uint64(end-start), uint64(step)
	if step < 0 {
		distance, by = uint64(start-end), -uint64(step)
	}
	if step > 0 && start >= end || step < 0 && start <= end {
		return 0
	}
	return int64((distance-1)/by) + 1
}

func places(n, start, end, step int64) []int {
	total := taken(n, start, end, step)
	start, _ = clamp(n, start, end, step)
	list := make([]int, total)
	for k := range list {
		list[k] = int(start + int64(k)*step)
	}
	return list
}

// clamp brings start and end to where a slice of n elements begins, and the first place that it does not reach.
func clamp(n, start, end, step int64) (int64, int64) {
	low, high := int64(0), n
	if step < 0 {
		if low, high = -1, n-1; endless(end) {
			end = -n - 1
		}
	}
	if start < 0 {
		start = max(start, -n-1) + n
	}
	if end < 0 {
		end = max(end, -n-1) + n
	}
	return min(max(start, max(low, 0)), high), min(max(end, low), high)
}
