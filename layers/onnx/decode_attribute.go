package onnx

import (
	"io"
	"math/bits"
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"
)

// attributeValues are all values that an attribute's message may hold at once; its type chooses one.
type attributeValues struct {
	seen          uint32 // bit 1<<t: there is a value of type t
	float         float32
	int           int64
	text          any // string or Data
	tensor        *Tensor
	graph         *Graph
	sparse        *SparseTensor
	typeProto     *Type
	floats        []float32
	ints          []int64
	texts         []string
	tensors       []*Tensor
	graphs        []*Graph
	sparseTensors []*SparseTensor
	typeProtos    []*Type
}

func (d *decoder) attribute(a *Attribute, at span) error {
	a.origin = at
	var v attributeValues
	err := d.fields(at, func(f field) error {
		switch f.number {
		case attributeName:
			return d.text(f, &a.Name)
		case attributeReference:
			return d.text(f, &a.RefName)
		case attributeType:
			return setInt(f, &a.Type)
		}
		return d.attributeValue(&v, f)
	})
	if err != nil {
		return err
	}
	a.choose(&v)
	return nil
}

// choose sets the attribute's value to the one that its type asks for.
func (a *Attribute) choose(v *attributeValues) {
	if a.Type == AttributeUndefined && a.RefName == "" {
		a.Type = v.only()
	}
	if a.RefName == "" || v.has(a.Type) {
		a.Value = v.get(a.Type)
	}
}

func (d *decoder) attributeValue(v *attributeValues, f field) error {
	kind := attributeKind(f)
	if kind == AttributeUndefined {
		return nil
	}
	v.seen |= 1 << kind
	switch kind {
	case AttributeFloat:
		v.float, _ = f.float()
	case AttributeInt:
		v.int, _ = f.int()
	case AttributeString:
		return d.attributeText(v, f)
	case AttributeTensor:
		return one(d, f, &v.tensor, "tensor", d.tensor)
	case AttributeGraph:
		return one(d, f, &v.graph, "graph", d.graph)
	case AttributeSparseTensor:
		return one(d, f, &v.sparse, "sparse tensor", d.sparse)
	case AttributeTypeProto:
		return one(d, f, &v.typeProto, "type", d.typeProto)
	case AttributeFloats:
		return d.floats(f, &v.floats)
	case AttributeInts:
		return d.ints(f, &v.ints)
	case AttributeStrings:
		return d.texts(f, &v.texts)
	case AttributeTensors:
		return each(d, f, &v.tensors, "tensor", d.tensor)
	case AttributeGraphs:
		return each(d, f, &v.graphs, "graph", d.graph)
	case AttributeSparseTensors:
		return each(d, f, &v.sparseTensors, "sparse tensor", d.sparse)
	case AttributeTypeProtos:
		return each(d, f, &v.typeProtos, "type", d.typeProto)
	}
	return nil
}

// maxText is the longest string of an attribute that is read into memory, in bytes.
const maxText = 64 << 10

// fileText is a longer one, which stays in the file.
type fileText struct {
	*io.SectionReader
	at span
}

func (d *decoder) attributeText(v *attributeValues, f field) error {
	if f.size() > maxText {
		v.text = &fileText{d.span(f).section(), d.span(f)}
		return d.charge(int64(unsafe.Sizeof(fileText{})+unsafe.Sizeof(io.SectionReader{})), f.start)
	}
	var text string
	err := d.text(f, &text)
	v.text = text
	return err
}

// attributeKind says which type of attribute a record holds a value of; AttributeUndefined if of none.
func attributeKind(f field) AttributeType {
	if int(f.number) >= len(attributeKinds) {
		return AttributeUndefined
	}
	kind := attributeKinds[f.number]
	fits := f.bytes()
	switch kind {
	case AttributeFloat:
		fits = f.wire == protowire.Fixed32Type
	case AttributeInt:
		fits = f.wire == protowire.VarintType
	case AttributeFloats:
		fits = fits || f.wire == protowire.Fixed32Type
	case AttributeInts:
		fits = fits || f.wire == protowire.VarintType
	}
	if !fits {
		return AttributeUndefined
	}
	return kind
}

// attributeNumbers are the numbers of the fields that hold the values of each type.
var attributeNumbers = [...]protowire.Number{
	AttributeFloat: attributeFloat, AttributeInt: attributeInt, AttributeString: attributeString,
	AttributeTensor: attributeTensor, AttributeGraph: attributeGraph, AttributeFloats: attributeFloats,
	AttributeInts: attributeInts, AttributeStrings: attributeStrings, AttributeTensors: attributeTensors,
	AttributeGraphs: attributeGraphs, AttributeSparseTensor: attributeSparseTensor,
	AttributeSparseTensors: attributeSparseTensors, AttributeTypeProto: attributeTypeProto,
	AttributeTypeProtos: attributeTypeProtos,
}

// attributeKinds is attributeNumbers the other way round.
var attributeKinds = func() (kinds [attributeSparseTensors + 1]AttributeType) {
	for kind, number := range attributeNumbers {
		kinds[number] = AttributeType(kind)
	}
	kinds[0] = AttributeUndefined
	return kinds
}()

// only is the type of the only value, for the first versions of ONNX, which did not write the type down.
func (v *attributeValues) only() AttributeType {
	if bits.OnesCount32(v.seen) != 1 {
		return AttributeUndefined
	}
	return AttributeType(bits.TrailingZeros32(v.seen))
}

func (v *attributeValues) has(kind AttributeType) bool {
	return kind > AttributeUndefined && kind < 32 && v.seen&(1<<kind) != 0
}

// get returns the value of a type. A number or list that is not written down is zero or empty; of a tensor,
// graph or type there is then none.
func (v *attributeValues) get(kind AttributeType) any {
	switch kind {
	case AttributeFloat:
		return v.float
	case AttributeInt:
		return v.int
	case AttributeString:
		if v.text == nil {
			return ""
		}
		return v.text
	case AttributeTensor:
		return pointer(v.tensor)
	case AttributeGraph:
		return pointer(v.graph)
	case AttributeSparseTensor:
		return pointer(v.sparse)
	case AttributeTypeProto:
		return pointer(v.typeProto)
	case AttributeFloats:
		return v.floats
	case AttributeInts:
		return v.ints
	case AttributeStrings:
		return v.texts
	case AttributeTensors:
		return v.tensors
	case AttributeGraphs:
		return v.graphs
	case AttributeSparseTensors:
		return v.sparseTensors
	case AttributeTypeProtos:
		return v.typeProtos
	}
	return nil
}

// pointer is p, or a nil that equals nil.
func pointer[T any](p *T) any {
	if p == nil {
		return nil
	}
	return p
}
