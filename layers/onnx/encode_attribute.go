package onnx

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

func (a *Attribute) encode(e *encoder) (body, error) {
	ed := e.edit(a.origin, attributeTensor, attributeGraph, attributeTensors, attributeGraphs, attributeSparseTensor, attributeSparseTensors)
	ed.text(attributeName, a.Name)
	ed.text(attributeReference, a.RefName)
	now := typeOf(a.Value)
	if a.Value == nil {
		now = a.Type
	} else if now == AttributeUndefined {
		return body{}, fmt.Errorf("attribute %q has a value of type %T, which is none of ONNX's", a.Name, a.Value)
	}
	before := ed.attributeBefore()
	if before.Type != now {
		ed.int32(attributeType, int32(now))
	}
	if before.Value != nil && (a.Value == nil || before.Type != now) {
		ed.drop(attributeNumbers[before.Type])
	}
	if a.Value != nil {
		ed.attributeValue(a.Value, before.Value != nil && before.Type == now)
	}
	return ed.finish()
}

// attributeBefore is the attribute as its records say. There is a value if there was one, but not which.
func (ed *edit) attributeBefore() Attribute {
	var a Attribute
	var v attributeValues
	for _, r := range ed.records {
		if kind := attributeKind(r.field); kind != AttributeUndefined {
			v.seen |= 1 << kind
		}
	}
	kind, _ := ed.last(attributeType, protowire.VarintType)
	reference, _ := ed.last(attributeReference, protowire.BytesType)
	a.Type = AttributeType(kind.value)
	if reference.size() > 0 {
		a.RefName = "some"
	}
	a.choose(&v)
	if a.Value == nil && v.has(a.Type) {
		a.Value = struct{}{}
	}
	return a
}

// attributeValue edits the value. same says that there was one of the same type: then zero may stand for a
// number that is not written down, and otherwise it is written.
func (ed *edit) attributeValue(value any, same bool) {
	switch v := value.(type) {
	case float32:
		if same {
			ed.float(attributeFloat, v)
		} else {
			ed.replace(attributeFloat, appendFloat(nil, attributeFloat, v))
		}
	case int64:
		if same {
			ed.int(attributeInt, v)
		} else {
			ed.replace(attributeInt, appendInt(nil, attributeInt, v))
		}
	case string:
		if same {
			ed.text(attributeString, v)
		} else {
			ed.replace(attributeString, appendText(nil, attributeString, v))
		}
	case Data:
		ed.attributeData(v)
	case *Tensor:
		messageIn(ed, attributeTensor, v)
	case *Graph:
		messageIn(ed, attributeGraph, v)
	case *SparseTensor:
		messageIn(ed, attributeSparseTensor, v)
	case *Type:
		ed.types(attributeTypeProto, []*Type{v})
	case []float32:
		ed.floats(attributeFloats, v)
	case []int64:
		ed.ints(attributeInts, v)
	case []string:
		ed.texts(attributeStrings, v)
	case []*Tensor:
		messagesIn(ed, attributeTensors, v)
	case []*Graph:
		messagesIn(ed, attributeGraphs, v)
	case []*SparseTensor:
		messagesIn(ed, attributeSparseTensors, v)
	case []*Type:
		ed.types(attributeTypeProtos, v)
	}
}

// attributeData edits a string that is not in memory.
func (ed *edit) attributeData(now Data) {
	if f, ok := ed.last(attributeString, protowire.BytesType); ok {
		if text, ok := now.(*fileText); ok && text.at == ed.old.span(f) {
			return
		}
	}
	target := &ed.tail
	if i := ed.drop(attributeString); i >= 0 {
		target = &ed.records[i].with
	}
	target.addHead(attributeString, now.Size())
	target.addData(now)
}
