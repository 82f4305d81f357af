package shape

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/layers/onnx"
)

// TestClash: of shapes that do not fit each other nothing follows.
func TestClash(t *testing.T) {
	t.Parallel()
	m := model(&onnx.Graph{Nodes: []*onnx.Node{node("Add", "a b", "y"), node("Add", "a c", "z"), node("Relu", "y", "r")}, Inputs: []*onnx.ValueInfo{
		{Name: "a", Type: onnx.NewTensorType(onnx.Float16, onnx.Fixed(1), onnx.Fixed(64), onnx.Fixed(7))},
		{Name: "b", Type: onnx.NewTensorType(onnx.Float16, onnx.Fixed(1), onnx.Fixed(64), onnx.Fixed(9))},
		{Name: "c", Type: onnx.NewTensorType(onnx.Float16, onnx.Fixed(64), onnx.Fixed(1))}}})
	r := infer(t, m, Options{})
	if len(r.Unknown) != 2 || !strings.Contains(r.Unknown[0].Why, "one has 7 elements where another has 9") {
		t.Errorf("%+v", r.Unknown)
	}
	fixed := func(name string, dims ...int64) *onnx.ValueInfo {
		shape := make([]onnx.Dim, len(dims))
		for k, d := range dims {
			shape[k] = onnx.Fixed(d)
		}
		return &onnx.ValueInfo{Name: name, Type: onnx.NewTensorType(onnx.Float16, shape...)}
	}
	conv := model(&onnx.Graph{Nodes: []*onnx.Node{node("Conv", "x w", "y"), node("Conv", "x v", "z")},
		Inputs: []*onnx.ValueInfo{fixed("x", 1, 4, 8, 8), fixed("w", 5, 3, 3, 3), fixed("v", 5, 4, 3, 3)}})
	if r := infer(t, conv, Options{}); len(r.Unknown) != 1 || !strings.Contains(r.Unknown[0].Why, "the data has 4 channels, and the weights take 3") {
		t.Errorf("%+v", r.Unknown)
	}
	if v := r.Value(m.Graph, "y"); v.Ranked || v.Type != onnx.Float16 {
		t.Errorf("%v", v)
	}
	if v := r.Value(m.Graph, "z"); v.String() != "float16[1, 64, 7]" {
		t.Errorf("%v", v)
	}
}
