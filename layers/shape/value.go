package shape

import (
	"strings"

	"github.com/planlint/planlint/layers/onnx"
)

// Value is what is known of a value of a model. The zero Value is one of which nothing is known.
type Value struct {
	// Kind is onnx.TensorType for nearly all values.
	Kind onnx.TypeKind
	// Type of a tensor's elements; onnx.Undefined if it is not known.
	Type onnx.DataType
	// Ranked says that the number of dimensions is known. Without it Shape is empty, as it is for a scalar.
	Ranked bool
	Shape  []Expression
	// Contents are the elements, where they are known and few; else nil.
	Contents *Contents
	// Of is the element of a sequence or optional; nil if it is not known.
	Of *Value
}

// Contents are the elements of a tensor in its order, as integers or as real numbers. Bools are 0 and 1.
type Contents struct {
	Ints   []Expression
	Floats []float64
}

// Tensor is the value of a tensor.
func Tensor(elem onnx.DataType, dims ...Expression) Value {
	return Value{Kind: onnx.TensorType, Type: elem, Ranked: true, Shape: dims}
}

// Vector is the value of a tensor of integers with one dimension and known contents.
func Vector(elem onnx.DataType, ints ...Expression) Value {
	v := Tensor(elem, Number(int64(len(ints))))
	v.Contents = &Contents{Ints: ints}
	return v
}

// String is such as "float16[1, 64, 2*h]".
func (v Value) String() string {
	switch {
	case v.Kind == onnx.UnknownType:
		return "unknown"
	case v.Kind != onnx.TensorType && v.Of != nil:
		return "of " + v.Of.String()
	case !v.Ranked:
		return v.Type.String()
	}
	dims := make([]string, len(v.Shape))
	for i, d := range v.Shape {
		dims[i] = d.String()
	}
	return v.Type.String() + "[" + strings.Join(dims, ", ") + "]"
}

// Elements is the number of a tensor's elements; false if its rank is not known.
func (v Value) Elements() (Expression, bool) {
	if !v.Ranked {
		return Expression{}, false
	}
	n := Number(1)
	for _, d := range v.Shape {
		n = n.Times(d)
	}
	return n, true
}

// Bytes is what a tensor's elements take, packed; false if its rank or the width of its type is not known.
func (v Value) Bytes() (Expression, bool) {
	n, ranked := v.Elements()
	width, ok := v.Type.Bits()
	if !ranked || !ok {
		return Expression{}, false
	}
	return n.Times(Number(int64(width))).Ceil(Number(8)), true
}

// Numbers are the dimensions, if all of them are numbers.
func (v Value) Numbers() ([]int64, bool) {
	if !v.Ranked {
		return nil, false
	}
	list := make([]int64, len(v.Shape))
	for i, d := range v.Shape {
		n, ok := d.Int()
		if !ok {
			return nil, false
		}
		list[i] = n
	}
	return list, true
}

// ints are the contents as integers.
func (v Value) ints() ([]Expression, bool) {
	if v.Contents == nil || v.Contents.Ints == nil {
		return nil, false
	}
	return v.Contents.Ints, true
}

// floats are the contents as real numbers, from integers too if they are numbers.
func (v Value) floats() ([]float64, bool) {
	if v.Contents == nil {
		return nil, false
	}
	if v.Contents.Floats != nil {
		return v.Contents.Floats, true
	}
	list := make([]float64, len(v.Contents.Ints))
	for i, e := range v.Contents.Ints {
		n, ok := e.Int()
		if !ok {
			return nil, false
		}
		list[i] = float64(n)
	}
	return list, true
}

// integral tells whether contents of a type are kept as integers.
func integral(t onnx.DataType) bool {
	switch t {
	case onnx.Int64, onnx.Int32, onnx.Int16, onnx.Int8, onnx.Uint64, onnx.Uint32, onnx.Uint16, onnx.Uint8, onnx.Bool:
		return true
	}
	return false
}

// real tells whether contents of a type are kept as real numbers.
func real(t onnx.DataType) bool {
	switch t {
	case onnx.Float64, onnx.Float32, onnx.Float16, onnx.BFloat16:
		return true
	}
	return false
}
