package fuse

import "slices"

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
