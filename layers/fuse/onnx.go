package fuse

import (
	"maps"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

// FromONNX returns the graph of a model, or of a body in one, with what is known of its values' shapes. The model's own
// operators are unfolded, as builders do. A body's values that the graphs around it make are taken for its inputs, and what
// a body reads is read by its node.
func FromONNX(g *onnx.Graph, shapes *shape.Result) *Graph {
	u := unfolding{graph: &Graph{Values: map[string]Value{}}, shapes: shapes, left: mostUnfolded}
	for _, output := range g.Outputs {
		u.graph.Outputs = append(u.graph.Outputs, output.Name)
	}
	u.add(scope{graph: g, call: -1})
	return u.graph
}

func fromNode(node *onnx.Node) Node {
	made := Node{Name: node.Name, Domain: node.Domain, Op: node.OpType, Inputs: node.Inputs, Outputs: node.Outputs, Attributes: map[string]any{}}
	for _, attribute := range node.Attributes {
		switch value := attribute.Value.(type) {
		case int64, string, []int64:
			made.Attributes[attribute.Name] = value
		case float32:
			made.Attributes[attribute.Name] = float64(value)
		}
	}
	captured := map[string]bool{}
	for body := range node.Bodies() {
		for _, name := range body.Captures() {
			captured[name] = true
		}
	}
	if len(captured) > 0 {
		made.Inputs = append(slices.Clone(node.Inputs), slices.Sorted(maps.Keys(captured))...)
	}
	return made
}

func valueOf(known shape.Value) Value {
	value := Value{}
	if known.Type != onnx.Undefined {
		value.Type = known.Type.String()
	}
	if !known.Ranked {
		return value
	}
	value.Shape = []Dim{}
	for _, dimension := range known.Shape {
		if size, ok := dimension.Int(); ok {
			value.Shape = append(value.Shape, Dim{Size: size})
			continue
		}
		value.Shape = append(value.Shape, Dim{Symbol: dimension.String()})
	}
	return value
}

func constantValue(known shape.Value) Value {
	value := valueOf(known)
	value.Constant = true
	if known.Contents == nil {
		return value
	}
	switch contents := known.Contents; {
	case len(contents.Floats) == 1:
		value.Number = &contents.Floats[0]
	case len(contents.Ints) == 1:
		if n, ok := contents.Ints[0].Int(); ok {
			number := float64(n)
			value.Number = &number
		}
	}
	return value
}
