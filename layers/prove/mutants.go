package prove

import (
	"bytes"
	"context"
	"slices"

	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/rewrite"
	"github.com/planlint/planlint/layers/shape"
)

// Mutant is a model that is wrong on purpose.
type Mutant struct {
	Model *onnx.Model
	// Original is the model before the move with the same change; nil if there is none. If that makes what the unchanged one
	// does, the change is none that shows, and the mutant counts for nothing.
	Original *onnx.Model
}

// Mutants makes models that are wrong in the way in which a move can be: elements in another order behind it, the constants
// that it made in another order, and a DepthToSpace that takes channels apart in the other way.
func Mutants(ctx context.Context, before, after *onnx.Model, move *rewrite.Move) ([]Mutant, error) {
	known, err := shape.Infer(ctx, after, shape.Options{})
	if err != nil {
		return nil, err
	}
	var all []Mutant
	if m := rotated(after, move.Results[0], known.Value(after.Graph, move.Results[0])); m != nil {
		all = append(all, Mutant{Model: m})
	}
	for _, c := range move.Constants {
		original, err := turned(ctx, before, c.From)
		if err != nil {
			return nil, err
		}
		m, err := turned(ctx, after, c.To)
		if err != nil {
			return nil, err
		}
		if m != nil && original != nil {
			all = append(all, Mutant{m, original})
		}
	}
	for i, n := range after.Graph.Nodes {
		if !n.Is("DepthToSpace") || named(n) != move.Over || n.Int("blocksize", 1) < 2 {
			continue
		}
		if v := known.Value(after.Graph, n.Output(0)); len(v.Shape) == 4 && v.Shape[1].Is(1) {
			continue // the block is all there is
		}
		m := after.Clone()
		mode := "CRD"
		if n.Text("mode", "DCR") == "CRD" {
			mode = "DCR"
		}
		m.Graph.Nodes[i].SetAttribute("mode", mode)
		all = append(all, Mutant{Model: m})
	}
	return all, nil
}

// turned is a model whose constant of a name has its elements one further; nil if that is the same, or there is none.
func turned(ctx context.Context, m *onnx.Model, name string) (*onnx.Model, error) {
	m = m.Clone()
	index := onnx.NewIndex(m.Graph, nil)
	t := index.Initializer(name)
	if n := index.Producer(name); t == nil && n != nil && n.Is("Constant") {
		t = n.Tensor("value")
	}
	if t == nil {
		return nil, nil
	}
	read, err := interpret.Read(ctx, t, limit)
	if err != nil || len(read.Data) == 0 {
		return nil, err
	}
	further := append(slices.Clone(read.Data[1:]), read.Data[0])
	if slices.EqualFunc(further, read.Data, interpret.SameBits) {
		return nil, nil
	}
	raw, err := (&interpret.Tensor{Type: read.Type, Dims: read.Dims, Data: further}).Raw()
	t.SetValues(bytes.NewReader(raw))
	return m, err
}

func named(n *onnx.Node) string {
	if n.Name != "" {
		return n.Name
	}
	return n.Output(0)
}

// rotated puts the elements of a value one further, along the first dimension after the batch that has several; nil if
// there is none.
func rotated(m *onnx.Model, value string, known shape.Value) *onnx.Model {
	at := -1
	for i, d := range known.Shape {
		if n, ok := d.Int(); (!ok || n > 1) && at < 1 {
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	m = m.Clone()
	g := m.Graph
	i := slices.IndexFunc(g.Nodes, func(n *onnx.Node) bool { return slices.Contains(n.Outputs, value) })
	if i < 0 {
		return nil
	}
	original := g.UniqueName(value + "_in_order")
	g.Nodes[i].Outputs[slices.Index(g.Nodes[i].Outputs, value)] = original
	head, tail := g.UniqueName(value+"_head"), g.UniqueName(value+"_tail")
	join := &onnx.Node{OpType: "Concat", Inputs: []string{tail, head}, Outputs: []string{value}}
	join.SetAttribute("axis", int64(at))
	g.Nodes = slices.Insert(g.Nodes, i+1, append(append(cut(m, original, head, at, 0, 1), cut(m, original, tail, at, 1, 1<<31-1)...), join)...)
	return m
}

// cut makes the nodes that take a part of a value.
func cut(m *onnx.Model, from, to string, axis, start, end int) []*onnx.Node {
	node := &onnx.Node{OpType: "Slice", Inputs: []string{from}, Outputs: []string{to}}
	opset, _ := m.Opset("")
	if opset < 10 {
		node.SetAttribute("axes", []int{axis})
		node.SetAttribute("starts", []int{start})
		node.SetAttribute("ends", []int{end})
		return []*onnx.Node{node}
	}
	list := []*onnx.Node{}
	for _, number := range []int{start, end, axis} {
		name := m.Graph.UniqueName(to + "_" + []string{"start", "end", "axis"}[len(list)])
		list = append(list, &onnx.Node{OpType: "Constant", Outputs: []string{name}, Attributes: []*onnx.Attribute{onnx.NewAttribute("value", onnx.NewInt64s("", int64(number)))}})
		node.Inputs = append(node.Inputs, name)
	}
	return append(list, node)
}
