package shape

import (
	"math"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// construction are operators that make tensors of shapes, numbers or nothing.
func construction() map[string]rule {
	return map[string]rule{
		"Constant": inferConstant, "ConstantOfShape": inferConstantOfShape, "Shape": inferShape, "Size": inferSize, "Range": inferRange,
		"EyeLike": inferEyeLike, "RandomNormal": inferRandom, "RandomUniform": inferRandom, "RandomNormalLike": inferRandomLike,
		"RandomUniformLike": inferRandomLike, "Bernoulli": inferRandomLike, "Multinomial": inferMultinomial,
		"HannWindow": inferWindow, "HammingWindow": inferWindow, "BlackmanWindow": inferWindow, "MelWeightMatrix": inferMelWeights,
	}
}

func inferConstant(o *operation) error {
	if t := o.Tensor("value"); t != nil {
		v, err := o.inference.constant(t)
		o.set(0, v)
		return err
	}
	if a := o.Attribute("sparse_value"); a != nil {
		if s, ok := a.Value.(*onnx.SparseTensor); ok && s.Values != nil {
			o.set(0, Tensor(s.Values.DataType, numbers(s.Dims)...))
			return nil
		}
	}
	scalar := func(t onnx.DataType, c *Contents) {
		v := Tensor(t)
		v.Contents = c
		o.set(0, v)
	}
	switch {
	case o.Attribute("value_int") != nil:
		scalar(onnx.Int64, &Contents{Ints: numbers([]int64{o.Int("value_int", 0)})})
	case o.Attribute("value_float") != nil:
		scalar(onnx.Float32, &Contents{Floats: []float64{float64(o.Float("value_float", 0))}})
	case o.Attribute("value_string") != nil:
		scalar(onnx.String, nil)
	case o.Attribute("value_ints") != nil:
		list, _ := o.Ints("value_ints")
		o.set(0, Vector(onnx.Int64, numbers(list)...))
	case o.Attribute("value_floats") != nil:
		list, _ := o.Floats("value_floats")
		v := Tensor(onnx.Float32, Number(int64(len(list))))
		v.Contents = &Contents{Floats: make([]float64, len(list))}
		for k, x := range list {
			v.Contents.Floats[k] = float64(x)
		}
		o.set(0, v)
	case o.Attribute("value_strings") != nil:
		list, _ := onnx.AttributeValue[[]string](o.Node, "value_strings")
		o.set(0, Tensor(onnx.String, Number(int64(len(list)))))
	default:
		return unknownf("the constant has no value")
	}
	return nil
}

// shapeFrom is a tensor whose shape is the contents of an input.
func (o *operation) shapeFrom(input int, t onnx.DataType) (Value, error) {
	if list, ok := o.at(input).ints(); ok {
		return Tensor(t, list...), nil
	}
	v := Value{Kind: onnx.TensorType, Type: t}
	if dims := o.at(input); dims.Ranked && len(dims.Shape) == 1 {
		if rank, ok := dims.Shape[0].Int(); ok && rank <= maxRank {
			v.Ranked = true
			for k := range int(rank) {
				v.Shape = append(v.Shape, o.open(0, k))
			}
		}
	}
	return v, unknownf("the contents of %q are not known", o.Input(input))
}

func inferConstantOfShape(o *operation) error {
	fill := Tensor(onnx.Float32)
	fill.Contents = &Contents{Floats: []float64{0}}
	if t := o.Tensor("value"); t != nil {
		v, err := o.inference.constant(t)
		if err != nil {
			return err
		}
		fill = v
	}
	v, why := o.shapeFrom(0, fill.Type)
	count, _ := v.Elements()
	if n, ok := count.Int(); ok && why == nil && fill.Contents != nil && n <= int64(o.inference.options.Contents) {
		v.Contents = fill.Contents.pick(make([]int, max(n, 0)))
	}
	o.set(0, v)
	return why
}

func inferShape(o *operation) error {
	v := o.at(0)
	if !v.Ranked {
		o.set(0, Tensor(onnx.Int64, o.open(0, 0)))
		return unknownf("the number of dimensions of %q is not known", o.Input(0))
	}
	rank := int64(len(v.Shape))
	bound := func(name string, absent int64) int64 {
		n := o.Int(name, absent)
		if n < 0 {
			n += rank
		}
		return min(max(n, 0), rank)
	}
	from, to := bound("start", 0), bound("end", rank)
	o.set(0, Vector(onnx.Int64, slices.Clone(v.Shape[from:max(from, to)])...))
	return nil
}

func inferSize(o *operation) error {
	v := Tensor(onnx.Int64)
	elements, ok := o.at(0).Elements()
	if ok {
		v.Contents = &Contents{Ints: []Expression{elements}}
	}
	o.set(0, v)
	return nil
}

func inferRange(o *operation) error {
	v := Tensor(o.at(0).Type, o.open(0, 0))
	defer func() { o.set(0, v) }()
	start, limit, delta := o.at(0), o.at(1), o.at(2)
	s, first := start.ints()
	l, last := limit.ints()
	d, step := delta.ints()
	if first && last && step && len(s) == 1 && len(l) == 1 && len(d) == 1 {
		if d[0].Is(0) {
			return unknownf("the step is 0")
		}
		count := l[0].Minus(s[0]).Ceil(d[0]).Max(Number(0)).positive()
		v.Shape[0] = count
		if n, ok := count.Int(); ok && n <= int64(o.inference.options.Contents) {
			v.Contents = &Contents{Ints: make([]Expression, n)}
			for k := range v.Contents.Ints {
				v.Contents.Ints[k] = s[0].Plus(d[0].Times(Number(int64(k))))
			}
		}
		return nil
	}
	a, first := start.floats()
	b, last := limit.floats()
	c, step := delta.floats()
	if first && last && step && len(a) == 1 && len(b) == 1 && len(c) == 1 && c[0] != 0 {
		if n := math.Max(math.Ceil((b[0]-a[0])/c[0]), 0); n < math.MaxInt32 {
			v.Shape[0] = Number(int64(n))
			return nil
		}
	}
	return unknownf("start, limit or step are not known")
}

func inferEyeLike(o *operation) error {
	v := o.at(0)
	v.Contents = nil
	if t := o.Int("dtype", 0); t != 0 {
		v.Type = onnx.DataType(t)
	}
	o.set(0, v)
	return nil
}

func inferRandom(o *operation) error {
	list, _ := o.Ints("shape")
	o.set(0, Tensor(onnx.DataType(o.Int("dtype", int64(onnx.Float32))), numbers(list)...))
	return nil
}

func inferRandomLike(o *operation) error { return inferEyeLike(o) }

func inferMultinomial(o *operation) error {
	dims, err := o.rank(0, 1)
	if err != nil {
		return err
	}
	o.set(0, Tensor(onnx.DataType(o.Int("dtype", int64(onnx.Int32))), dims[0], Number(o.Int("sample_size", 1))))
	return nil
}

func inferWindow(o *operation) error {
	n := o.open(0, 0)
	if list, ok := o.at(0).ints(); ok && len(list) == 1 {
		n = list[0]
	}
	o.set(0, Tensor(onnx.DataType(o.Int("output_datatype", int64(onnx.Float32))), n))
	return nil
}

func inferMelWeights(o *operation) error {
	bins, frequencies := o.open(0, 1), o.open(0, 0)
	if list, ok := o.at(0).ints(); ok && len(list) == 1 {
		bins = list[0]
	}
	if list, ok := o.at(1).ints(); ok && len(list) == 1 {
		frequencies = list[0].Floor(Number(2)).Plus(Number(1))
	}
	o.set(0, Tensor(onnx.DataType(o.Int("output_datatype", int64(onnx.Float32))), frequencies, bins))
	return nil
}
