package rewrite

import (
	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
)

// change is a node that changes the layout of values, as it was read.
type change struct {
	node *onnx.Node
	// inputs and outputs are the positions of what it changes: all of a Concat's inputs, the first of a Reshape's.
	inputs, outputs []int
	obligation      obligation
	indexes         indexes
	// constant is what the node adds; nil if it adds nothing.
	constant *constant
}

// indexes is how the elements of a node's outputs come from its inputs. It maps constants that differ from place to
// place, such as slopes of channels, from one side to the other. These have as many dimensions as the values there, each
// of size 1 where they are repeated. Errors are a mapError.
type indexes interface {
	// toInputs is for a move to before the node: one constant for each output becomes one for each input.
	toInputs([]*interpret.Tensor) ([]*interpret.Tensor, error)
	// toOutputs is for a move to behind it.
	toOutputs([]*interpret.Tensor) ([]*interpret.Tensor, error)
}

// constant is a number that a node adds to its output, with what sets another one.
type constant struct {
	node  *onnx.Node
	value *interpret.Tensor // one element
	// attribute holds it, as a float32; empty if an input does.
	attribute string
	set       func(*scene, *interpret.Tensor) error
}

// fits refuses a number that the node cannot hold.
func (c *constant) fits(to *interpret.Tensor) error {
	if x := to.Data[0]; c.attribute != "" && float64(float32(x)) != x { // NaN too
		return refuse(named(c.node), "f of its constant is %g, which an attribute cannot hold", x)
	}
	return nil
}

// inAttribute is a constant that an attribute holds.
func inAttribute(n *onnx.Node, name string, kind onnx.DataType) *constant {
	number := float64(n.Float(name, 0))
	if rounded, err := interpret.Rounded(kind, number); err == nil { // of other types nothing is computed
		number = rounded
	}
	value := &interpret.Tensor{Type: kind, Data: []float64{number}}
	return &constant{n, value, name, func(_ *scene, to *interpret.Tensor) error {
		n.SetAttribute(name, float32(to.Data[0]))
		return nil
	}}
}

// single is a change of one value.
func single(n *onnx.Node, why obligation, map_ indexes) *change {
	return &change{node: n, inputs: []int{0}, outputs: []int{0}, obligation: why, indexes: map_}
}

// in and out are the values that the node changes.
func (c *change) in() []string  { return pick(c.node.Inputs, c.inputs) }
func (c *change) out() []string { return pick(c.node.Outputs, c.outputs) }

func pick(names []string, positions []int) []string {
	var list []string
	for _, i := range positions {
		list = append(list, names[i])
	}
	return list
}
