package rewrite

import (
	"math"
	"slices"

	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
)

// elementwise are operators that make each element of the elements in the same place of their inputs, and that move.
var elementwise = []string{
	"Relu", "LeakyRelu", "PRelu", "Clip", "Sigmoid", "Tanh", "Elu", "Selu", "Celu", "Softplus", "Softsign", "HardSigmoid", "HardSwish",
	"ThresholdedRelu", "Mish", "Gelu", "Swish", "Erf", "Exp", "Log", "Abs", "Neg", "Sqrt", "Reciprocal", "Sign", "Floor", "Ceil", "Round", "Sin", "Cos",
	"Tan", "Asin", "Acos", "Atan", "Sinh", "Cosh", "Asinh", "Acosh", "Atanh", "Add", "Sub", "Mul", "Div", "Max", "Min", "Pow", "Sum", "Not", "And", "Or", "Xor",
	"Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "Where", "Cast", "Identity", "BatchNormalization",
}

// moves tells whether an operator is one that can move.
func moves(n *onnx.Node) bool {
	return n.Is(n.OpType) && slices.Contains(elementwise, n.OpType) && len(n.Outputs) > 0 && !slices.ContainsFunc(n.Outputs[1:], func(o string) bool { return o != "" }) &&
		n.Int("training_mode", 0) == 0 && n.Int("spatial", 1) == 1 // an old BatchNormalization may have numbers for each element
}

// channels tells whether an input is a list with a number for each channel, whatever the number of dimensions.
func channels(n *onnx.Node, input int) bool { return n.OpType == "BatchNormalization" && input > 0 }

// rises tells whether what some nodes make of a value never falls when the value does not, and makes NaN of NaN alone. The
// nodes come in their order, and out is what they make.
func (s *scene) rises(u *unit) error {
	rising := map[string]bool{u.in: true}
	for _, n := range u.nodes {
		kind := s.shapes.Value(s.graph, n.Output(0)).Type
		if kind != onnx.Float16 && kind != onnx.Float32 && kind != onnx.BFloat16 && kind != onnx.Float64 {
			return refuse(named(n), "f is not known to be non-decreasing: %s of %s", n.OpType, kind)
		}
		varying := 0
		for _, name := range n.Inputs {
			if rising[name] {
				varying++
			}
		}
		if err := s.rule(n, varying, rising); err != nil {
			return err
		}
		rising[n.Output(0)] = true
	}
	return nil
}

// rule holds a node to what makes it non-decreasing: its constants.
func (s *scene) rule(n *onnx.Node, varying int, rising map[string]bool) error {
	number := func(x float64) bool { return x == x }
	finite := func(x float64) bool { return x == x && !math.IsInf(x, 0) }
	switch n.OpType {
	case "Relu", "Identity":
		return nil
	case "LeakyRelu":
		alpha, err := s.rounded(n, float64(n.Float("alpha", 0.01)))
		if err != nil {
			return err
		}
		return slope(n, alpha)
	case "PRelu":
		if !rising[n.Input(0)] || varying != 1 {
			return refuse(named(n), "the slope of PRelu is no constant")
		}
		return s.all(n, rising, func(x float64) bool { return x > 0 && x <= 1 },
			"a slope outside of (0, 1]: f could fall, or make NaN of -inf where MaxPool has none")
	case "Clip", "Max", "Min":
		return s.all(n, rising, number, "a bound that is NaN")
	case "Add":
		if varying == 1 {
			return s.all(n, rising, finite, "a sum with a number that is not finite, which makes NaN of an infinity")
		}
	case "Mul":
		if varying == 1 {
			return s.all(n, rising, func(x float64) bool { return x > 0 && finite(x) },
				"a factor that is not a finite number above 0: f could fall, or make NaN of an infinity")
		}
	}
	return refuse(named(n), "f is not known to be non-decreasing: %s", n.OpType)
}

func slope(n *onnx.Node, alpha float64) error {
	if alpha > 0 && alpha <= 1 {
		return nil
	}
	return refuse(named(n), "a slope of %g is outside of (0, 1]: f could fall, or make NaN of -inf where MaxPool has none", alpha)
}

// rounded is a number in the type that a node makes.
func (s *scene) rounded(n *onnx.Node, x float64) (float64, error) {
	kind := s.shapes.Value(s.graph, n.Output(0)).Type
	t, err := interpret.Rounded(kind, x)
	if err != nil {
		return 0, refuse(named(n), "%v", err)
	}
	return t, nil
}

// all holds every constant that a node reads to a condition.
func (s *scene) all(n *onnx.Node, rising map[string]bool, holds func(float64) bool, why string) error {
	for _, name := range n.Inputs {
		if name == "" || rising[name] {
			continue
		}
		t, err := s.known(n, name)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(t.Data, func(x float64) bool { return !holds(x) }); i >= 0 {
			return refuse(named(n), "%s (%g)", why, t.Data[i])
		}
	}
	for _, name := range []string{"min", "max"} { // of a Clip before opset 11
		if x, ok := onnx.AttributeValue[float32](n, name); ok && !holds(float64(x)) {
			return refuse(named(n), "%s (%g)", why, x)
		}
	}
	return nil
}
