package fuse

import (
	"fmt"
	"slices"
)

// take lets a product take in the kernel that reads it. Where it does not, the kernel is told why.
func (k *kernels) take(rule *Rule, product int) {
	form, kernel := rule.Take, k.of[product]
	if !k.nodes[product].in(form.Products) || len(k.nodes[product].inputs) == 0 {
		return
	}
	if !k.allowed(link{k.nodes[product].inputs[0], product, product}, nil, form.OnlyRead) {
		return
	}
	outputs := k.outputs(kernel)
	if len(outputs) == 0 {
		return
	}
	for _, target := range k.pointwiseReaders(outputs) {
		if reason := k.refuses(rule, kernel, target, outputs); reason != "" {
			k.refused[target] = append(k.refused[target], fmt.Sprintf("%s does not take it in, for %s", k.called(product), reason))
			continue
		}
		k.merge(kernel, target, rule)
	}
}

// pointwiseReaders returns the kernels of pointwise operations alone that read some values.
func (k *kernels) pointwiseReaders(values []string) []int {
	var found []int
	for _, value := range values {
		for _, reader := range k.readers[value] {
			if target := k.of[reader]; k.product[target] < 0 && k.only(target, Pointwise) && !slices.Contains(found, target) {
				found = append(found, target)
			}
		}
	}
	return found
}

// refuses says why a product does not take in a kernel; empty: it does.
func (k *kernels) refuses(rule *Rule, kernel, target int, outputs []string) string {
	if k.closed[kernel] {
		return "it became one with others over the same value"
	}
	if len(outputs) > 1 {
		return "others read what it has taken in already"
	}
	result := outputs[0]
	if k.output[result] {
		return fmt.Sprintf("%q is an output of the graph", result)
	}
	for _, reader := range k.readers[result] {
		if k.of[reader] != target {
			return fmt.Sprintf("%s reads %q too", k.called(reader), result)
		}
	}
	if k.around(kernel, target) {
		return "something between them is no part of either"
	}
	for _, i := range k.parts[target] {
		if reason := k.unsuited(rule.Take, i, result); reason != "" {
			return reason
		}
	}
	for _, made := range k.outputs(target) {
		at := link{made, k.maker[made], k.maker[made]}
		if condition, holds := k.firstOf(at, rule.Take.Unless); holds {
			return fmt.Sprintf("%q %s", made, condition.says)
		}
		if !sameShape(k.values[made], k.values[result]) {
			return fmt.Sprintf("%q has another shape", made)
		}
	}
	return ""
}

// unsuited says why a rule does not take in a node of a kernel that reads a product's result; empty: it does.
func (k *kernels) unsuited(form *Take, i int, result string) string {
	node := &k.nodes[i]
	if !node.in(form.Ops) && !slices.Contains(form.Ops, k.special(node)) {
		return fmt.Sprintf("%s is not among the operations that it takes", node.model.Op)
	}
	for _, input := range node.inputs {
		if maker, ok := k.maker[input]; input == result || ok && k.of[maker] == k.of[i] || form.Operands == "" {
			continue
		}
		if !sameShape(k.values[input], k.values[result]) || !k.holds(form.Operands, link{input, i, i}) {
			return fmt.Sprintf("%s reads %q, which is not stored as its result is", k.called(i), input)
		}
	}
	if form.Constants != "" && len(node.constants) > 0 && !k.holds(form.Constants, link{result, i, i}) {
		return fmt.Sprintf("the constant of %s is of a shape that it does not take", k.called(i))
	}
	return ""
}

// special names a node with what its constant is: a whole power is a product.
func (k *kernels) special(node *node) string {
	if node.Op == "Pow" && len(node.constants) == 1 {
		if number := k.values[node.constants[0]].Number; number != nil && (*number == 2 || *number == 3) {
			return "Pow 2 or 3"
		}
	}
	return node.Op
}
