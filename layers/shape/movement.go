package shape

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// movement are operators that only move elements.
func movement() map[string]rule {
	return map[string]rule{
		"Reshape": inferReshape, "Flatten": inferFlatten, "Transpose": inferTranspose, "Squeeze": inferSqueeze, "Unsqueeze": inferUnsqueeze,
		"Expand": inferExpand, "Tile": inferTile, "DepthToSpace": inferDepthToSpace, "SpaceToDepth": inferSpaceToDepth,
		"Concat": inferConcat, "Split": inferSplit, "Pad": inferPad, "ReverseSequence": inferSame,
	}
}

// list is a list of integers that is an input since some opset and was an attribute before; absent if neither
// is there.
func (o *operation) list(input int, attribute string) (list []int64, present bool, err error) {
	if list, ok := o.Ints(attribute); ok {
		return list, true, nil
	}
	if !o.has(input) {
		return nil, false, nil
	}
	list, err = o.numbers(input)
	return list, true, err
}

// reshaped is the first input with other dimensions and the same elements.
func (o *operation) reshaped(shape []Expression) {
	v := o.at(0)
	v.Kind, v.Ranked, v.Shape = onnx.TensorType, true, shape
	o.set(0, v)
}

func inferReshape(o *operation) error {
	var want []Expression
	if list, ok := o.Ints("shape"); ok { // before opset 5
		want = numbers(list)
	} else if list, ok := o.at(1).ints(); ok {
		want = list
	} else {
		v := o.at(0)
		v.Contents = nil
		if target := o.at(1); target.Ranked && len(target.Shape) == 1 {
			if rank, ok := target.Shape[0].Int(); ok && rank >= 0 && rank <= maxRank {
				v.Ranked, v.Shape = true, nil
				for k := range int(rank) {
					v.Shape = append(v.Shape, o.open(0, k))
				}
				o.set(0, v)
				return unknownf("the contents of %q are not known", o.Input(1))
			}
		}
		o.set(0, Value{Kind: onnx.TensorType, Type: v.Type})
		return unknownf("the contents of %q are not known", o.Input(1))
	}
	in := o.at(0)
	shape := make([]Expression, len(want))
	rest := -1
	known := Number(1)
	for k, d := range want {
		switch {
		case d.Is(-1):
			if rest >= 0 {
				return unknownf("two dimensions are -1")
			}
			rest = k
			continue
		case d.Is(0) && o.Int("allowzero", 0) == 0:
			if !in.Ranked || k >= len(in.Shape) {
				if !in.Ranked {
					shape[k] = o.open(0, k)
					break
				}
				return unknownf("dimension %d is to be copied from %q, which has none", k, o.Input(0))
			}
			shape[k] = in.Shape[k]
		default:
			shape[k] = d
		}
		known = known.Times(shape[k])
	}
	if rest >= 0 {
		shape[rest] = o.open(0, rest)
		if elements, ok := in.Elements(); ok {
			shape[rest] = o.remaining(elements, in.Shape, shape, rest, known)
		}
	}
	o.reshaped(shape)
	return nil
}

// maxRank bounds the ranks that are believed.
const maxRank = 64

// remaining is what a -1 stands for: the elements by the other dimensions. Those that stand on both sides go
// first, so that the quotient stays simple even where they could be 0.
func (o *operation) remaining(elements Expression, from, to []Expression, rest int, known Expression) Expression {
	if q, ok := elements.Quotient(known); ok {
		return q
	}
	left := slices.Clone(from)
	over := Number(1)
	for k, d := range to {
		if k == rest {
			continue
		}
		if at := slices.IndexFunc(left, d.Equal); at >= 0 && !d.Is(1) {
			left = slices.Delete(left, at, at+1)
		} else {
			over = over.Times(d)
		}
	}
	product := Number(1)
	for _, d := range left {
		product = product.Times(d)
	}
	if q, ok := product.Quotient(over); ok {
		return q
	}
	if product.Is(0) && over.Is(0) {
		return Number(0)
	}
	return product.Floor(over)
}

