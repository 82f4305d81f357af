package onnx

import (
	"fmt"
	"strings"
)

// ValueInfo gives a value its type (ValueInfoProto).
type ValueInfo struct {
	Name string
	// Type is nil if the model does not say it.
	Type *Type

	origin span
}

// TypeKind is what kind of value a Type describes.
type TypeKind int

// The kinds of values. UnknownType is a kind that this package does not know, or none.
const (
	UnknownType TypeKind = iota
	TensorType
	SparseTensorType
	SequenceType
	MapType
	OptionalType
	OpaqueType
)

// Type is the type of a value (TypeProto).
type Type struct {
	Kind TypeKind
	// Elem is the type of a tensor's elements.
	Elem DataType
	// Ranked says that a tensor's number of dimensions is known; without it Shape is empty, as it is for a
	// scalar.
	Ranked bool
	Shape  []Dim
	// Key is the type of a map's keys.
	Key DataType
	// Of is the type of a sequence's or optional's element, or of a map's values. nil if it is not said.
	Of *Type
	// Denotation says what the value means, such as "IMAGE".
	Denotation string
}

// Dim is one dimension of a shape: a number, a symbol, or neither.
type Dim struct {
	// Value is the number if Known. Nothing keeps a model from writing -1 there.
	Value int64
	Known bool
	// Param is a symbol such as "batch": two dimensions with the same symbol are equal.
	Param string
	// Denotation says what the dimension means, such as "DATA_BATCH".
	Denotation string
}

// Fixed is a dimension whose number is known.
func Fixed(n int64) Dim { return Dim{Value: n, Known: true} }

// Symbol is a dimension with a name instead of a number.
func Symbol(name string) Dim { return Dim{Param: name} }

// NewTensorType is the type of a tensor of known rank.
func NewTensorType(elem DataType, shape ...Dim) *Type {
	return &Type{Kind: TensorType, Elem: elem, Ranked: true, Shape: shape}
}

// String is such as "float16[1,64,H,?]", "float16" without a known rank, "sequence(int64[])".
func (t *Type) String() string {
	if t == nil {
		return "?"
	}
	switch t.Kind {
	case TensorType:
		return t.tensor()
	case SparseTensorType:
		return "sparse(" + t.tensor() + ")"
	case SequenceType:
		return "sequence(" + t.Of.String() + ")"
	case OptionalType:
		return "optional(" + t.Of.String() + ")"
	case MapType:
		return fmt.Sprintf("map(%v,%v)", t.Key, t.Of)
	case OpaqueType:
		return "opaque"
	}
	return "?"
}

func (t *Type) tensor() string {
	if !t.Ranked {
		return t.Elem.String()
	}
	dims := make([]string, len(t.Shape))
	for i, d := range t.Shape {
		dims[i] = d.String()
	}
	return t.Elem.String() + "[" + strings.Join(dims, ",") + "]"
}

// String is the number, the symbol, or "?".
func (d Dim) String() string {
	switch {
	case d.Known:
		return fmt.Sprint(d.Value)
	case d.Param != "":
		return d.Param
	}
	return "?"
}
