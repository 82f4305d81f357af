package onnx

// Index finds the values of a graph by their names. It is a picture of the graph at the time NewIndex was
// called, and does not follow changes.
type Index struct {
	Graph *Graph
	// Outer is the index of the graph around this one; nil for a main graph.
	Outer *Index

	producers    map[string]*Node
	uses         map[string][]Use
	initializers map[string]*Tensor
	sparse       map[string]*SparseTensor
	inputs       map[string]*ValueInfo
	outputs      map[string]*ValueInfo
	infos        map[string]*ValueInfo
}

// Use is one place where a value is used.
type Use struct {
	Node *Node
	// Input is the position among the node's inputs; Captured if a body of the node uses the value.
	Input int
}

// Captured is the Input of a Use by a body, such as a branch of an If.
const Captured = -1

// NewIndex returns the index of a graph. outer is that of the graph around it, nil if there is none.
func NewIndex(g *Graph, outer *Index) *Index {
	x := &Index{
		Graph: g, Outer: outer,
		producers: make(map[string]*Node, len(g.Nodes)), uses: make(map[string][]Use, len(g.Nodes)),
		initializers: make(map[string]*Tensor, len(g.Initializers)), sparse: map[string]*SparseTensor{},
		inputs: byName(g.Inputs), outputs: byName(g.Outputs), infos: byName(g.ValueInfo),
	}
	for _, t := range g.Initializers {
		x.initializers[t.Name] = t
	}
	for _, s := range g.SparseInitializers {
		if s.Values != nil {
			x.sparse[s.Values.Name] = s
		}
	}
	for _, n := range g.Nodes {
		for _, name := range n.Outputs {
			if name != "" {
				x.producers[name] = n
			}
		}
		x.addUses(n)
	}
	return x
}

func byName(list []*ValueInfo) map[string]*ValueInfo {
	m := make(map[string]*ValueInfo, len(list))
	for _, v := range list {
		m[v.Name] = v
	}
	return m
}

func (x *Index) addUses(n *Node) {
	for i, name := range n.Inputs {
		if name != "" {
			x.uses[name] = append(x.uses[name], Use{n, i})
		}
	}
	for body := range n.Bodies() {
		for _, name := range body.Captures() {
			x.uses[name] = append(x.uses[name], Use{n, Captured})
		}
	}
}

// Producer returns the node of this graph that makes a value; nil for inputs, initializers, values of an
// outer graph and names that nothing makes.
func (x *Index) Producer(name string) *Node { return x.producers[name] }

// Uses returns where this graph's nodes use a value, in their order. That the value may also be an output
// of the graph is said by IsOutput.
func (x *Index) Uses(name string) []Use { return x.uses[name] }

// IsInput reports whether a value is an input of the graph.
func (x *Index) IsInput(name string) bool { return x.inputs[name] != nil }

// IsOutput reports whether a value is an output of the graph.
func (x *Index) IsOutput(name string) bool { return x.outputs[name] != nil }

// Initializer returns the graph's initializer of a name, or nil.
func (x *Index) Initializer(name string) *Tensor { return x.initializers[name] }

// SparseInitializer returns the graph's sparse initializer of a name, or nil.
func (x *Index) SparseInitializer(name string) *SparseTensor { return x.sparse[name] }

// Makes reports whether a value is an input, an initializer, or made by a node of this very graph.
func (x *Index) Makes(name string) bool {
	return x.producers[name] != nil || x.inputs[name] != nil || x.initializers[name] != nil || x.sparse[name] != nil
}

// Maker returns the index of the graph that makes a value: this one or one around it. nil: nothing does.
func (x *Index) Maker(name string) *Index {
	for ; x != nil; x = x.Outer {
		if x.Makes(name) {
			return x
		}
	}
	return nil
}

// Type returns what the model says of a value of this graph: as an input, an output or in its list of
// values. nil if it says nothing.
func (x *Index) Type(name string) *Type {
	for _, m := range []map[string]*ValueInfo{x.inputs, x.infos, x.outputs} {
		if v := m[name]; v != nil && v.Type != nil {
			return v.Type
		}
	}
	return nil
}

// Captures returns the names of values that a body uses, itself or in bodies further in, and does not make:
// they come from the graphs around it. Each is there once, in the order of first use.
func (g *Graph) Captures() []string {
	made := map[string]bool{}
	for _, v := range g.Inputs {
		made[v.Name] = true
	}
	for _, t := range g.Initializers {
		made[t.Name] = true
	}
	for _, s := range g.SparseInitializers {
		if s.Values != nil {
			made[s.Values.Name] = true
		}
	}
	for _, n := range g.Nodes {
		for _, name := range n.Outputs {
			made[name] = true
		}
	}
	var captured []string
	use := func(name string) {
		if name != "" && !made[name] {
			made[name] = true
			captured = append(captured, name)
		}
	}
	for _, n := range g.Nodes {
		for _, name := range n.Inputs {
			use(name)
		}
		for body := range n.Bodies() {
			for _, name := range body.Captures() {
				use(name)
			}
		}
	}
	for _, v := range g.Outputs {
		use(v.Name)
	}
	return captured
}
