package fuse

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

// mostUnfolded bounds the nodes of functions that call functions, in a model that is made to have many.
const mostUnfolded = 50_000

// Call is a function of the model, as some node calls it.
type Call struct {
	// Graph is its body, as package shape has it for this call.
	Graph *onnx.Graph
	// Path leads there from the graph that it was unfolded into: the index of the node that calls, in each graph in turn.
	Path []int
	// Name is that of the nodes on the way.
	Name string
}

// Unfolded is where a value of a function is.
type Unfolded struct {
	// Call is an index in Graph.Calls.
	Call int
	// Value is its name there.
	Value string
}

// unfolding makes one graph of a graph and of the functions that it calls.
type unfolding struct {
	graph  *Graph
	shapes *shape.Result
	left   int // nodes that may still be unfolded
}

// scope is a graph on the way.
type scope struct {
	graph *onnx.Graph
	call  int // index of the call; -1 in the first graph
	path  []int
	// name is that of the call, and names are what values are called outside: those that a function is given, and returns.
	name  string
	names map[string]string
}

// value is what a value of the scope is called in the graph that is made.
func (s scope) value(name string) string {
	if name == "" || s.call < 0 {
		return name
	}
	if outside, ok := s.names[name]; ok {
		return outside
	}
	return s.name + "/" + name
}

func (u *unfolding) add(s scope) {
	for _, tensor := range s.graph.Initializers {
		u.graph.Values[s.value(tensor.Name)] = constantValue(u.shapes.Value(s.graph, tensor.Name))
	}
	for i, node := range s.graph.Nodes {
		if node.Is("Constant") {
			for _, output := range node.Outputs {
				u.graph.Values[s.value(output)] = constantValue(u.shapes.Value(s.graph, output))
				u.place(s, output)
			}
			continue
		}
		if u.call(s, i) {
			continue
		}
		made := fromNode(node)
		if s.call >= 0 {
			made.Name = s.name + "/" + made.Name
		}
		made.Inputs, made.Outputs = u.values(s, made.Inputs), u.values(s, made.Outputs)
		u.graph.Nodes = append(u.graph.Nodes, made)
	}
}

// call unfolds what a node calls; false if it calls nothing that is known.
func (u *unfolding) call(s scope, i int) bool {
	node := s.graph.Nodes[i]
	called := u.shapes.Call(s.graph, node)
	name := node.Name
	if name == "" {
		name = node.Output(0)
	}
	if s.name != "" {
		name = s.name + "/" + name
	}
	switch {
	case called == nil:
		return false
	case u.left < len(called.Nodes)+1:
		u.graph.Folded = append(u.graph.Folded, name)
		return false
	}
	u.left -= len(called.Nodes) + 1
	inner := scope{graph: called, call: len(u.graph.Calls), path: append(slices.Clone(s.path), i), name: name, names: map[string]string{}}
	u.graph.Calls = append(u.graph.Calls, Call{called, inner.path, name})
	given := u.values(s, node.Inputs)
	for k, input := range called.Inputs {
		inner.names[input.Name] = ""
		if k < len(given) {
			inner.names[input.Name] = given[k]
		}
	}
	returned := u.values(s, node.Outputs)
	var handed []Node // values that a function hands on, or returns twice
	for k, output := range called.Outputs {
		if k >= len(returned) || returned[k] == "" {
			continue
		}
		if known, ok := inner.names[output.Name]; ok {
			handed = append(handed, Node{Name: name, Op: "Identity", Inputs: []string{known}, Outputs: []string{returned[k]}, Attributes: map[string]any{}})
			continue
		}
		inner.names[output.Name] = returned[k]
	}
	u.add(inner)
	u.graph.Nodes = append(u.graph.Nodes, handed...)
	return true
}

// values are what values of a scope are called in the graph that is made, with what is known of them.
func (u *unfolding) values(s scope, names []string) []string {
	all := make([]string, len(names))
	for k, name := range names {
		all[k] = s.value(name)
		if _, known := u.graph.Values[all[k]]; known || all[k] == "" {
			continue
		}
		value := u.shapes.Value(s.graph, name)
		u.graph.Values[all[k]] = valueOf(value)
		if value.Contents != nil { // it follows from shapes that are fixed
			u.graph.Values[all[k]] = constantValue(value)
		}
		u.place(s, name)
	}
	return all
}

// place notes where a value of a function is.
func (u *unfolding) place(s scope, name string) {
	if s.call < 0 {
		return
	}
	if _, outside := s.names[name]; outside {
		return
	}
	if u.graph.Unfolded == nil {
		u.graph.Unfolded = map[string]Unfolded{}
	}
	u.graph.Unfolded[s.value(name)] = Unfolded{s.call, name}
}
