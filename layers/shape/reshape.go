package shape

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// reshapes are operators that keep all elements in their order, or only move them.
func reshapes() map[string]rule {
	return map[string]rule{
		"Reshape": inferReshape, "Flatten": inferFlatten, "Transpose": inferTranspose, "Squeeze": inferSqueeze, "Unsqueeze": inferUnsqueeze,
		"DepthToSpace": inferDepthToSpace, "SpaceToDepth": inferSpaceToDepth, "ReverseSequence": inferSame,
	}
}

// reshaped is the first input with other dimensions and the same elements in the same order.
func (o *operation) reshaped(shape []Expression) {
	v := o.at(0)
	v.Kind, v.Ranked, v.Shape = onnx.TensorType, true, shape
	o.set(0, v)
}

// inferReshape: the shape was an attribute before opset 5, and an input since.
func inferReshape(o *operation) error {
	in := o.at(0)
	want, known := o.at(1).ints()
	if list, ok := o.Ints("shape"); ok && o.before(5) {
		want, known = numbers(list), true
	}
	if !known {
		v := Value{Kind: onnx.TensorType, Type: in.Type}
		if rank, ok := o.length(1); ok {
			v.Ranked, v.Shape = true, o.opened(0, rank)
		}
		o.set(0, v)
		return unknownf("the contents of %q are not known", o.Input(1))
	}
	shape := make([]Expression, len(want))
	rest := -1
	for k, d := range want {
		switch {
		case d.Is(-1) && rest >= 0:
			return unknownf("two dimensions are -1")
		case d.Is(-1):
			rest = k
		case !d.Is(0) || o.Int("allowzero", 0) != 0:
			shape[k] = d
		case k < len(in.Shape):
			shape[k] = in.Shape[k]
		case in.Ranked:
			return unknownf("dimension %d is to be copied from %q, which has none", k, o.Input(0))
		default:
			shape[k] = o.open(0, k)
		}
	}
	if rest >= 0 {
		shape[rest] = o.open(0, rest)
		if in.Ranked {
			if d := remaining(in.Shape, shape, rest); d.state() != undefined {
				shape[rest] = d
			}
		}
	}
	o.reshaped(shape)
	return nil
}

// length is the number of elements of an input that has one dimension, such as a shape.
func (o *operation) length(input int) (int, bool) {
	v := o.at(input)
	if !v.Ranked || len(v.Shape) != 1 {
		return 0, false
	}
	n, ok := v.Shape[0].Int()
	return int(n), ok && n >= 0 && n <= maxRank
}

// remaining is what a -1 stands for: the elements by the other dimensions. Those that stand on both sides go
// first, so that the quotient stays simple even where they could be 0.
func remaining(from, to []Expression, rest int) Expression {
	left := slices.Clone(from)
	over := Number(1)
	for k, d := range to {
		if k == rest || d.Is(1) {
			continue
		}
		if at := slices.IndexFunc(left, d.Equal); at >= 0 {
			left = slices.Delete(left, at, at+1)
		} else {
			over = over.Times(d)
		}
	}
	elements := product(left)
	if elements.Is(0) && over.Is(0) {
		return elements
	}
	if q, ok := elements.Quotient(over); ok {
		return q
	}
	return elements.Floor(over)
}

func product(dims []Expression) Expression {
	p := Number(1)
	for _, d := range dims {
		p = p.Times(d)
	}
	return p
}

func inferFlatten(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		o.set(0, Tensor(o.at(0).Type, o.opened(0, 2)...))
		return err
	}
	a := o.Int("axis", 1)
	if a < 0 {
		a += int64(len(dims))
	}
	if a < 0 || a > int64(len(dims)) {
		return unknownf("axis %d of %d dimensions", a, len(dims))
	}
	o.reshaped([]Expression{product(dims[:a]), product(dims[a:])})
	return nil
}

func inferTranspose(o *operation) error {
	order, given := o.Ints("perm")
	v := o.at(0).plain()
	dims, err := o.dims(0)
	if err != nil {
		if v.Kind = onnx.TensorType; given && len(order) <= maxRank {
			v.Ranked, v.Shape = true, o.opened(0, len(order))
		}
		o.set(0, v)
		return err
	}
	if !given {
		for k := range dims {
			order = append(order, int64(len(dims)-1-k))
		}
	}
	if len(order) != len(dims) {
		return unknownf("perm has %d numbers for %d dimensions", len(order), len(dims))
	}
	places, err := axes(order, len(dims))
	if err != nil {
		return err
	}
	v.Shape = make([]Expression, len(dims))
	for k, at := range places {
		v.Shape[k] = dims[at]
	}
	if shape, ok := o.at(0).small(); ok {
		strides, indices := make([]int, len(shape)), make([][]int, len(shape))
		own, all := stridesOf(shape), wholeAxes(shape)
		for k, at := range places {
			strides[k], indices[k] = own[at], all[at]
		}
		v.Contents = o.at(0).Contents.pick(grid(strides, indices))
	}
	o.set(0, v)
	return nil
}

// inferSqueeze: axes are an input since opset 13. Without any, all dimensions of 1 go.
func inferSqueeze(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	list, given, err := o.list(1, "axes")
	if err != nil {
		return err
	}
	places, err := axes(list, len(dims))
	if err != nil {
		return err
	}
	var shape []Expression
	for k, d := range dims {
		_, fixed := d.Int()
		switch {
		case given && !slices.Contains(places, k), !given && fixed && !d.Is(1):
			shape = append(shape, d)
		case !given && !fixed:
			return unknownf("whether dimension %d, %s, is 1 is not known", k, d)
		case given && fixed && !d.Is(1):
			return unknownf("dimension %d is %s, and cannot be dropped", k, d)
		}
	}
	o.reshaped(shape)
	return nil
}

// inferUnsqueeze: axes, of the result, are an input since opset 13.
func inferUnsqueeze(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	list, _, err := o.list(1, "axes")
	if err != nil {
		return err
	}
	rank := len(dims) + len(list)
	places, err := axes(list, rank)
	if err != nil {
		return err
	}
	shape := make([]Expression, 0, rank)
	for k := range rank {
		switch {
		case slices.Contains(places, k):
			shape = append(shape, Number(1))
		case len(dims) == 0:
			return unknownf("an axis is named twice")
		default:
			shape, dims = append(shape, dims[0]), dims[1:]
		}
	}
	if len(dims) > 0 {
		return unknownf("an axis is named twice")
	}
	o.reshaped(shape)
	return nil
}

func inferDepthToSpace(o *operation) error { return o.blocks(true) }

func inferSpaceToDepth(o *operation) error { return o.blocks(false) }

// blocks moves squares of elements out of the channels, or into them.
func (o *operation) blocks(out bool) error {
	d, err := o.rank(0, 4)
	if err != nil {
		return err
	}
	b := Number(o.Int("blocksize", 0))
	if !b.atLeast(1) {
		return unknownf("the block size is %s", b)
	}
	if out {
		o.set(0, Tensor(o.at(0).Type, d[0], d[1].Floor(b.Times(b)), d[2].Times(b), d[3].Times(b)))
	} else {
		o.set(0, Tensor(o.at(0).Type, d[0], d[1].Times(b).Times(b), d[2].Floor(b), d[3].Floor(b)))
	}
	return nil
}
