package fuse

import "slices"

// tanhGelu names, in a table, a Gelu that is computed by Tanh: one node, or eight.
const tanhGelu = "Gelu by Tanh"

// geluByTanh finds the nodes of a Gelu by Tanh behind a value, and what they make.
func (k *kernels) geluByTanh(value string) (nodes []int, result string, ok bool) {
	if next, single := k.onlyReader(value); single && k.nodes[next].Op == "Gelu" {
		how, _ := k.nodes[next].Attributes["approximate"].(string)
		return []int{next}, k.nodes[next].Outputs[0], how == "tanh"
	}
	// x * 0.5 * (1 + tanh(k * (x + c * x^3))): from value on, take each node that reads nothing else.
	const size = 8
	known := []string{value}
	counts := map[string]int{}
	for i := 0; i < len(known); i++ {
		for _, reader := range k.readers[known[i]] {
			node := &k.nodes[reader]
			if len(nodes) < size && node.class == Pointwise && !slices.Contains(nodes, reader) &&
				!slices.ContainsFunc(node.inputs, func(input string) bool { return !slices.Contains(known, input) }) {
				nodes, known = append(nodes, reader), append(known, node.Outputs[0])
				counts[node.Op]++
				i = -1 // what was not ready may be now
				break
			}
		}
	}
	if len(nodes) != size || counts["Tanh"] != 1 || counts["Pow"] != 1 || counts["Add"] != 2 || counts["Mul"] != 4 || !k.readBy(value, nodes) {
		return nil, "", false
	}
	for _, i := range nodes {
		if output := k.nodes[i].Outputs[0]; !k.readBy(output, nodes) {
			if result != "" {
				return nil, "", false
			}
			result = output
		}
	}
	return nodes, result, result != ""
}

// endsGelu tells whether a node is the last of a Gelu that is spelled out: it halves the product of a value and of a
// sum of Erf or Tanh and one.
func (k *kernels) endsGelu(node *node) bool {
	if node.Op != "Mul" || len(node.inputs) != 1 {
		return false
	}
	product, ok := k.madeBy(node.inputs[0], "Mul")
	if !ok {
		return false
	}
	return slices.ContainsFunc(product.inputs, func(input string) bool {
		sum, ok := k.madeBy(input, "Add")
		if !ok || len(sum.inputs) != 1 {
			return false
		}
		_, erf := k.madeBy(sum.inputs[0], "Erf")
		_, tanh := k.madeBy(sum.inputs[0], "Tanh")
		return erf || tanh
	})
}

// madeBy returns the node that makes a value, if it is of some operator.
func (n *network) madeBy(value, op string) (*node, bool) {
	maker, ok := n.maker[value]
	if !ok || n.nodes[maker].Op != op {
		return nil, false
	}
	return &n.nodes[maker], true
}
