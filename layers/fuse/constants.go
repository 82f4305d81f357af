package fuse

// single tells whether a constant has a single element.
func single(v Value) bool { return v.elements() == 1 }

// zero tells whether a constant is a single zero.
func zero(v Value) bool { return v.Number != nil && *v.Number == 0 }

// constantIs tells whether a node reads one constant, of some kind, and one other value.
func (k *kernels) constantIs(i int, kind func(Value) bool) bool {
	node := &k.nodes[i]
	return len(node.inputs) == 1 && len(node.constants) == 1 && kind(k.values[node.constants[0]])
}

// withChannels tells whether a node's constants have one value, or one for each channel.
func (k *kernels) withChannels(i int) bool {
	node := &k.nodes[i]
	if len(node.inputs) != 1 {
		return false
	}
	if node.Op == "BatchNormalization" {
		return true // for each channel by definition
	}
	rank := len(k.values[node.inputs[0]].Shape)
	for _, constant := range node.constants {
		shape := k.values[constant].Shape
		for axis, d := range shape {
			if d.Size != 1 && len(shape)-axis != rank-1 {
				return false
			}
		}
	}
	return true
}

// withAll tells whether a node's constants are as large as what it makes.
func (k *kernels) withAll(i int) bool {
	node := &k.nodes[i]
	for _, constant := range node.constants {
		if !sameShape(k.values[constant], k.values[node.Outputs[0]]) {
			return false
		}
	}
	return true
}

// withRow tells whether a node's constants have one value, one for each element of the last axis, or one for each of
// all elements.
func (k *kernels) withRow(i int) bool {
	node := &k.nodes[i]
	if len(node.inputs) != 1 {
		return false
	}
	for _, constant := range node.constants {
		value := k.values[constant]
		for axis, d := range value.Shape {
			if d.Size != 1 && axis != len(value.Shape)-1 && !sameShape(value, k.values[node.Outputs[0]]) {
				return false
			}
		}
	}
	return true
}

// withOneAsLarge tells whether a node reads a value and one more of the same shape. With one spatial dimension both
// have to come from convolutions, which reshape what they read.
func (k *kernels) withOneAsLarge(at link) bool {
	node := &k.nodes[at.v]
	if len(node.inputs) == 1 && len(node.constants) == 1 {
		return sameShape(k.values[node.constants[0]], k.values[at.value])
	}
	if len(node.inputs) != 2 || !sameShape(k.values[node.inputs[0]], k.values[node.inputs[1]]) {
		return false
	}
	other := node.inputs[0]
	if other == at.value {
		other = node.inputs[1]
	}
	return len(k.values[at.value].Shape) != 3 || k.channelsLast(other)
}
