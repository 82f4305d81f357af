package topology

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/gonum/graph/traverse"

	"github.com/planlint/planlint/layers/onnx"
)

// Graph is a gonum graph of values. An edge leads from a value to each one that it is computed from; its
// weight is the position among the inputs of the node, the last one if there are several. Values of outer
// graphs that a node's bodies use count as inputs behind the others. Optional values that are left out are not
// in it.
type Graph struct {
	*simple.WeightedDirectedGraph

	nodes  []*onnx.Node
	values map[string]*Value
}

// Value is a value: an input, an initializer, or the output of a node.
type Value struct {
	Name string
	// Node makes the value; nil if none does.
	Node *onnx.Node

	id int64
}

// ID is the value's number in the gonum graph.
func (v *Value) ID() int64 { return v.id }

// Value returns the value of a name, or nil.
func (g *Graph) Value(name string) *Value { return g.values[name] }

// Inputs returns the values that a value is computed from, in the order of their IDs.
func (g *Graph) Inputs(v *Value) []*Value { return sorted(g.From(v.id)) }

// Users returns the values that are computed from a value, in the order of their IDs.
func (g *Graph) Users(v *Value) []*Value { return sorted(g.To(v.id)) }

// Sources returns all values that a value is computed from, however far back, in the order of their IDs.
func (g *Graph) Sources(v *Value) []*Value {
	return reached(g.WeightedDirectedGraph, v)
}

// Affected returns all values that depend on a value, in the order of their IDs.
func (g *Graph) Affected(v *Value) []*Value {
	return reached(reverse{g.WeightedDirectedGraph}, v)
}

// reached returns what a walk from a value finds.
func reached(g traverse.Graph, v *Value) []*Value {
	var found []*Value
	walk := traverse.BreadthFirst{Visit: func(n graph.Node) {
		if value := n.(*Value); value != v {
			found = append(found, value)
		}
	}}
	walk.Walk(g, v, nil)
	return inOrder(found)
}

// reverse is a graph with its edges turned around.
type reverse struct{ *simple.WeightedDirectedGraph }

func (r reverse) From(id int64) graph.Nodes      { return r.WeightedDirectedGraph.To(id) }
func (r reverse) Edge(from, to int64) graph.Edge { return r.WeightedDirectedGraph.Edge(to, from) }

// Order returns the nodes in an order in which every value is made before it is used. Nodes without outputs
// come last. A cycle is ErrCycle.
func (g *Graph) Order() ([]*onnx.Node, error) {
	values, err := topo.SortStabilized(g.WeightedDirectedGraph, func(nodes []graph.Node) {
		// Edges lead backwards, so the latest values come first here.
		slices.SortFunc(nodes, func(a, b graph.Node) int { return int(b.ID() - a.ID()) })
	})
	if err != nil {
		return nil, &failure{ErrCycle, "through value " + cycle(err)}
	}
	order := make([]*onnx.Node, 0, len(g.nodes))
	done := make(map[*onnx.Node]bool, len(g.nodes))
	add := func(n *onnx.Node) {
		if n != nil && !done[n] {
			done[n] = true
			order = append(order, n)
		}
	}
	for _, v := range slices.Backward(values) {
		add(v.(*Value).Node)
	}
	for _, n := range g.nodes {
		add(n)
	}
	return order, nil
}

// cycle names the value of a cycle that was made first.
func cycle(err error) string {
	first := &Value{id: math.MaxInt64}
	if unorderable, ok := err.(topo.Unorderable); ok {
		for _, component := range unorderable {
			for _, n := range component {
				if v := n.(*Value); v.id < first.id {
					first = v
				}
			}
		}
	}
	return first.Name
}

func sorted(nodes graph.Nodes) []*Value {
	var values []*Value
	for nodes.Next() {
		values = append(values, nodes.Node().(*Value))
	}
	return inOrder(values)
}

func inOrder(values []*Value) []*Value {
	slices.SortFunc(values, func(a, b *Value) int { return int(a.id - b.id) })
	return values
}
