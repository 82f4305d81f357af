package recreate

import "github.com/planlint/planlint/layers/onnx"

// keptIntegers is the most elements of a constant of int64 that stays: of axes, shapes and indices. Longer ones are data.
const keptIntegers = 1024

// constants tells weights from the constants that a graph needs as they are.
type constants struct {
	// shaping are constants that some node takes a shape or sizes from.
	shaping map[string]bool
}

// shapingInputs are inputs of operators that are no integers, or no int64, and still say a shape.
var shapingInputs = map[string][]int{"Resize": {1, 2, 3}, "Upsample": {1}, "Range": {0, 1, 2}, "Pad": {1, 3}, "Slice": {1, 2, 3, 4}, "Tile": {1}, "TopK": {1},
	"Expand": {1}, "Reshape": {1}, "ConstantOfShape": {0}, "OneHot": {1, 2}, "Split": {1}, "Squeeze": {1}, "Unsqueeze": {1},
	// TensorRT takes no zero points but zero.
	"QuantizeLinear": {2}, "DequantizeLinear": {2}, "QLinearConv": {2, 5, 7}, "QLinearMatMul": {2, 5, 7}}

func constantsOf(g *onnx.Graph) constants {
	c := constants{map[string]bool{}}
	for _, n := range g.Walk() {
		for _, i := range shapingInputs[n.OpType] {
			if name := n.Input(i); name != "" {
				c.shaping[name] = true
			}
		}
	}
	return c
}

// isWeight is true for a constant whose values can be others without another graph.
func (c constants) isWeight(name string, t *onnx.Tensor) bool {
	elements, ok := t.Elements()
	switch {
	case !ok || elements <= 1 || t.DataType == onnx.String:
		return false
	case elements > keptIntegers:
		return true
	}
	return t.DataType != onnx.Int64 && !c.shaping[name]
}

// Weights counts the weights of a model that would be left out, in tensors and bytes.
func Weights(m *onnx.Model) (tensors int, bytes int64) {
	c := constantsOf(m.Graph)
	for t := range m.Tensors() {
		if size, ok := t.Bytes(); ok && c.isWeight(t.Name, t) {
			tensors++
			bytes += size
		}
	}
	return tensors, bytes
}
