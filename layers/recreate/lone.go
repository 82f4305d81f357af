package recreate

import (
	"bytes"
	"context"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

// Lone is the model of one group of operations alone, on inputs of the shapes that they have in the model. A group that
// is not in the main graph, or whose shapes are not all known, is ErrUnsupported.
func Lone(ctx context.Context, m *onnx.Model, shapes *shape.Result, group result.PredictGroup) (*onnx.Model, error) {
	if group.Body != "" {
		return nil, unsupported("the operations are in a body")
	}
	nodes := groupNodes(m.Graph, group)
	if len(nodes) == 0 {
		return nil, unsupported("its nodes are not found")
	}
	graph := &onnx.Graph{Name: "lone", Outputs: []*onnx.ValueInfo{{Name: group.Output}}}
	made := map[string]bool{}
	for _, n := range nodes {
		for _, name := range n.Inputs {
			if name == "" || made[name] {
				continue
			}
			if err := addInput(ctx, m.Graph, shapes, graph, name); err != nil {
				return nil, err
			}
			made[name] = true
		}
		for _, name := range n.Outputs {
			made[name] = true
		}
		graph.Nodes = append(graph.Nodes, n)
	}
	graph.Outputs[0].Type = typeOf(shapes.Value(m.Graph, group.Output))
	if len(graph.Inputs) == 0 {
		return nil, unsupported("the operations have no input")
	}
	return &onnx.Model{IRVersion: m.IRVersion, Opsets: slices.Clone(m.Opsets), Graph: graph}, nil
}

// groupNodes are the nodes of a group, in the order of the graph: what makes its output, and what comes before with a
// name of the group.
func groupNodes(g *onnx.Graph, group result.PredictGroup) []*onnx.Node {
	wanted := []string{group.Output}
	var nodes []*onnx.Node
	for _, n := range slices.Backward(g.Nodes) {
		makes := slices.ContainsFunc(n.Outputs, func(o string) bool { return o != "" && slices.Contains(wanted, o) })
		named := n.Name != "" && slices.Contains(group.Nodes, n.Name) || n.Name == "" && slices.Contains(group.Ops, n.OpType)
		if makes && (named || len(nodes) == 0) {
			nodes = append(nodes, n)
			wanted = append(wanted, n.Inputs...)
		}
	}
	slices.Reverse(nodes)
	return nodes
}

// addInput gives the lone graph a value that it reads: a constant, or an input.
func addInput(ctx context.Context, from *onnx.Graph, shapes *shape.Result, to *onnx.Graph, name string) error {
	for _, t := range from.Initializers {
		if t.Name == name {
			to.Initializers = append(to.Initializers, t)
			return nil
		}
	}
	for _, n := range from.Nodes {
		if value := n.Tensor("value"); n.Is("Constant") && value != nil && n.Output(0) == name {
			raw, err := value.Raw(ctx, mostCode)
			to.Initializers = append(to.Initializers, onnx.NewTensor(name, value.DataType, value.Dims, bytes.NewReader(raw)))
			return err
		}
	}
	t := typeOf(shapes.Value(from, name))
	if !t.Ranked {
		return unsupported("the shape of %q is not known", name)
	}
	to.Inputs = append(to.Inputs, &onnx.ValueInfo{Name: name, Type: t})
	return nil
}

// typeOf is the type of a tensor, without a rank if its shape is not all known.
func typeOf(v shape.Value) *onnx.Type {
	t := &onnx.Type{Kind: onnx.TensorType, Elem: v.Type}
	if v.Kind != onnx.TensorType || !v.Ranked {
		return t
	}
	dims := make([]onnx.Dim, len(v.Shape))
	for i, d := range v.Shape {
		n, ok := d.Int()
		if !ok {
			return t
		}
		dims[i] = onnx.Fixed(n)
	}
	return onnx.NewTensorType(v.Type, dims...)
}

// CompleteOutputs gives outputs of a fresh model the shapes that are known of them, which checkers ask for.
func CompleteOutputs(fresh, of *onnx.Model, shapes *shape.Result) {
	for _, out := range fresh.Graph.Outputs {
		if out.Type == nil || out.Type.Kind == onnx.TensorType && !out.Type.Ranked {
			if t := typeOf(shapes.Value(of.Graph, out.Name)); t.Ranked && t.Elem != onnx.Undefined {
				out.Type = t
			}
		}
	}
}

// Control is a lone group behind a convolution that a builder fuses it with: the same operations on the same shapes, and
// no padding. It is for one input of fp16 or fp32 in four dimensions; others are ErrUnsupported.
func Control(lone *onnx.Model) (*onnx.Model, error) {
	g := lone.Graph
	if len(g.Inputs) != 1 {
		return nil, unsupported("it has %d inputs", len(g.Inputs))
	}
	in := g.Inputs[0]
	t := in.Type
	if len(t.Shape) != 4 || t.Elem != onnx.Float16 && t.Elem != onnx.Float32 {
		return nil, unsupported("a convolution does not give %s", t)
	}
	channels := t.Shape[1].Value
	const most = 4096 // channels; the weights are their square
	if channels > most || channels < 1 {
		return nil, unsupported("it has %d channels", channels)
	}
	image, weights := "image", "conv.w"
	for taken := namesOf(g); taken[image] || taken[weights]; {
		image, weights = image+"_", weights+"_"
	}
	size, _ := t.Elem.Bytes(channels * channels * 9)
	w := onnx.NewTensor(weights, t.Elem, []int64{channels, channels, 3, 3}, nil)
	w.External = &onnx.External{Location: WeightsFile, Length: size}
	conv := &onnx.Node{OpType: "Conv", Name: "conv", Inputs: []string{image, weights}, Outputs: []string{in.Name}}
	conv.SetAttribute("pads", []int64{1, 1, 1, 1})
	graph := *g
	graph.Name = "control"
	graph.Inputs = []*onnx.ValueInfo{{Name: image, Type: t}}
	graph.Nodes = append([]*onnx.Node{conv}, g.Nodes...)
	graph.Initializers = append([]*onnx.Tensor{w}, g.Initializers...)
	return &onnx.Model{IRVersion: lone.IRVersion, Opsets: lone.Opsets, Graph: &graph}, nil
}

func namesOf(g *onnx.Graph) map[string]bool {
	taken := map[string]bool{}
	Names(&onnx.Model{Graph: g}, func(name string) { taken[name] = true })
	return taken
}
