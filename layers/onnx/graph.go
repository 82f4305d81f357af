package onnx

import "iter"

// Graph is a list of nodes and the values between them (GraphProto): the main graph of a model, or the body
// of an If, Loop or Scan. A value has no object of its own: it is a name, made by one node, graph input or
// initializer. A body also sees the values of the graphs around it.
type Graph struct {
	Name string
	// Nodes come in an order in which every value is made before it is used, if the model is valid.
	Nodes []*Node
	// Inputs may also list initializers, which are then defaults that a caller can override.
	Inputs, Outputs []*ValueInfo
	// ValueInfo has the types of other values, as far as the exporter wrote them down.
	ValueInfo          []*ValueInfo
	Initializers       []*Tensor
	SparseInitializers []*SparseTensor
	// Quantization names tensors that hold the scale and zero point of others.
	Quantization []*Annotation

	origin span
}

// Annotation ties the parameters of quantization to a tensor (TensorAnnotation). A parameter's key is
// such as "SCALE_TENSOR", its value names a tensor.
type Annotation struct {
	Tensor     string
	Parameters []Property

	origin span
}

// Node is one operation (NodeProto).
type Node struct {
	// Name is optional, and nothing guarantees that it is unique.
	Name   string
	OpType string
	// Domain is "" or "ai.onnx" for ONNX's own operators.
	Domain   string
	Overload string
	// Inputs and Outputs name values. "" stands for an optional one that is left out.
	Inputs, Outputs []string
	Attributes      []*Attribute

	origin span
}

// Is reports whether a node is one of ONNX's own operators of that type.
func (n *Node) Is(opType string) bool { return n.OpType == opType && plainDomain(n.Domain) == "" }

// Input returns the name of an input, "" if the node has no such input or leaves it out.
func (n *Node) Input(i int) string { return nth(n.Inputs, i) }

// Output returns the name of an output, "" if the node has no such output or leaves it out.
func (n *Node) Output(i int) string { return nth(n.Outputs, i) }

func nth(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return ""
	}
	return names[i]
}

// Bodies returns the graphs among a node's attributes, such as the branches of an If.
func (n *Node) Bodies() iter.Seq[*Graph] {
	return func(yield func(*Graph) bool) {
		for _, a := range n.Attributes {
			for _, g := range a.graphs() {
				if !yield(g) {
					return
				}
			}
		}
	}
}

// Walk returns the nodes of a graph in their order, each followed by those of its bodies, with the graph
// that they stand in.
func (g *Graph) Walk() iter.Seq2[*Graph, *Node] {
	return func(yield func(*Graph, *Node) bool) { g.walk(yield) }
}

func (g *Graph) walk(yield func(*Graph, *Node) bool) bool {
	for _, n := range g.Nodes {
		if !yield(g, n) {
			return false
		}
		for body := range n.Bodies() {
			if !body.walk(yield) {
				return false
			}
		}
	}
	return true
}
