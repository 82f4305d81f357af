package shape

import (
	"strings"

	"github.com/planlint/planlint/layers/onnx"
)

// reduction are operators that make one element of many.
func reduction() map[string]rule {
	rules := map[string]rule{"ArgMax": inferArg, "ArgMin": inferArg}
	for _, name := range strings.Fields("L1 L2 LogSum LogSumExp Max Mean Min Prod Sum SumSquare") {
		rules["Reduce"+name] = inferReduce
	}
	return rules
}

// inferReduce: axes became an input in opset 13 for ReduceSum, in 18 for the others.
func inferReduce(o *operation) error {
	v := o.at(0)
	v.Contents = nil
	dims, err := o.dims(0)
	if err != nil {
		o.set(0, Value{Kind: onnx.TensorType, Type: v.Type})
		return err
	}
	axes, _, err := o.list(1, "axes")
	if err != nil {
		if o.Int("keepdims", 1) != 0 {
			for k := range dims {
				v.Shape = append(v.Shape[:k:k], o.open(0, k))
			}
			o.set(0, v)
		}
		return err
	}
	if len(axes) == 0 {
		if o.Int("noop_with_empty_axes", 0) != 0 {
			o.set(0, v)
			return nil
		}
		for k := range dims {
			axes = append(axes, int64(k))
		}
	}
	if err := o.reduce(&v, axes); err != nil {
		return err
	}
	if list, ok := o.at(0).ints(); ok && len(axes) == len(dims) {
		v.Contents = reduced(o.OpType, list)
	}
	o.set(0, v)
	return nil
}

// reduce makes the dimensions of some axes 1, or drops them.
func (o *operation) reduce(v *Value, axes []int64) error {
	gone := make([]bool, len(v.Shape))
	for _, a := range axes {
		at, err := axis(a, len(v.Shape))
		if err != nil {
			return err
		}
		gone[at] = true
	}
	keep := o.Int("keepdims", 1) != 0
	var shape []Expression
	for k, d := range v.Shape {
		switch {
		case !gone[k]:
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
