package interpret

import (
	"errors"
	"fmt"
	"slices"
)

func (c *call) slice() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	starts, ok := c.ints("starts", 1)
	ends, also := c.ints("ends", 2)
	if !ok || !also || len(starts) != len(ends) {
		return nil, fmt.Errorf("from %d to %d", starts, ends)
	}
	axes, ok := c.ints("axes", 3)
	if !ok {
		axes = each(int64(len(starts)))
	}
	steps, ok := c.ints("", 4)
	if !ok {
		steps = slices.Repeat([]int64{1}, len(starts))
	}
	source, err := c.whole(x.Dims)
	if err != nil {
		return nil, err
	}
	for i, a := range axes {
		at, err := axis(a, len(x.Dims))
		if err != nil || i >= len(starts) || i >= len(steps) || steps[i] == 0 {
			return nil, errors.Join(err, fmt.Errorf("axes %d, steps %d", axes, steps))
		}
		source[at] = Sliced(x.Dims[at], starts[i], ends[i], steps[i])
	}
	y, err := c.gather(x, source, 0)
	return []*Tensor{y}, err
}

// Sliced lists the indices that a Slice takes of a dimension.
func Sliced(size, start, end, step int64) []int64 {
	place := func(n, low, high int64) int64 {
		if n < 0 {
			n += size
		}
		return min(max(n, low), high)
	}
	list := []int64{}
	if step > 0 {
		for i := place(start, 0, size); i < place(end, 0, size); i += step {
			list = append(list, i)
		}
		return list
	}
	for i := place(start, 0, size-1); i > place(end, -1, size-1) && i >= 0; i += step {
		list = append(list, i)
	}
	return list
}

func (c *call) split() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	at, err := axis(c.node.Int("axis", 0), len(x.Dims))
	if err != nil {
		return nil, err
	}
	sizes, ok := c.ints("split", 1)
	if !ok {
		sizes = EvenParts(x.Dims[at], c.node.Int("num_outputs", int64(len(c.node.Outputs))))
	}
	var parts []*Tensor
	from := int64(0)
	for _, size := range sizes {
		if size < 0 || size > x.Dims[at]-from {
			return nil, fmt.Errorf("parts %d of %d", sizes, x.Dims[at])
		}
		source, err := c.whole(x.Dims)
		if err != nil {
			return nil, err
		}
		source[at] = source[at][from : from+size]
		part, err := c.gather(x, source, 0)
		if err != nil {
			return nil, err
		}
		parts, from = append(parts, part), from+size
	}
	return parts, nil
}

// EvenParts are the sizes of the parts that a Split without sizes makes: the last one may be smaller.
func EvenParts(size, parts int64) []int64 {
	var sizes []int64
	if parts < 1 || parts > 1<<16 {
		return nil
	}
	part := (size + parts - 1) / parts
	for range parts {
		sizes = append(sizes, min(part, size))
		size -= min(part, size)
	}
	return sizes
}

func (c *call) concat() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	at, err := axis(c.node.Int("axis", 0), len(x.Dims))
	if err != nil {
		return nil, err
	}
	dims := slices.Clone(x.Dims)
	dims[at] = 0
	for _, t := range c.in {
		if t == nil || len(t.Dims) != len(dims) || t.Type != x.Type {
			return nil, fmt.Errorf("inputs do not fit")
		}
		dims[at] += t.Dims[at]
	}
	y, err := c.make(x.Type, dims)
	if err != nil {
		return nil, err
	}
	rows, behind := count(dims[:at]), count(dims[at+1:])
	from := int64(0)
	for _, t := range c.in {
		part := t.Dims[at] * behind
		if int64(len(t.Data)) != rows*part {
			return nil, fmt.Errorf("inputs do not fit")
		}
		for row := range rows {
			copy(y.Data[row*dims[at]*behind+from:], t.Data[row*part:(row+1)*part])
		}
		from += part
	}
	return []*Tensor{y}, nil
}

func (c *call) pad() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	pads, ok := c.ints("pads", 1)
	axes, some := c.ints("", 3)
	if !some {
		axes = each(int64(len(x.Dims)))
	}
	if !ok || len(pads) != 2*len(axes) {
		return nil, fmt.Errorf("%d pads", pads)
	}
	fill := float64(c.node.Float("value", 0))
	if t := c.input(2); t != nil && len(t.Data) == 1 {
		fill = t.Data[0]
	}
	source, err := c.whole(x.Dims)
	if err != nil {
		return nil, err
	}
	for i, a := range axes {
		at, err := axis(a, len(x.Dims))
		if err != nil {
			return nil, err
		}
		if source[at], err = Padded(c.node.Text("mode", "constant"), x.Dims[at], pads[i], pads[len(axes)+i]); err != nil {
			return nil, err
		}
	}
	y, err := c.gather(x, source, fill)
	return []*Tensor{y}, err
}

// Padded lists the indices that a Pad takes of a dimension, -1 for its constant. Negative pads remove.
func Padded(mode string, size, before, behind int64) ([]int64, error) {
	const most = 1 << 24
	if min(before, behind) < -most || max(size, before, behind) > most || before+size+behind < 0 {
		return nil, fmt.Errorf("pads %d and %d of %d", before, behind, size)
	}
	list := make([]int64, before+size+behind)
	for i := range list {
		at := int64(i) - before
		inside := at >= 0 && at < size
		switch {
		case inside:
		case mode == "constant":
			at = -1
		case size == 0:
			return nil, fmt.Errorf("pads of nothing")
		case mode == "edge":
			at = min(max(at, 0), size-1)
		case mode == "wrap":
			at = (at%size + size) % size
		case mode == "reflect":
			period := max(2*(size-1), 1)
			if at = (at%period + period) % period; at >= size {
				at = period - at
			}
		default:
			return nil, unsupported("a Pad of mode %q", mode)
		}
		list[i] = at
	}
	return list, nil
}
