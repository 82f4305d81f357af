package prove

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/planlint/planlint/fixtures/movable"
	"github.com/planlint/planlint/layers/onnx"
)

// damage changes something in a model that is read as a model still: a name, an attribute, a dimension, an operator.
func damage(r *rand.Rand, m *onnx.Model) {
	n := m.Graph.Nodes[r.IntN(len(m.Graph.Nodes))]
	other := m.Graph.Nodes[r.IntN(len(m.Graph.Nodes))]
	odd := []int64{0, -1, 1, 2, 3, 7, 1 << 31, -1 << 63, 1<<63 - 1}
	number := func() int64 { return odd[r.IntN(len(odd))] }
	switch r.IntN(9) {
	case 0:
		n.OpType = other.OpType
	case 1:
		if len(n.Inputs) > 0 {
			n.Inputs[r.IntN(len(n.Inputs))] = other.Output(0)
		}
	case 2:
		n.Inputs = n.Inputs[:r.IntN(len(n.Inputs)+1)]
	case 3:
		n.Outputs = append(n.Outputs, "", n.Name+"more")[:r.IntN(len(n.Outputs)+2)]
	case 4:
		names := []string{"axis", "blocksize", "perm", "kernel_shape", "pads", "strides", "dilations", "ceil_mode", "num_outputs", "alpha", "mode", "axes", "to"}
		name := names[r.IntN(len(names))]
		switch r.IntN(3) {
		case 0:
			n.SetAttribute(name, number())
		case 1:
			n.SetAttribute(name, []int64{number(), number(), number(), number()}[:r.IntN(5)])
		default:
			n.SetAttribute(name, []string{"", "reflect", "linear", "CRD", "SAME_UPPER", "tf_crop_and_resize"}[r.IntN(6)])
		}
	case 5:
		if len(n.Attributes) > 0 {
			n.Attributes = slices.Delete(n.Attributes, 0, 1)
		}
	case 6:
		t := m.Graph.Inputs[0].Type
		if len(t.Shape) > 0 {
			t.Shape[r.IntN(len(t.Shape))] = []onnx.Dim{onnx.Fixed(number()), onnx.Symbol("n"), {}}[r.IntN(3)]
		}
	case 7:
		if len(m.Graph.Initializers) > 0 {
			t := m.Graph.Initializers[r.IntN(len(m.Graph.Initializers))]
			t.Dims = append(slices.Clone(t.Dims), number())[:r.IntN(len(t.Dims)+2)]
		}
	default:
		if len(m.Graph.Initializers) > 0 {
			m.Graph.Initializers[r.IntN(len(m.Graph.Initializers))].DataType = []onnx.DataType{onnx.Float32, onnx.Int64, onnx.String, onnx.Float8E4M3FN, 99}[r.IntN(5)]
		}
	}
}

// TestDamaged tries to move whatever is in models that make no sense.
func TestDamaged(t *testing.T) {
	t.Parallel()
	count := 5000
	if testing.Short() {
		count = 1000
	}
	cases := movable.Cases()
	for number := range count {
		r := rand.New(rand.NewPCG(uint64(number), 7))
		m := movable.Draw(uint64(number))
		if number%2 == 0 {
			m = cases[r.IntN(len(cases))].Model.Clone()
		}
		for range 1 + r.IntN(3) {
			damage(r, m)
		}
		for _, n := range m.Graph.Nodes {
			tryMoves(t, m, n.Output(0))
		}
		if t.Failed() {
			t.Fatalf("model %d", number)
		}
	}
}
