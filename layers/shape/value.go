package shape

import (
	"errors"
	"fmt"
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
	// length is the number of a sequence's elements; nil if it is not known.
	length *Expression
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

// plain is the value without its contents.
func (v Value) plain() Value {
	v.Contents = nil
	return v
}

// String is such as "float16[1, 64, 2*h]".
func (v Value) String() string {
	switch {
	case v.Kind == onnx.UnknownType:
		return "unknown"
	case v.Kind == onnx.SequenceType && v.Of != nil:
		return "sequence of " + v.Of.String()
	case v.Kind == onnx.OptionalType && v.Of != nil:
		return "optional " + v.Of.String()
	case v.Kind != onnx.TensorType:
		return (&onnx.Type{Kind: v.Kind, Elem: v.Type}).String()
	case !v.Ranked:
		return v.Type.String()
	}
	dims := make([]string, len(v.Shape))
	for i, d := range v.Shape {
		dims[i] = d.String()
	}
	return v.Type.String() + "[" + strings.Join(dims, ", ") + "]"
}

// same reports whether the same is known of two values, contents aside.
func (v Value) same(other Value) bool {
	if v.Kind != other.Kind || v.Type != other.Type || v.Ranked != other.Ranked || len(v.Shape) != len(other.Shape) || !sameLength(v, other) || (v.Of == nil) != (other.Of == nil) {
		return false
	}
	for k := range v.Shape {
		if !v.Shape[k].Equal(other.Shape[k]) {
			return false
		}
	}
	return v.Of == nil || v.Of.same(*other.Of)
}

// sameLength reports whether the same is known of the lengths of two sequences.
func sameLength(a, b Value) bool {
	if a.length == nil || b.length == nil {
		return a.length == b.length
	}
	return a.length.Equal(*b.length)
}

// empty reports whether a sequence is known to have no elements.
func (v Value) empty() bool { return v.length != nil && v.length.Is(0) }

// Elements is the number of a tensor's elements; false if its rank is not known.
func (v Value) Elements() (Expression, bool) {
	if !v.Ranked {
		return Expression{}, false
	}
	return product(v.Shape), true
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

var (
	errRank  = errors.New("the number of dimensions is not known")
	errWidth = errors.New("the size of an element is not known")
)

// In returns what the dimensions can be. Errors are those of Expression.In; that the rank is not known, or that a
// dimension can be below zero, is one too.
func (v Value) In(b Bindings) ([]Interval, error) {
	if !v.Ranked {
		return nil, errRank
	}
	dims := make([]Interval, len(v.Shape))
	for k, e := range v.Shape {
		i, err := e.In(b)
		if err != nil {
			return nil, err
		}
		if i.Min < 0 {
			return nil, fmt.Errorf("dimension %d, %s, is %d", k, e, i.Min)
		}
		dims[k] = i
	}
	return dims, nil
}

// ElementsIn is what the number of elements can be. It is as exact as the dimensions are, unlike the expression
// that Elements writes out.
func (v Value) ElementsIn(b Bindings) (Interval, error) {
	dims, err := v.In(b)
	n := Exactly(1)
	for _, d := range dims {
		if err == nil {
			n, err = n.Times(d)
		}
	}
	return n, err
}

// BytesIn is what a tensor's elements can take, packed.
func (v Value) BytesIn(b Bindings) (Interval, error) {
	n, err := v.ElementsIn(b)
	width, ok := v.Type.Bits()
	if err == nil && !ok {
		err = errWidth
	}
	if err == nil {
		n, err = n.Times(Exactly(int64(width)))
	}
	return Interval{n.Min/8 + min(n.Min%8, 1), n.Max/8 + min(n.Max%8, 1)}, err
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
