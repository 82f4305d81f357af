package shape

import (
	"math"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// selection are operators that pick elements.
func selection() map[string]rule {
	return map[string]rule{
		"Slice": inferSlice, "Gather": inferGather, "GatherElements": inferLikeIndices, "GatherND": inferGatherND,
		"Scatter": inferSame, "ScatterElements": inferSame, "ScatterND": inferSame, "TopK": inferTopK, "NonZero": inferNonZero,
		"Unique": inferUnique, "Compress": inferCompress, "OneHot": inferOneHot, "ArrayFeatureExtractor": inferArrayFeatures,
	}
}

func inferSlice(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	v := o.at(0)
	v.Contents = nil
	v.Shape = slices.Clone(dims)
	starts, ends, axes, steps, err := o.slicing(len(dims))
	if err != nil {
		for k := range dims { // which axes are cut may be known all the same
			if axes == nil || slices.Contains(axes, k) {
				v.Shape[k] = o.open(0, k)
			}
		}
		o.set(0, v)
		return err
	}
	for k, at := range axes {
		length, ok := sliced(dims[at], starts[k], ends[k], steps[k])
		if !ok {
			length = o.open(0, at)
		}
		v.Shape[at] = length
	}
	if len(dims) == 1 && len(axes) == 1 {
		v.Contents = o.at(0).slice(starts[0], ends[0], steps[0])
	}
	o.set(0, v)
	return nil
}

// slicing reads what a Slice cuts, from attributes or, since opset 10, from inputs.
func (o *operation) slicing(rank int) (starts, ends []Expression, axes []int, steps []int64, err error) {
	list, given, err := o.list(3, "axes")
	if err != nil {
		return nil, nil, nil, nil, err
	}
	for _, a := range list {
		at, err := axis(a, rank)
		if err != nil {
			return nil, nil, nil, nil, err
		}
		axes = append(axes, at)
	}
	if s, ok := o.Ints("starts"); ok {
		e, _ := o.Ints("ends")
		starts, ends = numbers(s), numbers(e)
	} else {
		if starts, err = o.ints(1); err == nil {
			ends, err = o.ints(2)
		}
		if n, ok := o.at(1).Numbers(); err != nil && ok && len(n) == 1 && !given {
			axes = sequence(0, min(int(n[0]), rank))
		}
		if err != nil {
			return nil, nil, axes, nil, err
		}
	}
	if !given {
		axes = sequence(0, min(len(starts), rank))
	}
	steps = slices.Repeat([]int64{1}, len(axes))
	if o.has(4) {
		if steps, err = o.numbers(4); err != nil {
			return nil, nil, axes, nil, err
		}
	}
	if len(starts) != len(axes) || len(ends) != len(axes) || len(steps) != len(axes) || slices.Contains(steps, 0) {
		return nil, nil, axes, nil, unknownf("%d starts, %d ends and %d steps for %d axes", len(starts), len(ends), len(steps), len(axes))
	}
	return starts, ends, axes, steps, nil
}

// sliced is how many elements are between start and end, which count from the end if they are negative.
func sliced(size, start, end Expression, step int64) (Expression, bool) {
	if n, ok := size.Int(); ok {
		if s, ok := start.Int(); ok {
			if e, ok := end.Int(); ok {
				return Number(int64(len(places(n, s, e, step)))), true
			}
		}
	}
	if step <= 0 {
		if start.Is(-1) && step == -1 {
			if e, ok := end.Int(); ok && e <= -math.MaxInt32 {
				return size, true // turned round
			}
		}
		return Expression{}, false
	}
	from, ok := place(size, start)
	to, fits := place(size, end)
	if !ok || !fits {
		return Expression{}, false
	}
	return to.Minus(from).Ceil(Number(step)).Max(Number(0)).positive(), true
}

// positive drops a comparison with 0 of a lone symbol: dimensions are not negative.
func (e Expression) positive() Expression {
	if len(e.terms) != 1 || len(e.terms[0].factors) != 1 {
		return e
	}
	f := e.terms[0].factors[0]
	if f.function != functionMax {
		return e
	}
	for k, a := range f.arguments {
		if other := f.arguments[1-k]; a.Is(0) && len(other.terms) == 1 && other.terms[0].coefficient > 0 {
			return other
		}
	}
	return e
}

// place brings a start or end into 0..size.
func place(size, at Expression) (Expression, bool) {
	n, fixed := at.Int()
	switch {
	case fixed && n >= math.MaxInt32:
		return size, true
	case fixed && n <= -math.MaxInt32, at.Is(0):
		return Number(0), true
	case fixed && n < 0:
		return size.Plus(at).Max(Number(0)), true
	case at.Equal(size):
		return size, true
	}
	return at.Min(size), true
}

// places are the indices that a slice of n elements takes.
func places(n, start, end, step int64) []int {
	if start < 0 {
		start = max(start, -n) + n
	}
	if end < 0 {
		end = max(end, -n-1) + n
	}
	var list []int
	if step > 0 {
		start, end = min(start, n), min(end, n)
		for k := start; k < end; k += step {
			if list = append(list, int(k)); k > math.MaxInt64-step {
				break
			}
		}
		return list
	}
	start = min(start, n-1)
	for k := start; k > end && k >= 0; k += step {
		list = append(list, int(k))
	}
	return list
}

func (v Value) slice(start, end Expression, step int64) *Contents {
	n, ok := v.Numbers()
	s, first := start.Int()
	e, last := end.Int()
	if v.Contents == nil || !ok || !first || !last {
		return nil
	}
	return v.Contents.pick(places(n[0], s, e, step))
}

func inferGather(o *operation) error {
	data, err := o.dims(0)
	if err != nil {
		return err
	}
	indices, err := o.dims(1)
	if err != nil {
		return err
	}
	at, err := axis(o.Int("axis", 0), len(data))
	if err != nil {
		return err
	}
	v := o.at(0)
	v.Contents = nil
	v.Shape = slices.Concat(data[:at], indices, data[at+1:])
	if contents := o.at(0).Contents; contents != nil && len(data) == 1 {
		if list, err := o.numbers(1); err == nil {
			from := make([]int, len(list))
			for k, n := range list {
				if from[k] = int(n); n < 0 {
					from[k] += max(len(contents.Ints), len(contents.Floats))
				}
				if from[k] < 0 {
					return unknownf("index %d of %q", n, o.Input(0))
				}
			}
			v.Contents = contents.pick(from)
		}
	}
	o.set(0, v)
	return nil
}

func inferLikeIndices(o *operation) error {
	v := o.at(1)
	v.Type, v.Contents = o.at(0).Type, nil
	o.set(0, v)
	return nil
}

func inferGatherND(o *operation) error {
	data, err := o.dims(0)
	if err != nil {
		return err
	}
	indices, err := o.rank(1, 1)
	if err != nil {
		return err
	}
	batch := int(o.Int("batch_dims", 0))
	depth, ok := indices[len(indices)-1].Int()
	if !ok || batch < 0 || depth < 0 || batch+int(depth) > len(data) || batch > len(indices)-1 {
		return unknownf("the last dimension of %q is %s", o.Input(1), indices[len(indices)-1])
	}
	o.set(0, Tensor(o.at(0).Type, slices.Concat(indices[:len(indices)-1], data[batch+int(depth):])...))
	return nil
}

func inferTopK(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	at, err := axis(o.Int("axis", -1), len(dims))
	if err != nil {
		return err
	}
	shape := slices.Clone(dims)
	shape[at] = o.open(0, at)
	if a := o.Attribute("k"); a != nil { // before opset 10
		shape[at] = Number(o.Int("k", 0))
	} else if list, ok := o.at(1).ints(); ok && len(list) == 1 {
		shape[at] = list[0]
	}
	o.set(0, Tensor(o.at(0).Type, shape...))
	o.set(1, Tensor(onnx.Int64, shape...))
	return nil
}

func inferNonZero(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	o.set(0, Tensor(onnx.Int64, Number(int64(len(dims))), o.open(0, 1)))
	return nil
}

func inferUnique(o *operation) error {
	n := o.open(0, 0)
	v := Tensor(o.at(0).Type, n)
	if a := o.Attribute("axis"); a != nil {
		dims, err := o.dims(0)
		if err != nil {
			return err
		}
		at, err := axis(o.Int("axis", 0), len(dims))
		if err != nil {
			return err
		}
		v.Shape = slices.Clone(dims)
		v.Shape[at] = n
		o.set(2, Tensor(onnx.Int64, dims[at]))
	} else if elements, ok := o.at(0).Elements(); ok {
		o.set(2, Tensor(onnx.Int64, elements))
	}
	o.set(0, v)
	o.set(1, Tensor(onnx.Int64, n))
	o.set(3, Tensor(onnx.Int64, n))
	return nil
}

func inferCompress(o *operation) error {
	v := o.at(0)
	v.Contents = nil
	if o.Attribute("axis") == nil {
		o.set(0, Tensor(v.Type, o.open(0, 0)))
		return nil
	}
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	at, err := axis(o.Int("axis", 0), len(dims))
	if err != nil {
		return err
	}
	v.Shape = slices.Clone(dims)
	v.Shape[at] = o.open(0, at)
	o.set(0, v)
	return nil
}

func inferOneHot(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	at, err := axis(o.Int("axis", -1), len(dims)+1)
	if err != nil {
		return err
	}
	depth := o.open(0, at)
	if list, ok := o.at(1).ints(); ok && len(list) == 1 {
		depth = list[0]
	} else if list, ok := o.at(1).floats(); ok && len(list) == 1 {
		depth = Number(int64(list[0]))
	}
	o.set(0, Tensor(o.at(2).Type, slices.Insert(slices.Clone(dims), at, depth)...))
	return nil
}

func inferArrayFeatures(o *operation) error {
	dims, err := o.rank(0, 1)
	if err != nil {
		return err
	}
	elements, ok := o.at(1).Elements()
	if !ok {
		return unknownf("the shape of %q is not known", o.Input(1))
	}
	shape := slices.Clone(dims)
	if shape[len(shape)-1] = elements; len(shape) == 1 {
		shape = []Expression{Number(1), elements}
	}
	o.set(0, Tensor(o.at(0).Type, shape...))
	return nil
}
