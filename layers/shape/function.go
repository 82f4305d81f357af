package shape

import (
	"slices"
	"strings"

	"github.com/planlint/planlint/layers/onnx"
)

// function infers the body of one of the model's own operators, with the node's inputs and attributes.
func (i *inference) function(o *operation, f *onnx.Function) error {
	if err := i.enter(len(f.Nodes)); err != nil {
		return err
	}
	i.depth++
	defer func() { i.depth-- }()
	key := callOf{o.scope.graph, o.Node}
	g := i.result.calls[key]
	if g == nil {
		g = called(f, o.Node)
		i.result.calls[key] = g
	}
	s := i.scope(g, nil, opsets(f.Opsets), o.scope.prefix+o.label()+"/")
	s.function = s.prefix
	for k, name := range f.Inputs {
		if k < len(o.in) {
			s.values[name] = o.in[k]
		}
	}
	inside, err := i.quietly(func() error { return i.nodes(s) })
	for k, name := range f.Outputs {
		o.set(k, s.values[name])
	}
	i.notes.contradictions = append(i.notes.contradictions, inside.contradictions...)
	i.notes.overflows = append(i.notes.overflows, inside.overflows...)
	if err == nil && len(inside.unknown) > 0 {
		first := inside.unknown[0]
		const where = "in its function, "
		why := first.Why
		if !strings.HasPrefix(why, where) { // of functions in functions the innermost one says what is wrong
			why = where + qualified(first.Node) + ": " + why
		}
		err = unknown(why)
	}
	return err
}

// label names a node, for the symbols of what lies in it.
func (o *operation) label() string {
	for _, name := range o.Outputs {
		if name != "" {
			return name
		}
	}
	return o.Name
}

// called is the body of a function as a node calls it.
func called(f *onnx.Function, n *onnx.Node) *onnx.Graph {
	g := &onnx.Graph{Name: f.Name, ValueInfo: f.ValueInfo, Nodes: make([]*onnx.Node, len(f.Nodes))}
	missing := map[string]bool{}
	for k, name := range f.Inputs {
		g.Inputs = append(g.Inputs, &onnx.ValueInfo{Name: name})
		missing[name] = n.Input(k) == ""
	}
	for _, name := range f.Outputs {
		g.Outputs = append(g.Outputs, &onnx.ValueInfo{Name: name})
	}
	for k, inner := range f.Nodes {
		g.Nodes[k] = substituted(inner, n, f, missing)
	}
	return g
}

// substituted is a node of a function whose attributes have the values that the call gives them, and whose inputs are
// left out where the call leaves them out. Nodes that are the same in all calls stay the function's own.
func substituted(n, call *onnx.Node, f *onnx.Function, missing map[string]bool) *onnx.Node {
	refers := slices.ContainsFunc(n.Attributes, func(a *onnx.Attribute) bool { return a.RefName != "" })
	lacks := slices.ContainsFunc(n.Inputs, func(name string) bool { return missing[name] })
	bodies := slices.Collect(n.Bodies())
	if !refers && !lacks && len(bodies) == 0 {
		return n
	}
	n = n.Clone()
	for k, name := range n.Inputs {
		if missing[name] {
			n.Inputs[k] = ""
		}
	}
	for body := range n.Bodies() {
		for k, inner := range body.Nodes {
			body.Nodes[k] = substituted(inner, call, f, missing)
		}
	}
	for _, a := range slices.Clone(n.Attributes) {
		if a.RefName == "" {
			continue
		}
		n.RemoveAttribute(a.Name)
		value := call.Attribute(a.RefName)
		if value == nil {
			if k := slices.IndexFunc(f.Defaults, func(d *onnx.Attribute) bool { return d.Name == a.RefName }); k >= 0 {
				value = f.Defaults[k]
			}
		}
		if value != nil && value.Value != nil {
			n.SetAttribute(a.Name, value.Value)
		}
	}
	return n
}
