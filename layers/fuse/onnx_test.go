package fuse

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/fixtures/fusion"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

// TestModelsAsFiles reads the corpus from ONNX files, infers its shapes, and expects what its plain description gives.
func TestModelsAsFiles(t *testing.T) {
	models, table := fusion.Models(t), rtxTable(t)
	folder := fusion.Files(t)
	for _, name := range fusion.Names(models) {
		model, err := onnx.Open(t.Context(), filepath.Join(folder, name+".onnx"))
		if err != nil {
			t.Fatal(err)
		}
		shapes, err := shape.Infer(t.Context(), model, shape.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := Groups(graphOf(t, models[name]), table, "")
		if diff := cmp.Diff(want, Groups(FromONNX(model.Graph, shapes), table, "")); diff != "" {
			t.Errorf("%s (-description +file):\n%s", name, diff)
		}
		if err := model.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestBodiesReadWhatIsAroundThem: an If that reads the result of a convolution keeps what follows from being its only
// reader, constants come from Constant nodes, and shapes are no activations.
func TestBodiesReadWhatIsAroundThem(t *testing.T) {
	image := onnx.NewTensorType(onnx.Float16, onnx.Fixed(1), onnx.Fixed(8), onnx.Fixed(4), onnx.Fixed(4))
	body := &onnx.Graph{Nodes: []*onnx.Node{{OpType: "Exp", Inputs: []string{"conv"}, Outputs: []string{"e"}}}, Outputs: []*onnx.ValueInfo{{Name: "e"}}}
	g := &onnx.Graph{
		Inputs:  []*onnx.ValueInfo{{Name: "x", Type: image}, {Name: "c", Type: onnx.NewTensorType(onnx.Bool)}},
		Outputs: []*onnx.ValueInfo{{Name: "last"}, {Name: "if"}},
		Nodes: []*onnx.Node{
			{OpType: "Constant", Outputs: []string{"w"}},
			{Name: "conv", OpType: "Conv", Inputs: []string{"x", "w"}, Outputs: []string{"conv"}},
			{Name: "act", OpType: "LeakyRelu", Inputs: []string{"conv"}, Outputs: []string{"act"}},
			{Name: "if", OpType: "If", Inputs: []string{"c"}, Outputs: []string{"if"}},
			{Name: "shape", OpType: "Shape", Inputs: []string{"act"}, Outputs: []string{"shape"}},
			{Name: "double", OpType: "Add", Inputs: []string{"shape", "shape"}, Outputs: []string{"double"}},
			{Name: "last", OpType: "Conv", Inputs: []string{"act", "w"}, Outputs: []string{"last"}},
		},
	}
	g.Nodes[3].SetAttribute("then_branch", body)
	shapes, err := shape.Infer(t.Context(), &onnx.Model{Graph: g, Opsets: []onnx.Opset{{Version: 17}}}, shape.Options{})
	if err != nil {
		t.Fatal(err)
	}
	groups := Groups(FromONNX(g, shapes), rtxTable(t), "")
	if len(groups) != 1 || !groups[0].Alone || groups[0].Why != `Conv "conv" does not take it in, for If "if" reads "conv" too` {
		t.Errorf("%+v", groups)
	}
}
