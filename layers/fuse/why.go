package fuse

import "fmt"

// why says in a sentence what became of a kernel's pointwise operations.
func (k *kernels) why(kernel int, alone bool) string {
	if !alone {
		why := k.called(k.producer(kernel)) + " takes it in"
		if rule := k.rule[kernel]; rule != nil {
			why += ": " + rule.Why
		}
		return why
	}
	if refused := k.refused[kernel]; len(refused) > 0 {
		return refused[len(refused)-1]
	}
	maker, value := k.before(kernel)
	moved, first := k.moved(kernel)
	switch {
	case maker < 0 && value == "":
		return "it reads nothing that the model makes or is given"
	case maker < 0:
		return fmt.Sprintf("no product is before it: no operation before it makes %q, which it reads", value)
	case k.product[k.of[maker]] < 0:
		return fmt.Sprintf("%s makes what it reads, which takes nothing in", k.called(maker))
	case moved < 0:
		return fmt.Sprintf("no rule lets %s take it in", k.called(k.producer(k.of[maker])))
	case first:
		return fmt.Sprintf("%s stands between %s and it, and is one kernel with it", k.called(moved), k.called(maker))
	}
	return fmt.Sprintf("%s behind it is one kernel with it, which %s does not take in", k.called(moved), k.called(maker))
}

// producer is the node that takes a kernel's pointwise operations in: a product, or whatever else is there.
func (k *kernels) producer(kernel int) int {
	if product := k.product[kernel]; product >= 0 {
		return product
	}
	for _, i := range k.parts[kernel] {
		if class := k.nodes[i].class; class != Pointwise && class != Layout {
			return i
		}
	}
	return k.parts[kernel][0]
}

// before returns the node that makes what a kernel reads first, a product if one does; -1: only the graph's inputs
// are read, of which it returns the first.
func (k *kernels) before(kernel int) (maker int, value string) {
	maker = -1
	for _, i := range k.parts[kernel] {
		for _, input := range k.nodes[i].inputs {
			made, ok := k.maker[input]
			switch {
			case ok && k.of[made] == kernel:
			case !ok && value == "":
				value = input
			case ok && (maker < 0 || k.product[k.of[made]] >= 0 && k.product[k.of[maker]] < 0):
				maker = made
			}
		}
	}
	return maker, value
}

// moved returns the first change of layout in a kernel, or -1, and whether it comes before all else.
func (k *kernels) moved(kernel int) (i int, first bool) {
	for at, i := range k.parts[kernel] {
		if k.nodes[i].class == Layout {
			return i, at == 0
		}
	}
	return -1, false
}

// called names a node with its operator.
func (k *kernels) called(i int) string {
	if node := &k.nodes[i]; node.Name == "" && len(node.Outputs) > 0 {
		return fmt.Sprintf("%s of %q", node.model.Op, node.model.Outputs[0])
	}
	return fmt.Sprintf("%s %q", k.nodes[i].model.Op, k.nodes[i].Name)
}
