package onnx

import "fmt"

// AttributeType is what an attribute holds (AttributeProto.AttributeType). Unknown numbers are kept.
type AttributeType int32

// What an attribute can hold.
const (
	AttributeUndefined     AttributeType = 0
	AttributeFloat         AttributeType = 1
	AttributeInt           AttributeType = 2
	AttributeString        AttributeType = 3
	AttributeTensor        AttributeType = 4
	AttributeGraph         AttributeType = 5
	AttributeFloats        AttributeType = 6
	AttributeInts          AttributeType = 7
	AttributeStrings       AttributeType = 8
	AttributeTensors       AttributeType = 9
	AttributeGraphs        AttributeType = 10
	AttributeSparseTensor  AttributeType = 11
	AttributeSparseTensors AttributeType = 12
	AttributeTypeProto     AttributeType = 13
	AttributeTypeProtos    AttributeType = 14
)

// Attribute is a named constant of a node (AttributeProto).
type Attribute struct {
	Name string
	// Value is one of float32, int64, string, *Tensor, *Graph, *SparseTensor, *Type, or a slice of one of
	// these. A string of more than 64 KiB, such as the engine in an EPContext node, stays in the file:
	// its value is a Data. nil: a reference, or a type that this package does not know.
	Value any
	// RefName, inside a function, names the attribute of the calling node that this one stands for.
	RefName string
	// Type says what a reference stands for. With a Value it follows from that.
	Type AttributeType

	origin span
}

// NewAttribute returns an attribute; value as Attribute.Value says, or an int or []int. Other types of
// values are refused when the model is written.
func NewAttribute(name string, value any) *Attribute {
	switch v := value.(type) {
	case int:
		value = int64(v)
	case []int:
		wide := make([]int64, len(v))
		for i := range v {
			wide[i] = int64(v[i])
		}
		value = wide
	}
	return &Attribute{Name: name, Value: value, Type: typeOf(value)}
}

// typeOf is the type of an attribute with some value, AttributeUndefined if there is none.
func typeOf(value any) AttributeType {
	switch value.(type) {
	case float32:
		return AttributeFloat
	case int64:
		return AttributeInt
	case string, Data:
		return AttributeString
	case *Tensor:
		return AttributeTensor
	case *Graph:
		return AttributeGraph
	case *SparseTensor:
		return AttributeSparseTensor
	case *Type:
		return AttributeTypeProto
	case []float32:
		return AttributeFloats
	case []int64:
		return AttributeInts
	case []string:
		return AttributeStrings
	case []*Tensor:
		return AttributeTensors
	case []*Graph:
		return AttributeGraphs
	case []*SparseTensor:
		return AttributeSparseTensors
	case []*Type:
		return AttributeTypeProtos
	}
	return AttributeUndefined
}

func (a *Attribute) graphs() []*Graph {
	switch v := a.Value.(type) {
	case *Graph:
		return []*Graph{v}
	case []*Graph:
		return v
	}
	return nil
}

// Attribute returns an attribute by its name, or nil.
func (n *Node) Attribute(name string) *Attribute {
	for _, a := range n.Attributes {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Value returns the value of an attribute if the node has one of that name and type.
//
//	axes, ok := onnx.AttributeValue[[]int64](node, "axes")
func AttributeValue[T any](n *Node, name string) (value T, ok bool) {
	if a := n.Attribute(name); a != nil {
		value, ok = a.Value.(T)
	}
	return value, ok
}

// Int returns an integer attribute, or absent if there is none of that name and type.
func (n *Node) Int(name string, absent int64) int64 { return attributeOr(n, name, absent) }

// Float returns a floating point attribute, or absent if there is none of that name and type.
func (n *Node) Float(name string, absent float32) float32 { return attributeOr(n, name, absent) }

// Text returns a string attribute of at most 64 KiB, or absent if there is none of that name and type.
func (n *Node) Text(name string, absent string) string { return attributeOr(n, name, absent) }

// Ints returns a list of integers; false if there is none of that name and type. Do not change it: an
// edited list is set with SetAttribute.
func (n *Node) Ints(name string) ([]int64, bool) { return AttributeValue[[]int64](n, name) }

// Floats returns a list of floating point numbers; false if there is none of that name and type.
func (n *Node) Floats(name string) ([]float32, bool) { return AttributeValue[[]float32](n, name) }

// Tensor returns a tensor attribute, or nil if there is none of that name and type.
func (n *Node) Tensor(name string) *Tensor { return attributeOr[*Tensor](n, name, nil) }

// Body returns a graph attribute, or nil if there is none of that name and type.
func (n *Node) Body(name string) *Graph { return attributeOr[*Graph](n, name, nil) }

func attributeOr[T any](n *Node, name string, absent T) T {
	if value, ok := AttributeValue[T](n, name); ok {
		return value
	}
	return absent
}

var attributeTypes = [...]string{
	"undefined", "float", "int", "string", "tensor", "graph", "floats", "ints", "strings", "tensors", "graphs",
	"sparse tensor", "sparse tensors", "type", "types",
}

// String names the type, or says its number if it is unknown.
func (t AttributeType) String() string {
	if t >= 0 && int(t) < len(attributeTypes) {
		return attributeTypes[t]
	}
	return fmt.Sprintf("attribute type %d", int32(t))
}