func inferFlatten(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
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

func product(dims []Expression) Expression {
	p := Number(1)
	for _, d := range dims {
		p = p.Times(d)
	}
	return p
}

func inferTranspose(o *operation) error {
	v := o.at(0)
	dims, err := o.dims(0)
	if err != nil {
		o.set(0, Value{Kind: onnx.TensorType, Type: v.Type})
		return err
	}
	order, ok := o.Ints("perm")
	if !ok {
		for k := range dims {
			order = append(order, int64(len(dims)-1-k))
		}
	}
	if len(order) != len(dims) {
		return unknownf("perm has %d numbers for %d dimensions", len(order), len(dims))
	}
	v.Shape = make([]Expression, len(dims))
	for k, from := range order {
		at, err := axis(from, len(dims))
		if err != nil {
			return err
		}
		v.Shape[k] = dims[at]
	}
	if len(dims) > 1 {
		v.Contents = nil
	}
	o.set(0, v)
	return nil
}

func inferSqueeze(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	axes, given, err := o.list(1, "axes")
	if err != nil {
		return err
	}
	drop := make([]bool, len(dims))
	for _, a := range axes {
		at, err := axis(a, len(dims))
		if err != nil {
			return err
		}
		drop[at] = true
	}
	var shape []Expression
	for k, d := range dims {
		if !given {
			if _, known := d.Int(); !known {
				return unknownf("whether dimension %d, %s, is 1 is not known", k, d)
			}
			drop[k] = d.Is(1)
		}
		if !drop[k] {
			shape = append(shape, d)
		}
	}
	o.reshaped(shape)
	return nil
}

func inferUnsqueeze(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	axes, _, err := o.list(1, "axes")
	if err != nil {
		return err
	}
	rank := len(dims) + len(axes)
	insert := make([]bool, rank)
	for _, a := range axes {
		at, err := axis(a, rank)
		if err != nil {
			return err
		}
		insert[at] = true
	}
	shape := make([]Expression, 0, rank)
	for _, here := range insert {
		switch {
		case here:
			shape = append(shape, Number(1))
		case len(dims) == 0:
			return unknownf("an axis is named twice")
		default:
			shape, dims = append(shape, dims[0]), dims[1:]
		}
	}
	o.reshaped(shape)
	return nil
}

func inferExpand(o *operation) error {
	v := o.at(0)
	v.Contents = nil
	want, known := o.at(1).ints()
	if !known && v.Ranked && o.at(1).Ranked && len(o.at(1).Shape) == 1 {
		if n, ok := o.at(1).Shape[0].Int(); ok && n <= maxRank {
			rank := max(int(n), len(v.Shape))
			v.Shape = nil
			for k := range rank {
				v.Shape = append(v.Shape, o.open(0, k))
			}
			o.set(0, v)
		}
	}
	if !known || !v.Ranked {
		return unknownf("the shape to expand to is not known")
	}
	own := v
	v.Shape = o.broadcastShapes(v.Shape, want)
	if shape, ok := v.Numbers(); ok {
		count, _ := v.Elements()
		if n, fits := count.Int(); fits && n <= int64(o.inference.options.Contents) {
			own.Contents = o.at(0).Contents
			v.Contents = own.spread(shape, int(n))
		}
	}
	o.set(0, v)
	return nil
}

func inferTile(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	v := o.at(0)
	v.Contents = nil
	v.Shape = make([]Expression, len(dims))
	repeats, err := o.ints(1)
	for k := range dims {
		if v.Shape[k] = o.open(0, k); err == nil && k < len(repeats) {
			v.Shape[k] = dims[k].Times(repeats[k])
		}
	}
	if contents := o.at(0).Contents; err == nil && contents != nil && len(dims) == 1 {
		if n, ok := v.Shape[0].Int(); ok && n <= int64(o.inference.options.Contents) {
			if own, ok := dims[0].Int(); ok && own > 0 {
				from := make([]int, n)
				for k := range from {
					from[k] = k % int(own)
				}
				v.Contents = contents.pick(from)
			}
		}
	}
	o.set(0, v)
	return err
}

func inferDepthToSpace(o *operation) error {
	d, err := o.rank(0, 4)
	if err != nil {
		return err
	}
	b := Number(o.Int("blocksize", 0))
	v := Tensor(o.at(0).Type, d[0], d[1].Floor(b.Times(b)), d[2].Times(b), d[3].Times(b))
	o.set(0, v)
	return nil
}

func inferSpaceToDepth(o *operation) error {
	d, err := o.rank(0, 4)
	if err != nil {
		return err
	}
	b := Number(o.Int("blocksize", 0))
	o.set(0, Tensor(o.at(0).Type, d[0], d[1].Times(b).Times(b), d[2].Floor(b), d[3].Floor(b)))
	return nil
}

func inferConcat(o *operation) error {
	var first []Expression
	for k := range o.in {
		if o.at(k).Ranked {
			first = o.at(k).Shape
			break
		}
	}
	v := Value{Kind: onnx.TensorType, Type: o.at(0).Type}
	if first == nil {
		o.set(0, v)
		return unknownf("the number of dimensions is not known")
	}
	at, err := axis(o.Int("axis", 1), len(first))
	if err != nil {
		return err
	}
	v.Ranked, v.Shape = true, slices.Clone(first)
	total := Number(0)
	contents := &Contents{}
	for k := range o.in {
		x := o.at(k)
		if !x.Ranked || len(x.Shape) != len(first) {
			total, contents = o.open(0, at), nil
			break
		}
		total = total.Plus(x.Shape[at])
		for d := range v.Shape {
			if _, fixed := v.Shape[d].Int(); !fixed && d != at {
				if _, better := x.Shape[d].Int(); better || o.inference.guessed(v.Shape[d]) {
					v.Shape[d] = x.Shape[d]
				}
			}
		}
		contents = contents.joined(x.Contents)
	}
	v.Shape[at] = total
	if len(first) == 1 && contents != nil {
		if n := max(len(contents.Ints), len(contents.Floats)); n <= o.inference.options.Contents && total.Is(int64(n)) {
			v.Contents = contents
		}
	}
	o.set(0, v)
	return nil
}

// joined are two contents one after the other; nil if one is not known.
func (c *Contents) joined(next *Contents) *Contents {
	if c == nil || next == nil {
		return nil
	}
	return &Contents{append(slices.Clone(c.Ints), next.Ints...), append(slices.Clone(c.Floats), next.Floats...)}
}

func inferSplit(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	at, err := axis(o.Int("axis", 0), len(dims))
	if err != nil {
		return err
	}
	sizes, err := o.sizes(dims[at])
	start := 0
	for k := range o.out {
		v := o.at(0)
		v.Contents = nil
		v.Shape = slices.Clone(dims)
		if v.Shape[at] = o.open(k, at); k < len(sizes) {
			v.Shape[at] = sizes[k]
			n, ok := sizes[k].Int()
			if contents := o.at(0).Contents; contents != nil && ok && len(dims) == 1 && start >= 0 {
				v.Contents = contents.pick(sequence(start, int(n)))
				start += int(n)
			} else {
				start = -1
			}
		}
		o.set(k, v)
	}
	return err
}

func sequence(start, n int) []int {
	list := make([]int, 0, max(n, 0))
	for k := range n {
		list = append(list, start+k)
	}
	return list
}

// sizes are those of a Split's outputs.
func (o *operation) sizes(whole Expression) ([]Expression, error) {
	if list, ok := o.Ints("split"); ok {
		return numbers(list), nil
	}
	if o.has(1) {
		return o.ints(1)
	}
	n := int64(len(o.out))
	if o.opset >= 18 {
		n = o.Int("num_outputs", n)
	}
	if n <= 0 {
		return nil, unknownf("there are %d outputs", n)
	}
	// Equal parts, the last one smaller if they do not go up.
	part := whole.Ceil(Number(n))
	list := make([]Expression, n)
	for k := range list {
		list[k] = part
	}
	list[n-1] = whole.Minus(part.Times(Number(n - 1)))
	if q, ok := whole.Quotient(Number(n)); ok {
		list[n-1] = q
	}
	return list, nil
}

func inferPad(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	v := o.at(0)
	v.Contents = nil
	v.Shape = slices.Clone(dims)
	pads, given := []Expression(nil), false
	for _, name := range []string{"pads", "paddings"} {
		if list, ok := o.Ints(name); ok {
			pads, given = numbers(list), true
		}
	}
	var why error
	if !given {
		pads, why = o.ints(1)
	}
	axes := sequence(0, len(dims))
	if o.has(3) {
		list, err := o.numbers(3)
		if err != nil {
			why = err
		}
		axes = nil
		for _, a := range list {
			at, err := axis(a, len(dims))
			if err != nil {
				return err
			}
			axes = append(axes, at)
		}
	}
	if why == nil && len(pads) != 2*len(axes) {
		why = unknownf("%d pads for %d axes", len(pads), len(axes))
	}
	for k, at := range axes {
		if why != nil {
			v.Shape[at] = o.open(0, at)
			continue
		}
		v.Shape[at] = dims[at].Plus(pads[k]).Plus(pads[k+len(axes)])
	}
	if why != nil && axes == nil {
		for k := range dims {
			v.Shape[k] = o.open(0, k)
		}
	}
	o.set(0, v)
	return why
}
