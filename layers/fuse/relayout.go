package fuse

import "slices"

// What TensorRT-RTX 1.7 does where pointwise operations on an input of the graph lead to a convolution: it
// changes the layout before the last of them, if that can go behind the change and the one before cannot. Operations
// of several steps are a kernel of their own then.
var (
	severalSteps = []string{"LeakyRelu", "Softsign", "HardSwish", "Pow"}
	oneStep      = []string{"Mul", "Add", "Sub", "Div", "Max", "Min"}
	passing      = []string{"Relu", "Sigmoid", "Tanh", "Exp", "Abs", "Neg", "Sqrt", "Log", "Erf", "Floor", "Clip", "Cast"}
)

// laidOutAnew tells whether a pointwise operation and the one that reads it are parted by such a change.
func (k *kernels) laidOutAnew(at link) bool {
	if k.changesBetween(at.u, at.v) {
		return true
	}
	next, ok := k.onlyOperation(k.nodes[at.v].Outputs[0])
	return ok && slices.Contains(severalSteps, k.nodes[at.v].Op) && k.changesBetween(at.v, next)
}

// changesBetween tells whether the layout changes between a node and the last one before a convolution.
func (k *kernels) changesBetween(u, v int) bool {
	before, last := &k.nodes[u], &k.nodes[v]
	several := slices.Contains(severalSteps, before.Op)
	if !several && !slices.Contains(oneStep, before.Op) || before.class != Pointwise || last.class != Pointwise || !k.isLast(v) {
		return false
	}
	next, ok := k.onlyOperation(before.Outputs[0])
	if !ok || next != v {
		return false
	}
	switch {
	case slices.Contains(passing, last.Op) && !several && last.Op != "Sigmoid", last.Op == "Clip", last.Op == "Cast":
		return false
	case last.Op == "Sigmoid" && !several && !k.partOfSilu(v):
		return false
	case len(last.inputs) > 1 && !k.partOfSilu(v), k.endsGelu(last), last.Op == "BatchNormalization", k.shiftsChannels(u), k.shiftsChannels(v):
		return false
	}
	return k.plain(before)
}

// isLast tells whether nothing but convolutions read what a node makes, or, of a Silu, what the Silu makes.
func (k *kernels) isLast(i int) bool {
	output := k.nodes[i].Outputs[0]
	if k.nodes[i].Op == "Sigmoid" && k.partOfSilu(i) {
		product, _ := k.onlyReader(output)
		output = k.nodes[product].Outputs[0]
	}
	readers := k.readers[output]
	return len(readers) > 0 && !k.output[output] && !slices.ContainsFunc(readers, func(r int) bool {
		return k.nodes[r].Op != "Conv"
	})
}

// onlyOperation returns the one operation that reads a value: a node, or the Sigmoid of a Silu.
func (k *kernels) onlyOperation(value string) (int, bool) {
	readers := k.readers[value]
	if k.output[value] || len(readers) == 0 {
		return 0, false
	}
	first := readers[0]
	for _, r := range readers[1:] {
		if r != first && !(k.partOfSilu(r) && k.partOfSilu(first)) {
			return 0, false
		}
	}
	return first, true
}

// plain tells whether only pointwise nodes are between the graph's inputs and a node, and none of them scales and shifts
// channels, which changes the layout already.
func (k *kernels) plain(node *node) bool {
	return !slices.ContainsFunc(node.inputs, func(input string) bool {
		return k.ask("laid out already", input, func() bool {
			maker, ok := k.maker[input]
			if !ok {
				return false
			}
			made := &k.nodes[maker]
			return made.class != Pointwise || made.Op == "BatchNormalization" || k.shiftsChannels(maker) || !k.plain(made)
		})
	})
}

// shiftsChannels tells whether a node adds to each channel what the node before has scaled.
func (k *kernels) shiftsChannels(i int) bool {
	node := &k.nodes[i]
	if node.Op != "Add" || !k.withChannels(i) || k.constantIs(i, single) {
		return false
	}
	_, ok := k.madeBy(node.inputs[0], "Mul")
	maker := k.maker[node.inputs[0]]
	return ok && k.withChannels(maker) && !k.constantIs(maker, single)
}
