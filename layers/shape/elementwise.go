package shape

import (
	"math"
	"strings"

	"github.com/planlint/planlint/layers/onnx"
)

// elementwise are operators that make of each element one of the same type.
func elementwise() map[string]rule {
	rules := map[string]rule{
		"Identity": inferIdentity, "Dropout": inferDropout, "Clip": inferClip, "IsNaN": inferPredicate, "IsInf": inferPredicate,
		"Not": computed(func(a int64) int64 { return 1 - a }, nil),
		"Neg": computed(func(a int64) int64 { return -a }, func(a float64) float64 { return -a }),
		"Abs": computed(func(a int64) int64 { return max(a, -a) }, math.Abs),
		"Sign": computed(func(a int64) int64 { return min(max(a, -1), 1) }, func(a float64) float64 {
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
		"Relu":       computed(func(a int64) int64 { return max(a, 0) }, func(a float64) float64 { return max(a, 0) }),
		"Reciprocal": computed(nil, func(a float64) float64 { return 1 / a }),
	}
	for name := range strings.FieldsSeq(`LeakyRelu PRelu ThresholdedRelu Sigmoid HardSigmoid HardSwish Tanh Elu Selu Celu Gelu Mish Swish
		Softplus Softsign Erf Sin Cos Tan Asin Acos Atan Sinh Cosh Asinh Acosh Atanh Shrink BitwiseNot Trilu Softmax LogSoftmax Hardmax CumSum CumProd
		ScaledTanh ParametricSoftplus Affine ImageScaler LpNormalization MeanVarianceNormalization LRN RotaryEmbedding TensorScatter`) {
		rules[name] = inferSame
	}
	return rules
}

// inferSame: the first output has the first input's shape and type. A second input, such as the slope of a PRelu, is
// broadcast to the first, never the other way round.
func inferSame(o *operation) error {
	o.set(0, o.at(0).plain())
	return nil
}

func inferIdentity(o *operation) error {
	o.set(0, o.at(0))
	return nil
}

func inferDropout(o *operation) error {
	o.set(0, o.at(0).plain())
	mask := o.at(0).plain()
	if !o.before(10) { // there, the mask has the type of the data
		mask.Type = onnx.Bool
	}
	o.set(1, mask)
	return nil
}

func inferPredicate(o *operation) error {
	v := o.at(0).plain()
	v.Type = onnx.Bool
	o.set(0, v)
	return nil
}

// inferClip: the bounds were attributes before opset 11, and inputs since.
func inferClip(o *operation) error {
	v := o.at(0).plain()
	values, known := o.at(0).floats()
	low, high := math.Inf(-1), math.Inf(1)
	for k, bound := range []*float64{&low, &high} {
		if a := o.Attribute([]string{"min", "max"}[k]); a != nil {
			*bound = float64(o.Float(a.Name, float32(*bound)))
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
	if known {
		clipped := make([]float64, len(values))
		for k, x := range values {
			clipped[k] = min(max(x, low), high)
		}
		v.Contents = contentsOf(v.Type, clipped)
	}
	o.set(0, v)
	return nil
}

// computed is a rule that also computes contents, of integers or of real numbers; either function may be nil.
func computed(ofInt func(int64) int64, ofFloat func(float64) float64) rule {
	return func(o *operation) error {
		v := o.at(0).plain()
		contents := o.at(0).Contents
		switch {
		case contents == nil:
		case integral(v.Type) && ofInt != nil:
			if list, err := o.numbers(0); err == nil {
				for k := range list {
					list[k] = ofInt(list[k])
				}
				v.Contents = Ints(list...)
			}
		case real(v.Type) && ofFloat != nil:
			if list, ok := o.at(0).floats(); ok {
				made := Floats(list...)
				for k, x := range list {
					made.Floats[k] = ofFloat(x)
				}
				v.Contents = made.rounded(v.Type)
			} else if o.OpType == "Floor" || o.OpType == "Ceil" || o.OpType == "Round" {
				v.Contents = contents // whole numbers that depend on symbols
			}
		}
		o.set(0, v)
		return nil
	}
}
