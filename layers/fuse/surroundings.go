package fuse

import "slices"

// readByAny tells whether a node of some operators reads a value.
func (k *kernels) readByAny(value string, ops ...string) bool {
	return slices.ContainsFunc(k.readers[value], func(r int) bool { return slices.Contains(ops, k.nodes[r].Op) })
}

// free tells whether a value has a dimension that is not known.
func (k *kernels) free(at link) bool {
	return slices.ContainsFunc(k.values[at.value].Shape, func(d Dim) bool { return d.Size == 0 })
}

// rowDimensions is in how many dimensions a value has several rows. A matrix product with more than one computes
// them as one, and a reshape behind it brings them back.
func (k *kernels) rowDimensions(value string) int {
	shape := k.values[value].Shape
	several := 0
	for _, d := range shape[:max(0, len(shape)-1)] {
		if d.Size != 1 {
			several++
		}
	}
	return several
}

// quantized tells whether a value is int8 in truth: nothing but a DequantizeLinear is between.
func (k *kernels) quantized(at link) bool {
	_, ok := k.madeBy(at.value, "DequantizeLinear")
	return ok
}

// endsNormalization tells whether a node adds the bias of a normalization between two reshapes, for a convolution.
func (k *kernels) endsNormalization(i int) bool {
	node := &k.nodes[i]
	if node.Op != "Add" || len(node.inputs) != 1 {
		return false
	}
	scale, ok := k.madeBy(node.inputs[0], "Mul")
	if !ok || len(scale.inputs) != 1 {
		return false
	}
	shaped, ok := k.madeBy(scale.inputs[0], "Reshape")
	if !ok {
		return false
	}
	_, ok = k.madeBy(shaped.inputs[0], "InstanceNormalization")
	return ok && k.leadsToConvolution(node.Outputs[0])
}

// neededTwice tells whether what reads a value reads it more than once when it is taken apart.
func (k *kernels) neededTwice(value string) bool {
	return k.readByAny(k.behindBias(value), "HardSwish", "PRelu", "Softplus", "Mish", "Softsign", "Pow") || k.readTwiceByOne(k.behindBias(value))
}

func (k *kernels) readTwiceByOne(value string) bool {
	return slices.ContainsFunc(k.readers[value], func(r int) bool {
		inputs := k.nodes[r].inputs
		return len(inputs) == 2 && inputs[0] == inputs[1]
	})
}

// biasedFor tells whether a value gets a bias and is then read by a node of some operators.
func (k *kernels) biasedFor(value string, ops ...string) bool {
	biased := k.behindBias(value)
	return biased != value && k.readByAny(biased, ops...)
}

// behindBias follows a value through the Add of a constant that alone reads it.
func (k *kernels) behindBias(value string) string {
	if reader, ok := k.onlyReader(value); ok && k.nodes[reader].Op == "Add" && len(k.nodes[reader].inputs) == 1 {
		return k.nodes[reader].Outputs[0]
	}
	return value
}

// lastAxis tells whether a reduction is over the last axis alone.
func (k *kernels) lastAxis(i int) bool {
	node := &k.nodes[i]
	rank := len(k.values[node.inputs[0]].Shape)
	switch node.Op {
	case "Softmax", "LogSoftmax", "LayerNormalization", "RMSNormalization":
		axis, ok := node.Attributes["axis"].(int64)
		return !ok || axis == -1 || int(axis) == rank-1
	}
	axes, _ := node.Attributes["axes"].([]int64)
	if len(node.constants) == 1 && k.values[node.constants[0]].Number != nil { // since opset 18 they are an input
		axes = []int64{int64(*k.values[node.constants[0]].Number)}
	}
	return len(axes) == 1 && (axes[0] == -1 || int(axes[0]) == rank-1)
}

// wide tells whether a kernel has a reduction over other axes than the last.
func (k *kernels) wide(kernel int) bool {
	return slices.ContainsFunc(k.parts[kernel], func(i int) bool { return k.nodes[i].class == Reduction && !k.lastAxis(i) })
}
