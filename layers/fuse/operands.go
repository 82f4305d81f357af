package fuse

import (
	"fmt"
	"slices"
)

// ofAnyNumber are operators of any number of operands, and what a builder makes of two of these.
var ofAnyNumber = map[string]string{"Sum": "Add", "Mean": "Add", "Max": "Max", "Min": "Min"}

// byTwo returns the operators of two operands each that builders make of a node: a Sum is one Add after the other, and a Mean a
// Mul behind these. What they make on the way is added to the values. A node that is one of these already comes back as it is.
func byTwo(original *Node, values map[string]Value) []*Node {
	op, ok := ofAnyNumber[original.Op]
	count := len(original.Inputs)
	if !ok || original.Domain != "" && original.Domain != "ai.onnx" || len(original.Outputs) != 1 || count == 0 || slices.Contains(original.Inputs, "") ||
		op == original.Op && count == 2 {
		return []*Node{original}
	}
	result := original.Outputs[0]
	var nodes []*Node
	step := func(op string, inputs ...string) string {
		made := fmt.Sprintf("%s (%s %d)", result, op, len(nodes)+1)
		values[made] = Value{Type: values[result].Type, Shape: values[result].Shape}
		nodes = append(nodes, &Node{Name: original.Name, Op: op, Inputs: inputs, Outputs: []string{made}})
		return made
	}
	current := original.Inputs[0]
	for _, operand := range original.Inputs[1:] {
		current = step(op, current, operand)
	}
	switch {
	case count == 1:
		step("Identity", current)
	case original.Op == "Mean":
		share := fmt.Sprintf("1/%d of %s", count, result)
		values[share] = Value{Type: values[result].Type, Shape: []Dim{}, Constant: true, Number: new(1 / float64(count))}
		step("Mul", current, share)
	}
	nodes[len(nodes)-1].Outputs = original.Outputs
	return nodes
}
