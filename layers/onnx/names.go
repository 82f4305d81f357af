package onnx

// role is what a name of a value stands for where it is written.
type role int

const (
	made      role = iota // by a node, an input or an initializer
	used                  // by a node, or as what a body returns
	described             // given a type or quantization, or returned by the graph
)

// eachName calls visit for every place where the graph or its bodies name one of the graph's values.
func (g *Graph) eachName(value string, visit func(*string, role)) {
	g.texts(func(name *string, r role) {
		if *name == value {
			visit(name, r)
		}
	}, func(body *Graph) bool { return !body.makes(value) })
}

// texts calls visit for every name of a value in a graph, and in those bodies, at any depth, that enter
// lets in.
func (g *Graph) texts(visit func(*string, role), enter func(*Graph) bool) {
	infos := func(list []*ValueInfo, r role) {
		for _, v := range list {
			visit(&v.Name, r)
		}
	}
	infos(g.Inputs, made)
	for _, t := range g.Initializers {
		visit(&t.Name, made)
	}
	for _, s := range g.SparseInitializers {
		if s.Values != nil {
			visit(&s.Values.Name, made)
		}
	}
	for _, n := range g.Nodes {
		for i := range n.Inputs {
			visit(&n.Inputs[i], used)
		}
		for i := range n.Outputs {
			visit(&n.Outputs[i], made)
		}
		for body := range n.Bodies() {
			if enter(body) {
				body.texts(visit, enter)
			}
		}
	}
	infos(g.ValueInfo, described)
	infos(g.Outputs, described)
	for _, a := range g.Quantization {
		visit(&a.Tensor, described)
		for i := range a.Parameters {
			visit(&a.Parameters[i].Value, described)
		}
	}
}

// makes reports whether a value is an input, an initializer, or made by a node of this very graph.
func (g *Graph) makes(value string) bool {
	found := false
	g.texts(func(name *string, r role) { found = found || r == made && *name == value }, func(*Graph) bool { return false })
	return found
}
