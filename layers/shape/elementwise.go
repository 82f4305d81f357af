package shape

import (
	"math"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// elementwise are operators that make of each element one of the same type.
func elementwise() map[string]rule {
	rules := map[string]rule{
		"Identity": inferIdentity, "Dropout": inferDropout, "Cast": inferCast, "CastLike": inferCastLike, "BitCast": inferCast,
		"IsNaN": inferPredicate, "IsInf": inferPredicate, "Not": computed(func(a int64) int64 { return 1 - a }, nil),
		"Neg": computed(func(a int64) int64 { return -a }, func(a float64) float64 { return -a }),
		"Abs": computed(func(a int64) int64 { return max(a, -a) }, math.Abs),
		"Sign": computed(func(a int64) int64 { return int64(min(max(a, -1), 1)) }, func(a float64) float64 {
			switch {
			case a > 0:
				return 1
			case a < 0:
				return -1
			}
			return a
		}),
		"Floor": computed(nil, math.Floor), "Ceil": computed(nil, math.Ceil), "Round": computed(nil, math.RoundToEven),
		"Sqrt": computed(nil, math.Sqrt), "Exp": computed(nil, math.Exp), "Log": computed(nil, math.Log),
		"Reciprocal": computed(nil, func(a float64) float64 { return 1 / a }),
	}
	for _, name := range []string{
		"Relu", "LeakyRelu", "ThresholdedRelu", "Sigmoid", "HardSigmoid", "HardSwish", "Tanh", "Elu", "Selu", "Celu", "Gelu", "Mish", "Swish",
		"Softplus", "Softsign", "Erf", "Sin", "Cos", "Tan", "Asin", "Acos", "Atan", "Sinh", "Cosh", "Asinh", "Acosh", "Atanh", "Shrink",
		"BitwiseNot", "Clip", "Trilu", "Softmax", "LogSoftmax", "Hardmax", "CumSum", "CumProd", "ScaledTanh", "ParametricSoftplus", "Affine",
		"LpNormalization", "MeanVarianceNormalization", "LRN", "RotaryEmbedding", "TensorScatter",
	} {
		rules[name] = inferSame
	}
	rules["Clip"] = inferClip
	return rules
}

// inferSame: the first output has the first input's shape and type.
func inferSame(o *operation) error {
	v := o.at(0)
	v.Contents = nil
	o.set(0, v)
	return nil
}

func inferIdentity(o *operation) error {
	o.set(0, o.at(0))
	return nil
}

func inferDropout(o *operation) error {
	o.set(0, o.at(0))
	mask := o.at(0)
	mask.Contents = nil
	if mask.Type = onnx.Bool; o.opset > 0 && o.opset < 10 {
		mask.Type = o.at(0).Type // before opset 10 the mask had the type of the data
	}
	o.set(1, mask)
	return nil
}

func inferPredicate(o *operation) error {
	v := o.at(0)
	v.Type, v.Contents = onnx.Bool, nil
	o.set(0, v)
	return nil
}

func inferClip(o *operation) error {
	v := o.at(0)
	values, known := v.floats()
	low, high := math.Inf(-1), math.Inf(1)
	for k, bound := range []*float64{&low, &high} {
		if a := o.Attribute([]string{"min", "max"}[k]); a != nil {
			*bound = float64(o.Float(a.Name, 0))
		}
		if !o.has(k + 1) {
			continue
		}
		if list, ok := o.at(k + 1).floats(); ok && len(list) == 1 {
			*bound = list[0]
		} else {
			known = false
		}
	}
	if v.Contents = nil; known {
		clipped := make([]float64, len(values))
		for k, x := range values {
			clipped[k] = min(max(x, low), high)
		}
		v.Contents = contentsOf(v.Type, clipped)
	}
	o.set(0, v)
	return nil
}

// contentsOf keeps real numbers as contents of a type.
func contentsOf(t onnx.DataType, list []float64) *Contents {
	if !integral(t) {
		return &Contents{Floats: list}
	}
	ints := make([]Expression, len(list))
	for k, x := range list {
		if math.Abs(x) >= 1<<53 || x != math.Trunc(x) {
			return nil
		}
		ints[k] = Number(int64(x))
	}
	return &Contents{Ints: ints}
}

// computed is a rule that also computes contents, of integers or of real numbers.
func computed(ofInt func(int64) int64, ofFloat func(float64) float64) rule {
	return func(o *operation) error {
		v := o.at(0)
		contents := v.Contents
		v.Contents = nil
		switch {
		case contents == nil:
		case contents.Ints != nil && ofInt != nil:
			if list, err := o.numbers(0); err == nil {
				for k := range list {
					list[k] = ofInt(list[k])
				}
				v.Contents = &Contents{Ints: numbers(list)}
			}
		case contents.Floats != nil && ofFloat != nil:
			list := slices.Clone(contents.Floats)
			for k := range list {
				list[k] = ofFloat(list[k])
			}
			v.Contents = &Contents{Floats: list}
		}
		o.set(0, v)
		return nil
	}
}

func inferCast(o *operation) error { return o.cast(onnx.DataType(o.Int("to", 0))) }

func inferCastLike(o *operation) error { return o.cast(o.at(1).Type) }

// cast is the first input as another type. Old models spell the type as a text.
func (o *operation) cast(to onnx.DataType) error {
	v := o.at(0)
	if to == onnx.Undefined {
		to = typeNamed(o.Text("to", ""))
	}
	v.Type = to
	switch {
	case v.Contents == nil:
	case v.Contents.Ints != nil && integral(to):
		if to == onnx.Bool {
			v.Contents = truth(v)
		}
	case integral(to):
		list, _ := v.floats()
		whole := make([]float64, len(list))
		for k, x := range list {
			if whole[k] = math.Trunc(x); to == onnx.Bool && x != 0 {
				whole[k] = 1
			}
		}
		v.Contents = contentsOf(to, whole)
	case real(to):
		if list, ok := v.floats(); ok {
			v.Contents = &Contents{Floats: list}
		} else {
			v.Contents = nil
		}
	default:
		v.Contents = nil
	}
	o.set(0, v)
	return nil
}

func truth(v Value) *Contents {
	list, ok := v.floats()
	if !ok {
		return nil
	}
	for k, x := range list {
		if list = slices.Clone(list); x != 0 {
			list[k] = 1
		}
	}
	return contentsOf(onnx.Bool, list)
}

func typeNamed(name string) onnx.DataType {
	for t := onnx.Float32; t <= onnx.BFloat16; t++ {
		if name != "" && (equalFold(t.String(), name) || name == "FLOAT" && t == onnx.Float32 || name == "DOUBLE" && t == onnx.Float64) {
			return t
		}
	}
	return onnx.Undefined
}
