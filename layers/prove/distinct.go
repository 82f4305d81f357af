package prove

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
)

// Replaced is a model in which constants have different numbers that had the same one in many places.
type Replaced struct {
	Model *onnx.Model
	// Count is how many constants those are.
	Count int
}

// weights are operators whose second input is one of weights, and slopes those whose constants differ from place to place.
var (
	weights = []string{"Conv", "ConvTranspose", "MatMul", "Gemm"}
	slopes  = []string{"Add", "Sub", "Mul", "Div", "Max", "Min", "PRelu", "Sum", "Pow", "Where", "BatchNormalization"}
)

// maxReplaced is how many elements a constant may have that is replaced.
const maxReplaced = 1 << 26

// Distinct gives constants different numbers that have the same ones in many places: a permutation of these would not
// show. Constants of pointwise operations get numbers above 0 up to 1 and, with products, weights small ones of both signs.
func Distinct(ctx context.Context, m *onnx.Model, products bool) (Replaced, error) {
	made := Replaced{Model: m.Clone()}
	index := onnx.NewIndex(made.Model.Graph, nil)
	replace := func(name string, t *onnx.Tensor) error {
		isWeights, ok := role(index, name)
		if !ok || isWeights && !products {
			return nil
		}
		done, err := distinct(ctx, name, t, isWeights)
		if done {
			made.Count++
		}
		return err
	}
	for _, t := range made.Model.Graph.Initializers {
		if err := replace(t.Name, t); err != nil {
			return made, err
		}
	}
	values := interpret.NewGraph(made.Model, maxReplaced)
	for _, n := range made.Model.Graph.Nodes {
		if err := spelledOut(ctx, values, index, n, products); err != nil {
			return made, err
		}
		if t := n.Tensor("value"); n.Is("Constant") && t != nil {
			if err := replace(n.Output(0), t); err != nil {
				return made, err
			}
		}
	}
	return made, nil
}

// spelledOut makes a ConstantOfShape of weights, or of slopes, a Constant of as many equal numbers.
func spelledOut(ctx context.Context, values *interpret.Graph, index *onnx.Index, n *onnx.Node, products bool) error {
	isWeights, ok := role(index, n.Output(0))
	if !n.Is("ConstantOfShape") || !ok || isWeights && !products || index.Initializer(n.Input(0)) == nil {
		return nil
	}
	all, err := values.Run(ctx, nil, n.Output(0))
	var unsupported *interpret.UnsupportedError
	if errors.As(err, &unsupported) { // or too large
		return nil
	}
	if err != nil {
		return err
	}
	t, err := all[0].ONNX("")
	n.OpType, n.Inputs, n.Attributes = "Constant", nil, []*onnx.Attribute{onnx.NewAttribute("value", t)}
	return err
}

// role tells whether a constant is weights; false if it is used for something else, such as a size.
func role(index *onnx.Index, name string) (isWeights, ok bool) {
	uses := index.Uses(name)
	for _, u := range uses {
		switch {
		case u.Input > 0 && slices.Contains(weights, u.Node.OpType) && u.Node.Domain == "":
			isWeights = true
		case u.Input >= 0 && slices.Contains(slopes, u.Node.OpType) && u.Node.Domain == "":
		default:
			return false, false
		}
	}
	return isWeights, len(uses) > 0
}

// distinct gives one constant different numbers, if it is one that needs them.
func distinct(ctx context.Context, name string, t *onnx.Tensor, isWeights bool) (bool, error) {
	n, ok := t.Elements()
	switch t.DataType {
	case onnx.Float16, onnx.Float32, onnx.BFloat16, onnx.Float64:
	default:
		return false, nil
	}
	if !ok || n < 2 || n > maxReplaced {
		return false, nil
	}
	read, err := interpret.Read(ctx, t, maxReplaced)
	if err != nil {
		return false, err
	}
	if !same(read.Data) {
		return false, nil
	}
	kind, err := tensor.TypeOf(t.DataType.String())
	if err != nil {
		return false, err
	}
	size, err := kind.Size(n)
	if err != nil {
		return false, err
	}
	raw := make([]byte, size)
	if err := tensor.Fill(raw, 0, name, kind.Name(), tensor.Recipe{Seed: 2, Distribution: "uniform"}); err != nil {
		return false, err
	}
	numbers := make([]float64, n)
	for i := range numbers {
		numbers[i] = kind.Value(kind.Load(raw, i))
	}
	scale := 1 / math.Sqrt(float64(n)/float64(max(t.Dims[0], 1)))
	order := ranks(numbers)
	for i, x := range numbers {
		if isWeights {
			numbers[i] = x * scale
		} else { // all different, as far as the type has so many numbers there
			numbers[i] = float64(order[i]+1) / float64(n)
		}
	}
	raw, err = (&interpret.Tensor{Type: t.DataType, Dims: t.Dims, Data: numbers}).Raw()
	t.SetValues(bytes.NewReader(raw))
	return true, err
}

// same tells whether fewer than half of some numbers are different ones; of many, whether nearly all are the same.
func same(numbers []float64) bool {
	head := numbers[:min(len(numbers), 1024)]
	different := map[float64]bool{}
	for _, x := range head {
		different[x] = true
	}
	if len(numbers) > len(head) {
		return len(different) <= 2
	}
	return 2*len(different) < len(numbers)+1
}

// ranks is the place of each number among all of them in rising order.
func ranks(numbers []float64) []int {
	order := make([]int, len(numbers))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case numbers[a] < numbers[b]:
			return -1
		case numbers[a] > numbers[b]:
			return 1
		}
		return 0
	})
	place := make([]int, len(numbers))
	for rank, i := range order {
		place[i] = rank
	}
	return place
}
