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

// endsAtOutput tells whether a value goes to the graph's outputs, perhaps behind changes of layout, and nowhere else.
func (k *kernels) endsAtOutput(value string) bool {
	return k.ask("endsAtOutput", value, func() bool {
		for _, reader := range k.readers[value] {
			if k.nodes[reader].class != Layout || !k.endsAtOutput(k.nodes[reader].Outputs[0]) {
				return false
			}
		}
		return k.output[value] || len(k.readers[value]) > 0
	})
}

// cutForOutput tells whether a value is cut or resized for an output, and what makes it can change the layout as
// well. Behind Elu and Erf it cannot.
func (k *kernels) cutForOutput(at link) bool {
	part := k.parts[k.of[at.u]]
	if k.nodes[at.u].Op == "Elu" || slices.ContainsFunc(part, func(i int) bool { return k.nodes[i].Op == "Erf" || k.nodes[i].Op == "Gelu" }) {
		return false
	}
	return slices.ContainsFunc(k.readers[at.value], func(r int) bool {
		return slices.Contains([]string{"Slice", "Split", "Resize"}, k.nodes[r].Op) && k.endsAtOutput(k.nodes[r].Outputs[0])
	})
}

// movedForProduct tells whether a matrix product reads a value behind a change of layout.
func (k *kernels) movedForProduct(value string) bool {
	return k.ask("movedForProduct", value, func() bool {
		return slices.ContainsFunc(k.readers[value], func(r int) bool {
			if k.nodes[r].class != Layout {
				return false
			}
			moved := k.nodes[r].Outputs[0]
			return k.readByAny(moved, "MatMul", "Gemm") || k.movedForProduct(moved)
		})
	})
}

// imageProducts are products whose results are stored with channels last, and pools, which keep that.
var imageProducts = []string{"Conv", "ConvTranspose", "MaxPool", "AveragePool"}

// joinedWithConvolutions tells whether a value is read by a Concat of nothing but results of convolutions and pools,
// and of pointwise operations on them: all are written to where the Concat would put them.
func (k *kernels) joinedWithConvolutions(value string) bool {
	return slices.ContainsFunc(k.readers[value], func(r int) bool {
		node := &k.nodes[r]
		return node.Op == "Concat" && len(node.constants) == 0 && !slices.ContainsFunc(node.inputs, func(input string) bool {
			maker, ok := k.maker[input]
			return !ok || k.nodes[maker].class != Pointwise && !slices.Contains(imageProducts, k.nodes[maker].Op) || !k.channelsLast(input)
		})
	})
}

// writtenInPlace tells whether a Concat of convolutions' results need not move a value: what makes it writes it there.
// Where one of its values ends in a choice between two, the Concat computes them all.
func (k *kernels) writtenInPlace(at link) bool {
	return k.joinedWithConvolutions(at.value) && !slices.ContainsFunc(k.nodes[at.v].inputs, func(input string) bool {
		maker, ok := k.maker[input]
		return ok && slices.Contains([]string{"Where", "PRelu", "Softplus", "ThresholdedRelu"}, k.nodes[maker].Op)
	})
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

// leadsToConvolution tells whether pointwise operations on a value end in convolutions alone.
func (k *kernels) leadsToConvolution(value string) bool {
	return k.ask("leadsToConvolution", value, func() bool {
		return len(k.readers[value]) > 0 && !k.output[value] && !slices.ContainsFunc(k.readers[value], func(r int) bool {
			node := &k.nodes[r]
			if node.class == Pointwise {
				return !k.leadsToConvolution(node.Outputs[0])
			}
			return node.Op != "Conv" && node.Op != "ConvTranspose"
		})
	})
}

// channelsLast tells whether a value is stored with its channels last: it comes from a convolution, or one reads it.
func (k *kernels) channelsLast(value string) bool {
	return k.ask("channelsLast", value, func() bool {
		maker, ok := k.maker[value]
		if !ok {
			return false
		}
		node := &k.nodes[maker]
		switch {
		case slices.Contains(imageProducts, node.Op) || k.cutForConvolution(value):
			return true
		case node.class == Pointwise || node.class == Layout || node.class == Resampling:
			return slices.ContainsFunc(node.inputs, k.channelsLast)
		}
		return false
	})
}

// cutForConvolution tells whether a convolution reads a value, perhaps joined with others or cut.
func (k *kernels) cutForConvolution(value string) bool {
	return k.ask("cutForConvolution", value, func() bool {
		return slices.ContainsFunc(k.readers[value], func(r int) bool {
			switch node := &k.nodes[r]; node.Op {
			case "Conv":
				return true
			case "Concat", "Slice", "Pad":
				return k.cutForConvolution(node.Outputs[0])
			}
			return false
		})
	})
}

// forConvolution tells whether a value is read by kernels of convolutions alone, perhaps behind more changes of layout.
func (k *kernels) forConvolution(value string) bool {
	seen := map[string]bool{}
	var leads func(value string) bool
	leads = func(value string) bool {
		if seen[value] {
			return true
		}
		seen[value] = true
		readers := k.readers[value]
		return len(readers) > 0 && !slices.ContainsFunc(readers, func(r int) bool {
			if k.nodes[r].class == Layout {
				return !leads(k.nodes[r].Outputs[0])
			}
			product := k.product[k.of[r]]
			return product < 0 || k.nodes[product].Op != "Conv" && k.nodes[product].Op != "ConvTranspose"
		})
	}
	return leads(value)
}

// forProduct tells whether a product reads a value.
func (k *kernels) forProduct(value string) bool {
	return slices.ContainsFunc(k.readers[value], func(r int) bool { return k.nodes[r].class == Product })
}

// cutsDimension tells whether a node cuts height and width, or the channels, into pieces that go elsewhere:
// DepthToSpace, SpaceToDepth, or the reshape to six dimensions that starts one of them when it is spelled out.
func (k *kernels) cutsDimension(i int) bool {
	node := &k.nodes[i]
	return node.Op == "DepthToSpace" || node.Op == "SpaceToDepth" ||
		node.Op == "Reshape" && len(k.values[node.inputs[0]].Shape) == 4 && len(k.values[node.Outputs[0]].Shape) == 6
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
