package onnx

import (
	"errors"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

func (v *ValueInfo) encode(e *encoder) (body, error) {
	ed := e.edit(v.origin)
	ed.text(valueName, v.Name)
	var now []*Type
	if v.Type != nil {
		now = []*Type{v.Type}
	}
	ed.types(valueType, now)
	return ed.finish()
}

// types edits the types in a field. One that has changed is written anew, from what Type has.
func (ed *edit) types(number protowire.Number, now []*Type) {
	var before []*Type
	ed.each(number, func(f field) error { return each(ed.old, f, &before, "type", ed.old.typeProto) })
	if slices.EqualFunc(before, now, (*Type).Equal) {
		return
	}
	var bytes []byte
	for _, t := range now {
		message, err := t.append(nil, maxDepth)
		if err != nil && ed.err == nil {
			ed.err = err
		}
		bytes = protowire.AppendBytes(protowire.AppendTag(bytes, number, protowire.BytesType), message)
	}
	ed.replace(number, bytes)
}

// Equal reports whether two types are the same; nil equals nil.
func (t *Type) Equal(u *Type) bool {
	if t == nil || u == nil {
		return t == u
	}
	return t.Kind == u.Kind && t.Elem == u.Elem && t.Ranked == u.Ranked && slices.Equal(t.Shape, u.Shape) && t.Key == u.Key &&
		t.Denotation == u.Denotation && t.Of.Equal(u.Of)
}

// append appends the message of a type. Types may be nested depth deep.
func (t *Type) append(b []byte, depth int) ([]byte, error) {
	if depth == 0 {
		return nil, tooDeep(-1, "types")
	}
	var inner []byte
	var number protowire.Number
	var err error
	switch t.Kind {
	case TensorType, SparseTensorType:
		number = map[TypeKind]protowire.Number{TensorType: typeTensor, SparseTensorType: typeSparseTensor}[t.Kind]
		inner = appendInt(inner, typeElem, int64(t.Elem))
		if t.Ranked {
			inner = appendMessage(inner, typeShape, appendShape(t.Shape))
		}
	case SequenceType, OptionalType:
		number = map[TypeKind]protowire.Number{SequenceType: typeSequence, OptionalType: typeOptional}[t.Kind]
		inner, err = t.appendOf(inner, typeElem, depth)
	case MapType:
		number = typeMap
		inner, err = t.appendOf(appendInt(inner, typeKey, int64(t.Key)), typeValue, depth)
	case UnknownType:
	default:
		err = errors.New("an opaque type cannot be changed")
	}
	if err != nil {
		return nil, err
	}
	if number != 0 {
		b = appendMessage(b, number, inner)
	}
	if t.Denotation != "" {
		b = appendText(b, typeDenotation, t.Denotation)
	}
	return b, nil
}

func (t *Type) appendOf(b []byte, number protowire.Number, depth int) ([]byte, error) {
	if t.Of == nil {
		return b, nil
	}
	inner, err := t.Of.append(nil, depth-1)
	return appendMessage(b, number, inner), err
}

func appendShape(shape []Dim) []byte {
	var b []byte
	for _, d := range shape {
		var dim []byte
		if d.Known {
			dim = appendInt(dim, dimValue, d.Value)
		} else if d.Param != "" {
			dim = appendText(dim, dimParam, d.Param)
		}
		if d.Denotation != "" {
			dim = appendText(dim, dimDenotation, d.Denotation)
		}
		b = appendMessage(b, shapeDim, dim)
	}
	return b
}

func appendMessage(b []byte, number protowire.Number, message []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, number, protowire.BytesType), message)
}
