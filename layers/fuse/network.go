package fuse

import (
	"maps"
	"slices"
)

// network is a graph after what a builder removes is gone: nodes over constants alone, and those that hand their
// input on.
type network struct {
	nodes  []node
	values map[string]Value
	// alias maps the outputs of removed nodes to the values that they are.
	alias map[string]string
	// maker and readers map values to nodes. A node that reads a value twice is listed twice.
	maker   map[string]int
	readers map[string][]int
	output  map[string]bool
	// answers to what depends on the network alone.
	answers map[question]bool
}

// node is a node of the network. Inputs and outputs are values of the network; constants are told apart.
type node struct {
	*Node
	model     *Node // that of the model, of which Node can be a part
	class     Class
	inputs    []string // no constants, none left out
	constants []string // the constants
	same      []string // names of nodes that compute the same
}

func newNetwork(graph *Graph) *network {
	n := &network{
		values: map[string]Value{}, alias: map[string]string{}, answers: map[question]bool{},
		maker: map[string]int{}, readers: map[string][]int{}, output: map[string]bool{},
	}
	maps.Copy(n.values, graph.Values)
	same := map[string]int{}
	for i := range graph.Nodes {
		for _, part := range byTwo(&graph.Nodes[i], n.values) {
			n.add(part, &graph.Nodes[i], same)
		}
	}
	for _, output := range graph.Outputs {
		n.output[n.resolve(output)] = true
	}
	return n
}

// resolve follows a value to what it is. Aliases lead to values that were there before, so they end.
func (n *network) resolve(value string) string {
	for {
		next, ok := n.alias[value]
		if !ok {
			return value
		}
		value = next
	}
}

// add adds a node, unless nothing is computed there. Nodes without inputs or outputs, of which a broken model may
// have some, and those that compute shapes and indices, are nothing to this package. model is the model's node.
func (n *network) add(original, model *Node, same map[string]int) {
	added := node{Node: original, model: model, class: ClassOf(*original)}
	if len(original.Inputs) == 0 || len(original.Outputs) == 0 || original.Outputs[0] == "" || n.integers(original.Outputs[0]) {
		added.class = Other
	}
	for _, input := range original.Inputs {
		switch input = n.resolve(input); {
		case input == "":
		case n.values[input].Constant, n.integers(input) && added.class != Other:
			added.constants = append(added.constants, input)
		default:
			added.inputs = append(added.inputs, input)
		}
	}
	switch {
	case len(added.inputs) == 0 && len(added.constants) > 0 && !slices.Contains(random, added.Op):
		for _, output := range original.Outputs {
			value := n.values[output]
			value.Constant = true
			n.values[output] = value
		}
		return
	case added.class == Other:
	case n.handsOn(added) && n.call(original.Outputs[0], added.inputs[0]):
		return
	case n.undoes(added) && n.call(original.Outputs[0], n.nodes[n.maker[added.inputs[0]]].inputs[0]):
		return
	case added.class == Pointwise && n.known(added, same):
		return
	case added.class == Product && n.oneRow(added):
		added.class = Reduction
	}
	index := len(n.nodes)
	for _, input := range added.inputs {
		n.readers[input] = append(n.readers[input], index)
	}
	for _, output := range original.Outputs {
		if n.isNew(output) {
			n.maker[output] = index
		}
	}
	n.nodes = append(n.nodes, added)
}

// random lists operators that make something else each time, whatever they read.
var random = []string{"RandomNormalLike", "RandomUniformLike", "Bernoulli", "Multinomial"}

// isNew tells whether nothing has made or read a value. A valid model makes each once and before it is read; in
// others, what comes too late counts for nothing, so that every way through a network goes forward.
func (n *network) isNew(value string) bool {
	_, made := n.maker[value]
	_, alias := n.alias[value]
	_, read := n.readers[value]
	return value != "" && !made && !alias && !read
}

// call makes a value another name of one that is there.
func (n *network) call(value, original string) bool {
	if !n.isNew(value) || value == original {
		return false
	}
	n.alias[value] = original
	return true
}

// question is something that is asked of a value often.
type question struct {
	what, value string
}

// ask answers a question once and remembers it. While it is being answered the answer is no.
func (n *network) ask(what, value string, answer func() bool) bool {
	q := question{what, value}
	if known, ok := n.answers[q]; ok {
		return known
	}
	n.answers[q] = false
	result := answer()
	n.answers[q] = result
	return result
}

// integers tells whether a value is of whole numbers: a shape, an index, or what is computed of these. No kernel for
// activations works on it.
func (n *network) integers(value string) bool {
	kind := n.values[value].Type
	return kind == "int64" || kind == "int32"
}

// onlyReader returns the one node that reads a value, once, if no caller does.
func (n *network) onlyReader(value string) (int, bool) {
	readers := n.readers[value]
	if n.output[value] || len(readers) != 1 {
		return 0, false
	}
	return readers[0], true
}

// readBy tells whether only nodes of a set read a value, and a graph's caller does not.
func (n *network) readBy(value string, nodes []int) bool {
	if n.output[value] {
		return false
	}
	for _, reader := range n.readers[value] {
		if !slices.Contains(nodes, reader) {
			return false
		}
	}
	return true
}
