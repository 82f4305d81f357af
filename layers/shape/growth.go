package shape

import (
	"math"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// growth are operators that repeat elements, put tensors together, or take them apart.
func growth() map[string]rule {
	return map[string]rule{"Expand": inferExpand, "Tile": inferTile, "Concat": inferConcat, "Split": inferSplit, "Pad": inferPad}
}

func inferExpand(o *operation) error {
	v := o.at(0).plain()
	want, known := o.at(1).ints()
	if !known || !v.Ranked {
		if rank, ok := o.length(1); ok && v.Ranked {
			v.Shape = o.opened(0, max(rank, len(v.Shape)))
			o.set(0, v)
		} else {
			o.set(0, Value{Kind: onnx.TensorType, Type: v.Type})
		}
		return unknownf("the shape to expand to is not known")
	}
	v.Shape = o.broadcastShapes(v.Shape, want)
	if shape, n, ok := o.fewElements(v); ok {
		v.Contents = o.at(0).spread(shape, n)
	}
	o.set(0, v)
	return nil
}

// inferTile: before opset 6, one axis was repeated as often as the second input says.
func inferTile(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	v := o.at(0).plain()
	repeats, err := o.ints(1)
	if err == nil && o.before(6) {
		along, ok := o.scalar(2)
		n, fixed := along.Int()
		at, wrong := axis(n, len(dims))
		if !ok || !fixed || wrong != nil || len(repeats) != 1 {
			return unknownf("the axis to repeat is not known")
		}
		all := slices.Repeat([]Expression{Number(1)}, len(dims))
		all[at] = repeats[0]
		repeats = all
	}
	if err == nil && slices.ContainsFunc(repeats, func(e Expression) bool { n, ok := e.Int(); return ok && n < 0 }) {
		err = unknownf("the repeats %v are below zero", repeats)
	}
	if err == nil && len(repeats) != len(dims) {
		err = unknownf("%d repeats for %d dimensions", len(repeats), len(dims))
	}
	if err != nil {
		v.Shape = o.opened(0, len(dims))
		o.set(0, v)
		return err
	}
	v.Shape = make([]Expression, len(dims))
	for k := range dims {
		v.Shape[k] = dims[k].Times(repeats[k])
	}
	if _, n, ok := o.fewElements(v); ok && n > 0 {
		v.Contents = o.at(0).indexed(func(indices [][]int) {
			for k, list := range indices {
				n, _ := repeats[k].Int()
				indices[k] = slices.Repeat(list, int(n))
			}
		})
	}
	o.set(0, v)
	return nil
}

// inferConcat: before opset 4 the axis could be left out, and was 1.
func inferConcat(o *operation) error {
	v := Value{Kind: onnx.TensorType}
	var first []Expression
	for _, x := range o.in {
		if v.Type == onnx.Undefined {
			v.Type = x.Type
		}
		if first == nil && x.Ranked {
			first = x.Shape
		}
	}
	o.set(0, v)
	if first == nil {
		return unknownf("the number of dimensions is not known")
	}
	at, err := axis(o.Int("axis", 1), len(first))
	if err != nil {
		return err
	}
	v.Ranked, v.Shape = true, slices.Clone(first)
	total := Number(0)
	var why error
	for k, x := range o.in {
		if !x.Ranked || len(x.Shape) != len(first) {
			total, why = o.open(0, at), unknownf("the shape of %q is not known", o.Input(k))
			break
		}
		total = total.Plus(x.Shape[at])
		for d := range v.Shape { // the other dimensions are equal: what is known best counts
			if _, fixed := v.Shape[d].Int(); !fixed && d != at {
				if _, better := x.Shape[d].Int(); better || o.inference.guessed(v.Shape[d]) {
					v.Shape[d] = x.Shape[d]
				}
			}
		}
	}
	v.Shape[at] = total
	if _, n, ok := o.fewElements(v); ok && why == nil {
		v.Contents = o.concatenated(at, n)
	}
	o.set(0, v)
	return why
}

// concatenated are the contents of all inputs, n together, block by block along an axis; nil if some are not known.
func (o *operation) concatenated(at, n int) *Contents {
	all := &Contents{}
	blocks := make([]int, len(o.in)) // how many elements of each input follow each other
	outer := 1
	for k, x := range o.in {
		if all = all.joined(x.Contents); all == nil {
			return nil
		}
		block := product(x.Shape[at:])
		size, _ := block.Int()
		blocks[k] = int(size)
		before := product(x.Shape[:at])
		rows, _ := before.Int()
		outer = int(rows)
	}
	if all.len() != n || outer <= 1 {
		return all
	}
	from := make([]int, 0, n)
	for row := range outer {
		base := 0
		for _, size := range blocks {
			from = append(from, sequence(base+row*size, size)...)
			base += outer * size
		}
	}
	return all.pick(from)
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
	if err == nil && len(sizes) < len(o.out) {
		err = unknownf("%d sizes for %d outputs", len(sizes), len(o.out))
	}
	start := int64(0)
	for k := range o.out {
		v := o.at(0).plain()
		v.Shape = slices.Clone(dims)
		if v.Shape[at] = o.open(k, at); err == nil {
			v.Shape[at] = sizes[k]
			n, fixed := sizes[k].Int()
			if size, ok := dims[at].Int(); fixed && ok && n >= 0 && n <= size-start {
				v.Contents = o.at(0).indexed(func(indices [][]int) { indices[at] = sequence(int(start), int(n)) })
				start += n
			} else {
				start = math.MaxInt64
			}
		}
		o.set(k, v)
	}
	return err
}

func sequence(start, n int) []int {
	list := make([]int, max(n, 0))
	for k := range list {
		list[k] = start + k
	}
	return list
}

// sizes are those of a Split's outputs: an attribute, since opset 13 an input. Before opset 2 it could be either.
func (o *operation) sizes(whole Expression) ([]Expression, error) {
	if list, ok := o.Ints("split"); ok {
		return numbers(list), nil
	}
	if o.has(1) {
		return o.ints(1)
	}
	n := int64(len(o.out))
	if !o.before(18) {
		n = o.Int("num_outputs", n)
	}
	if n < int64(len(o.out)) || n <= 0 || n > 1<<16 {
		return nil, unknownf("there are %d parts for %d outputs", n, len(o.out))
	}
	// Equal parts, the last one smaller if they do not go up.
	if q, ok := whole.Quotient(Number(n)); ok {
		return slices.Repeat([]Expression{q}, int(n)), nil
	}
	part := whole.Ceil(Number(n))
	list := slices.Repeat([]Expression{part}, int(n))
	list[n-1] = whole.Minus(part.Times(Number(n - 1)))
	return list, nil
}

// inferPad: the pads were an attribute before opset 11; since 18 they can be of some axes only.
func inferPad(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	v := o.at(0).plain()
	places := sequence(0, len(dims))
	if o.has(3) {
		list, err := o.numbers(3)
		if err == nil {
			places, err = axes(list, len(dims))
		}
		if err != nil {
			v.Shape = o.opened(0, len(dims))
			o.set(0, v)
			return err
		}
	}
	pads, err := o.ints(1)
	for _, name := range []string{"pads", "paddings"} { // opset 1 spelt it so
		if list, ok := o.Ints(name); ok {
			pads, err = numbers(list), nil
		}
	}
	if err == nil && len(pads) != 2*len(places) {
		err = unknownf("%d pads for %d axes", len(pads), len(places))
	}
	v.Shape = slices.Clone(dims)
	for k, at := range places {
		if err != nil {
			v.Shape[at] = o.open(0, at)
		} else {
			v.Shape[at] = dims[at].Plus(pads[k]).Plus(pads[k+len(places)])
		}
	}
	o.set(0, v)
	return err
}
