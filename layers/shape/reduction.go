package shape

import (
	"slices"
	"strings"

	"github.com/planlint/planlint/layers/onnx"
)

// reduction are operators that make one element of many.
func reduction() map[string]rule {
	rules := map[string]rule{"ArgMax": inferArg, "ArgMin": inferArg}
	for name := range strings.FieldsSeq("L1 L2 LogSum LogSumExp Max Mean Min Prod Sum SumSquare") {
		rules["Reduce"+name] = inferReduce
	}
	return rules
}

// inferReduce: axes became an input in opset 13 for ReduceSum, in 18 for the others.
func inferReduce(o *operation) error {
	v := o.at(0).plain()
	dims, err := o.dims(0)
	if err != nil {
		o.set(0, Value{Kind: onnx.TensorType, Type: v.Type})
		return err
	}
	list, _, err := o.list(1, "axes")
	if err != nil {
		if o.Int("keepdims", 1) != 0 {
			v.Shape = o.opened(0, len(dims))
			o.set(0, v)
		} else if n, ok := o.length(1); ok && n <= len(dims) {
			v.Shape = o.opened(0, len(dims)-n)
			o.set(0, v)
		}
		return err
	}
	if len(list) == 0 {
		if o.Int("noop_with_empty_axes", 0) != 0 {
			o.set(0, v)
			return nil
		}
		for k := range dims {
			list = append(list, int64(k))
		}
	}
	if err := o.reduce(&v, list); err != nil {
		return err
	}
	if all, ok := o.at(0).ints(); ok && product(v.Shape).Is(1) {
		v.Contents = reduced(o.OpType, all)
	}
	o.set(0, v)
	return nil
}

// reduce makes the dimensions of some axes 1, or drops them.
func (o *operation) reduce(v *Value, list []int64) error {
	gone, err := axes(list, len(v.Shape))
	if err != nil {
		return err
	}
	keep := o.Int("keepdims", 1) != 0
	var shape []Expression
	for k, d := range v.Shape {
		switch {
		case !slices.Contains(gone, k):
			shape = append(shape, d)
		case keep:
			shape = append(shape, Number(1))
		}
	}
	v.Shape = shape
	return nil
}

// reduced are the contents of a reduction over everything, of integers.
func reduced(opType string, list []Expression) *Contents {
	if len(list) == 0 {
		return nil
	}
	all := list[0]
	for _, e := range list[1:] {
		switch opType {
		case "ReduceProd":
			all = all.Times(e)
		case "ReduceSum":
			all = all.Plus(e)
		case "ReduceMax":
			all = all.Max(e)
		case "ReduceMin":
			all = all.Min(e)
		default:
			return nil
		}
	}
	switch opType {
	case "ReduceProd", "ReduceSum", "ReduceMax", "ReduceMin":
		return &Contents{Ints: []Expression{all}}
	}
	return nil
}

func inferArg(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		o.set(0, Value{Kind: onnx.TensorType, Type: onnx.Int64})
		return err
	}
	v := Tensor(onnx.Int64, dims...)
	if err := o.reduce(&v, []int64{o.Int("axis", 0)}); err != nil {
		return err
	}
	o.set(0, v)
	return nil
}
