package interpret

import (
	"fmt"
	"math"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// Exact tells whether an operator is computed to the last bit by every implementation that rounds once: sums,
// products, comparisons. Others, such as Exp, depend on who computes them.
func Exact(op string) bool { return slices.Contains(exact, op) }

var exact = []string{"Relu", "LeakyRelu", "PRelu", "Clip", "Abs", "Neg", "Sign", "Floor", "Ceil", "Round", "Identity", "Cast", "Add", "Sub", "Mul", "Div",
	"Max", "Min", "Sqrt", "Reciprocal", "Where", "ThresholdedRelu", "DepthToSpace", "SpaceToDepth", "Transpose", "Reshape", "Flatten", "Squeeze", "Unsqueeze",
	"Slice", "Split", "Concat", "Pad", "Resize", "Upsample", "MaxPool", "Constant", "Shape"}

// unary returns the function of an operator of one input, before it is rounded; false for any other operator.
func unary(c *call, round func(float64) float64) (func(float64) float64, bool) {
	number := func(name string, absent float32) float64 { return round(float64(c.node.Float(name, absent))) }
	switch c.node.OpType {
	case "Dropout":
		if t := c.input(2); t != nil && t.Data[0] != 0 {
			return nil, false // training
		}
		return func(x float64) float64 { return x }, true
	case "Identity":
		return func(x float64) float64 { return x }, true
	case "Relu":
		return func(x float64) float64 { return maximum(x, 0) }, true
	case "LeakyRelu":
		alpha := number("alpha", 0.01)
		return func(x float64) float64 {
			if x < 0 {
				return alpha * x
			}
			return x
		}, true
	case "Elu", "Celu":
		alpha := number("alpha", 1)
		scale := alpha
		if c.node.OpType == "Elu" {
			scale = 1
		}
		return func(x float64) float64 {
			if x < 0 {
				return alpha * math.Expm1(x/scale)
			}
			return x
		}, true
	case "Selu":
		alpha, gamma := number("alpha", 1.67326319217681884765625), number("gamma", 1.05070102214813232421875)
		return func(x float64) float64 {
			if x <= 0 {
				return gamma * alpha * math.Expm1(x)
			}
			return gamma * x
		}, true
	case "ThresholdedRelu":
		alpha := number("alpha", 1)
		return func(x float64) float64 {
			if x > alpha || x != x {
				return x
			}
			return 0
		}, true
	case "HardSigmoid":
		alpha, beta := number("alpha", 0.2), number("beta", 0.5)
		return func(x float64) float64 { return minimum(maximum(alpha*x+beta, 0), 1) }, true
	case "HardSwish":
		return func(x float64) float64 { return x * minimum(maximum(x/6+0.5, 0), 1) }, true
	case "Gelu":
		if c.node.Text("approximate", "none") == "tanh" {
			return func(x float64) float64 {
				return 0.5 * x * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(x+0.044715*x*x*x)))
			}, true
		}
		return func(x float64) float64 { return 0.5 * x * (1 + math.Erf(x/math.Sqrt2)) }, true
	case "Swish":
		alpha := number("alpha", 1)
		return func(x float64) float64 { return x * sigmoid(alpha*x) }, true
	}
	f, ok := plain[c.node.OpType]
	return f, ok
}

