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
	if v := r.Value(m.Graph, "y"); v.Ranked || v.Type != onnx.Float16 {
		t.Errorf("%v", v)
	}
	if v := r.Value(m.Graph, "z"); v.String() != "float16[1, 64, 7]" {
		t.Errorf("%v", v)
	}
}
