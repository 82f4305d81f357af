package fuse

import "fmt"

// known tells whether an earlier node computes the same, which then has this one's output too.
func (n *network) known(added node, same map[string]int) bool {
	key := fmt.Sprint(added.Op, added.Domain, added.inputs, n.numbers(added), added.Attributes)
	earlier, ok := same[key]
	if !ok {
		same[key] = len(n.nodes)
		return false
	}
	if !n.call(added.Outputs[0], n.nodes[earlier].Outputs[0]) {
		return false
	}
	n.nodes[earlier].same = append(n.nodes[earlier].same, added.Name)
	return true
}

// numbers names a node's constants: by their values where these are single numbers.
func (n *network) numbers(added node) []string {
	var names []string
	for _, constant := range added.constants {
		if number := n.values[constant].Number; number != nil {
			constant = fmt.Sprint(n.values[constant].Type, *number)
		}
		names = append(names, constant)
	}
	return names
}

// handsOn tells whether a node's first output is its input.
func (n *network) handsOn(added node) bool {
	if added.class == Nothing {
		return true
	}
	if len(added.inputs) != 1 || len(added.constants) != 1 {
		return false
	}
	number := n.values[added.constants[0]].Number
	if number == nil {
		return false
	}
	switch first := n.resolve(added.Inputs[0]) == added.inputs[0]; added.Op {
	case "Mul":
		return *number == 1
	case "Add":
		return false
	case "Sub":
		return false
	case "Div":
		return first && *number == 1
	}
	return false
}

// undoes tells whether a node is a Transpose that takes back the one before it.
func (n *network) undoes(added node) bool {
	if added.Op != "Transpose" {
		return false
	}
	maker, ok := n.maker[added.inputs[0]]
	if !ok || n.nodes[maker].Op != "Transpose" {
		return false
	}
	first, _ := n.nodes[maker].Attributes["perm"].([]int64)
	second, _ := added.Attributes["perm"].([]int64)
	if len(first) == 0 || len(first) != len(second) {
		return false
	}
	for axis, from := range second {
		if from < 0 || int(from) >= len(first) || first[from] != int64(axis) {
			return false
		}
	}
	return true
}

// oneRow tells whether a matrix product is of a single row: it is then computed as a sum.
func (n *network) oneRow(added node) bool {
	if added.Op != "MatMul" && added.Op != "Gemm" {
		return false
	}
	return len(n.values[added.Inputs[0]].Shape) > 0 && n.rows(added) == 1
}

// rows is the number of rows of a matrix product's left side over all batches; 0 if unknown.
func (n *network) rows(product node) int64 {
	shape := n.values[product.Inputs[0]].Shape
	if len(shape) < 2 {
		return 0
	}
	return Value{Shape: shape[:len(shape)-1]}.elements()
}
