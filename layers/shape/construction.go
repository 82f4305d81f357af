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
		"EyeLike": inferLike, "RandomNormal": inferRandom, "RandomUniform": inferRandom, "RandomNormalLike": inferLike,
		"RandomUniformLike": inferLike, "Bernoulli": inferLike, "Multinomial": inferMultinomial,
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
	known := func(v Value, c *Contents) {
		v.Contents = c
		o.set(0, v)
	}
	switch {
	case o.Attribute("value_int") != nil:
		known(Tensor(onnx.Int64), Ints(o.Int("value_int", 0)))
	case o.Attribute("value_float") != nil:
		known(Tensor(onnx.Float32), Floats(float64(o.Float("value_float", 0))))
	case o.Attribute("value_string") != nil:
		known(Tensor(onnx.String), nil)
	case o.Attribute("value_ints") != nil:
		list, _ := o.Ints("value_ints")
		o.set(0, Vector(onnx.Int64, numbers(list)...))
	case o.Attribute("value_floats") != nil:
		list, _ := o.Floats("value_floats")
		wide := make([]float64, len(list))
		for k, x := range list {
			wide[k] = float64(x)
		}
		known(Tensor(onnx.Float32, Number(int64(len(list)))), Floats(wide...))
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
	if rank, ok := o.length(input); ok {
		v.Ranked, v.Shape = true, o.opened(0, rank)
	}
	return v, unknownf("the contents of %q are not known", o.Input(input))
}

// inferConstantOfShape: weights that are left out of a model are often made by it, so the number is read only where it
// matters.
func inferConstantOfShape(o *operation) error {
	t := o.Tensor("value")
	elem := onnx.Float32
	if t != nil {
		elem = t.DataType
	}
	v, why := o.shapeFrom(0, elem)
	if _, n, ok := o.fewElements(v); ok && why == nil {
		fill := Value{Contents: Floats(0)}
		if t != nil {
			var err error
			if fill, err = o.inference.constant(t); err != nil {
				return err
			}
		}
		if fill.Contents.len() == 1 {
			v.Contents = fill.Contents.pick(make([]int, n))
		}
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
	var why error
	if start, limit, step, ok := o.three(); ok {
		v.Shape[0] = limit.Minus(start).Ceil(step).Max(Number(0))
		if _, n, ok := o.fewElements(v); ok {
			v.Contents = &Contents{Ints: make([]Expression, n)}
			for k := range v.Contents.Ints {
				v.Contents.Ints[k] = start.Plus(step.Times(Number(int64(k))))
			}
		}
	} else if n, ok := o.steps(); ok {
		v.Shape[0] = n
	} else {
		why = unknownf("start, limit or step are not known")
	}
	o.set(0, v)
	return why
}

// three are the whole numbers that a Range is made of.
func (o *operation) three() (start, limit, step Expression, ok bool) {
	start, first := o.scalar(0)
	limit, last := o.scalar(1)
	step, by := o.scalar(2)
	return start, limit, step, first && last && by && !step.Is(0)
}

// steps is how many real numbers a Range has.
func (o *operation) steps() (Expression, bool) {
	var numbers [3]float64
	for k := range numbers {
		list, ok := o.at(k).floats()
		if !ok || len(list) != 1 {
			return Expression{}, false
		}
		numbers[k] = list[0]
	}
	distance := numbers[1] - numbers[0]
	if o.at(0).Type != onnx.Float64 {
		distance = float64(float32(distance))
	}
	n := math.Ceil(distance / numbers[2])
	return Number(int64(max(n, 0))), n < 1<<53
}

// inferLike has the shape of its input, and a type of its own if it says so.
func inferLike(o *operation) error {
	v := o.at(0).plain()
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
	if size, ok := o.scalar(0); ok {
		n = size
	}
	o.set(0, Tensor(onnx.DataType(o.Int("output_datatype", int64(onnx.Float32))), n))
	return nil
}

func inferMelWeights(o *operation) error {
	bins, frequencies := o.open(0, 1), o.open(0, 0)
	if n, ok := o.scalar(0); ok {
		bins = n
	}
	if n, ok := o.scalar(1); ok {
		frequencies = n.Floor(Number(2)).Plus(Number(1))
	}
	o.set(0, Tensor(onnx.DataType(o.Int("output_datatype", int64(onnx.Float32))), frequencies, bins))
	return nil
}