// plain are operators of one input and no attributes.
var plain = map[string]func(float64) float64{
	"Sigmoid": sigmoid, "Tanh": math.Tanh, "Softplus": softplus,
	"Softsign": func(x float64) float64 { return x / (1 + math.Abs(x)) },
	"Mish":     func(x float64) float64 { return x * math.Tanh(softplus(x)) },
	"Exp":      math.Exp, "Log": math.Log, "Abs": math.Abs, "Sqrt": math.Sqrt, "Erf": math.Erf, "Floor": math.Floor, "Ceil": math.Ceil,
	"Round": math.RoundToEven, "Sin": math.Sin, "Cos": math.Cos, "Tan": math.Tan, "Asin": math.Asin, "Acos": math.Acos, "Atan": math.Atan,
	"Sinh": math.Sinh, "Cosh": math.Cosh, "Asinh": math.Asinh, "Acosh": math.Acosh, "Atanh": math.Atanh,
	"Neg":        func(x float64) float64 { return -x },
	"Reciprocal": func(x float64) float64 { return 1 / x },
	"Not":        func(x float64) float64 { return 1 - x },
	"Sign":       sign,
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// softplus is the logarithm of 1 + e^x, without an overflow where it is x.
func softplus(x float64) float64 { return maximum(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	case x != x:
		return x
	}
	return 0
}

// maximum orders -0 before +0, and is NaN if either is, as IEEE 754-2019 has it.
func maximum(a, b float64) float64 {
	switch {
	case a != a || b != b:
		return math.NaN()
	case a > b || a == b && !math.Signbit(a):
		return a
	}
	return b
}

// minimum is the counterpart of maximum.
func minimum(a, b float64) float64 { return -maximum(-a, -b) }

// pairwise returns the function of an operator of two or more inputs; false for any other operator.
func pairwise(op string) (func(a, b float64) float64, bool) {
	switch op {
	case "Add", "Sum":
		return func(a, b float64) float64 { return a + b }, true
	case "Sub":
		return func(a, b float64) float64 { return a - b }, true
	case "Mul":
		return func(a, b float64) float64 { return a * b }, true
	case "Div":
		return func(a, b float64) float64 { return a / b }, true
	case "Max":
		return maximum, true
	case "Min":
		return minimum, true
	case "Pow":
		return math.Pow, true
	case "PRelu":
		return func(x, slope float64) float64 {
			if x < 0 {
				return slope * x
			}
			return x
		}, true
	}
	compare, ok := comparisons[op]
	return func(a, b float64) float64 { return truth(compare(a, b)) }, ok
}

var comparisons = map[string]func(a, b float64) bool{
	"Greater": func(a, b float64) bool { return a > b }, "GreaterOrEqual": func(a, b float64) bool { return a >= b },
	"Less": func(a, b float64) bool { return a < b }, "LessOrEqual": func(a, b float64) bool { return a <= b },
	"Equal": func(a, b float64) bool { return a == b },
	"And":   func(a, b float64) bool { return a != 0 && b != 0 }, "Or": func(a, b float64) bool { return a != 0 || b != 0 },
	"Xor": func(a, b float64) bool { return (a != 0) != (b != 0) },
}

// elementwise computes a function of every element.
func (c *call) elementwise(kind onnx.DataType, f func(float64) float64) ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	y, err := c.make(kind, x.Dims)
	if err != nil {
		return nil, err
	}
	round, err := rounding(kind)
	if err != nil {
		return nil, err
	}
	for i, v := range x.Data {
		y.Data[i] = round(f(v))
	}
	return []*Tensor{y}, nil
}

// clip is at least the lower bound and at most the upper one; the upper one wins.
func (c *call) clip() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	bounds := [2]float64{math.Inf(-1), math.Inf(1)}
	for i, name := range []string{"min", "max"} {
		if v, ok := onnx.AttributeValue[float32](c.node, name); ok {
			bounds[i] = float64(v)
		}
		if t := c.input(i + 1); t != nil {
			if len(t.Data) != 1 {
				return nil, fmt.Errorf("%d numbers for %s", len(t.Data), name)
			}
			bounds[i] = t.Data[0]
		}
	}
	return c.elementwise(x.Type, func(x float64) float64 { return minimum(maximum(x, bounds[0]), bounds[1]) })
}

func (c *call) cast() ([]*Tensor, error) {
	to := onnx.DataType(c.node.Int("to", 0))
	if !computes(to) {
		return nil, unsupported("a cast to %s", to)
	}
	return c.elementwise(to, func(x float64) float64 { return x })
}
