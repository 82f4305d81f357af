package topology

import (
	"context"
	"math"
	"strings"

	onnxgo "github.com/owulveryck/onnx-go"
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"

	"github.com/planlint/planlint/layers/onnx"
)

// Decode lets onnx-go read a graph, and compares what it read with the graph: nodes, the values that they use
// and make, and plain attributes. A graph that onnx-go cannot take is ErrUnsupported; ErrMismatch means
// that one of the two readers is wrong.
func Decode(ctx context.Context, g *onnx.Graph) (*Graph, error) {
	s, err := newSkeleton(g)
	if err != nil {
		return nil, err
	}
	data, err := s.bytes(ctx)
	if err != nil {
		return nil, err
	}
	b, err := decode(data)
	if err != nil {
		return nil, err
	}
	if err := b.compare(s.graph); err != nil {
		return nil, err
	}
	return b.graph(g.Nodes, s.prefix), nil
}

// decode runs onnx-go. It was written for other models than it is given here, so panics are errors.
func decode(data []byte) (b *backend, err error) {
	defer func() {
		if p := recover(); p != nil {
			b, err = nil, unsupported("onnx-go panics: %v", p)
		}
	}()
	b = &backend{WeightedDirectedGraph: simple.NewWeightedDirectedGraph(0, math.Inf(1))}
	if err := onnxgo.NewModel(b).UnmarshalBinary(data); err != nil {
		return nil, unsupported("onnx-go says: %v", err)
	}
	return b, nil
}

// backend is what onnx-go fills: a graph, and the operations in their order.
type backend struct {
	*simple.WeightedDirectedGraph
	operations []operation
}

// operation is a node as onnx-go sees it.
type operation struct {
	onnxgo.Operation
	outputs []*Value
}

// NewNode returns a new value.
func (b *backend) NewNode() graph.Node {
	return &Value{id: b.WeightedDirectedGraph.NewNode().ID()}
}

// SetName and GetName make onnx-go tell the names of values.
func (v *Value) SetName(name string) { v.Name = name }

// GetName returns the name.
func (v *Value) GetName() string { return v.Name }

// ApplyOperation is called once for each node.
func (b *backend) ApplyOperation(o onnxgo.Operation, outputs ...graph.Node) error {
	made := make([]*Value, len(outputs))
	for i, output := range outputs {
		made[i] = output.(*Value)
	}
	b.operations = append(b.operations, operation{o, made})
	return nil
}

// graph ties the values to the nodes that make them, and removes those that stand for nothing.
func (b *backend) graph(nodes []*onnx.Node, prefix string) *Graph {
	g := &Graph{WeightedDirectedGraph: b.WeightedDirectedGraph, nodes: nodes, values: map[string]*Value{}}
	for i, o := range b.operations {
		for _, v := range o.outputs {
			v.Node = nodes[i]
		}
	}
	for _, v := range sorted(b.Nodes()) {
		if strings.HasPrefix(v.Name, prefix) {
			b.RemoveNode(v.id)
		} else {
			g.values[v.Name] = v
		}
	}
	return g
}
