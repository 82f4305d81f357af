package onnx

import "google.golang.org/protobuf/encoding/protowire"

func (d *decoder) valueInfo(v *ValueInfo, at span) error {
	v.origin = at
	return d.fields(at, func(f field) error {
		switch f.number {
		case valueName:
			return d.text(f, &v.Name)
		case valueType:
			return one(d, f, &v.Type, "type", d.typeProto)
		}
		return nil
	})
}

func (d *decoder) typeProto(t *Type, at span) error {
	return d.deeper(&d.types, at.start, "types", func() error {
		return d.fields(at, func(f field) error {
			if f.number == typeDenotation {
				return d.text(f, &t.Denotation)
			}
			kind, ok := typeKinds[f.number]
			if !ok || !f.bytes() {
				return nil
			}
			if t.Kind != UnknownType {
				return malformed(f.start, "a second kind of type")
			}
			t.Kind = kind
			return d.typeOfKind(t, d.span(f))
		})
	})
}

// typeKinds maps the numbers of fields to the kinds of types.
var typeKinds = map[protowire.Number]TypeKind{
	typeTensor: TensorType, typeSparseTensor: SparseTensorType, typeSequence: SequenceType,
	typeMap: MapType, typeOptional: OptionalType, typeOpaque: OpaqueType,
}

func (d *decoder) typeOfKind(t *Type, at span) error {
	return d.fields(at, func(f field) error {
		switch t.Kind {
		case TensorType, SparseTensorType:
			switch f.number {
			case typeElem:
				return setInt(f, &t.Elem)
			case typeShape:
				return d.shape(t, f)
			}
		case SequenceType, OptionalType:
			if f.number == typeElem {
				return one(d, f, &t.Of, "element type", d.typeProto)
			}
		case MapType:
			switch f.number {
			case typeKey:
				return setInt(f, &t.Key)
			case typeValue:
				return one(d, f, &t.Of, "value type", d.typeProto)
			}
		}
		return nil
	})
}

func (d *decoder) shape(t *Type, f field) error {
	if !f.bytes() {
		return nil
	}
	if t.Ranked {
		return malformed(f.start, "a second shape")
	}
	t.Ranked = true
	return d.fields(d.span(f), func(f field) error {
		if f.number != shapeDim {
			return nil
		}
		return values(d, f, &t.Shape, "dimension", d.dim)
	})
}

func (d *decoder) dim(dim *Dim, at span) error {
	return d.fields(at, func(f field) error {
		switch f.number {
		case dimValue:
			if value, ok := f.int(); ok {
				dim.Value, dim.Known, dim.Param = value, true, ""
			}
		case dimParam:
			if f.bytes() {
				dim.Value, dim.Known = 0, false
			}
			return d.text(f, &dim.Param)
		case dimDenotation:
			return d.text(f, &dim.Denotation)
		}
		return nil
	})
}
