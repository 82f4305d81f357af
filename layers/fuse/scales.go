package fuse

import "slices"

// What TensorRT 8.6 tells apart: operations that scale channels, which are a layer of their own kind there, and
// convolutions that have kernels which compute what it generates (PWN).

// scalesChannels tells whether a node multiplies with, or adds, a constant of more than one element, as a convolution's
// weights and bias can: for each channel, or for each element.
func (k *kernels) scalesChannels(i int) bool {
	switch node := &k.nodes[i]; node.Op {
	case "BatchNormalization":
		return true
	case "Mul", "Add":
		return len(node.inputs) == 1 && !k.constantIs(i, single) && (k.withChannels(i) || k.withAll(i))
	}
	return false
}

// withNumbers tells whether all constants of a node have a single element; a Clip has two.
func (k *kernels) withNumbers(i int) bool {
	return !slices.ContainsFunc(k.nodes[i].constants, func(constant string) bool { return !single(k.values[constant]) })
}

// inGroups tells whether a convolution has more than one group.
func (k *kernels) inGroups(i int) bool {
	groups, ok := k.nodes[i].Attributes["group"].(int64)
	return ok && groups > 1
}

// fewChannels tells whether a value has less channels than a vector of fp16 numbers holds.
func (k *kernels) fewChannels(value string) bool {
	const vector = 8
	shape := k.values[value].Shape
	return len(shape) > 1 && shape[1].Size > 0 && shape[1].Size < vector
}

// inFull tells whether a value is of fp32 or fp64 numbers.
func (k *kernels) inFull(value string) bool {
	return slices.Contains([]string{"float", "float32", "double", "float64"}, k.values[value].Type)
}

// forOne tells whether a value is read by one node, directly or through others that nothing else reads: with these
// it makes a kernel of one result.
func (k *kernels) forOne(at link) bool {
	return k.endsIn(at.value, k.of[at.v])
}

// endsIn tells whether all that reads a value is in a kernel, or leads there through pointwise operations alone.
func (k *kernels) endsIn(value string, kernel int) bool {
	if k.output[value] {
		return false
	}
	return !slices.ContainsFunc(k.readers[value], func(r int) bool {
		return k.of[r] != kernel && (k.nodes[r].class != Pointwise || r > k.parts[kernel][len(k.parts[kernel])-1] || !k.endsIn(k.nodes[r].Outputs[0], kernel))
	})
}
