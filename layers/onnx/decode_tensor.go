package onnx

import (
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

const dataLocationExternal = 1

func (d *decoder) tensor(t *Tensor, at span) error {
	t.origin, t.files = at, d.files
	var location int64
	var external []Property
	err := d.fields(at, func(f field) error {
		switch f.number {
		case tensorDims:
			return d.ints(f, &t.Dims)
		case tensorDataType:
			return setInt(f, &t.DataType)
		case tensorName:
			return d.text(f, &t.Name)
		case tensorExternal:
			return values(d, f, &external, "external data", d.property)
		case tensorLocation:
			return setInt(f, &location)
		case tensorRaw:
			if f.bytes() {
				t.values.raw = d.span(f)
			}
		default:
			d.typed(&t.values, f)
		}
		return nil
	})
	if err != nil {
		return nameTensor(err, t)
	}
	if location == dataLocationExternal {
		t.External, err = parseExternal(external, at.start)
	}
	if err == nil {
		err = d.few(t)
	}
	return nameTensor(err, t)
}

// fewBytes of values are kept.
const fewBytes = 64

// few keeps values that are a few bytes.
func (d *decoder) few(t *Tensor) error {
	s, ok := t.contiguous()
	if !ok || s.size() > fewBytes || t.External != nil {
		return nil
	}
	few, err := d.at(s.start, int(s.size()))
	t.values.few = append([]byte{}, few...)
	return err
}

func nameTensor(err error, t *Tensor) error {
	if err == nil || t.Name == "" {
		return err
	}
	return within(err, "tensor %q", t.Name)
}

// typed notes a record of a field that holds values one by one.
func (d *decoder) typed(s *stored, f field) {
	wire, ok := typedWire[f.number]
	if !ok || !f.bytes() && f.wire != wire {
		return
	}
	if s.number != 0 && s.number != f.number {
		s.mixed = true
	}
	s.number = f.number
	if s.records++; s.records == 1 && f.bytes() {
		s.typed = d.span(f)
	} else {
		s.typed = span{}
	}
}

// typedWire is how the fields that hold values one by one write a single one, if not packed.
var typedWire = map[protowire.Number]protowire.Type{
	tensorFloats: protowire.Fixed32Type, tensorInt32s: protowire.VarintType, tensorStrings: protowire.BytesType,
	tensorInt64s: protowire.VarintType, tensorDoubles: protowire.Fixed64Type, tensorUint64s: protowire.VarintType,
}

func parseExternal(entries []Property, offset int64) (*External, error) {
	e := &External{Length: -1}
	for _, entry := range entries {
		switch entry.Key {
		case "location":
			e.Location = entry.Value
		case "offset", "length":
			value, err := strconv.ParseInt(entry.Value, 10, 64)
			if err != nil || value < 0 {
				return nil, malformed(offset, "the %s of external data is %q,", entry.Key, entry.Value)
			}
			if entry.Key == "offset" {
				e.Offset = value
			} else {
				e.Length = value
			}
		}
	}
	if e.Location == "" {
		return nil, malformed(offset, "external data without a location")
	}
	return e, nil
}

func (d *decoder) sparse(s *SparseTensor, at span) error {
	s.origin = at
	return d.fields(at, func(f field) error {
		switch f.number {
		case sparseValues:
			return one(d, f, &s.Values, "tensor of values", d.tensor)
		case sparseIndices:
			return one(d, f, &s.Indices, "tensor of indices", d.tensor)
		case sparseDims:
			return d.ints(f, &s.Dims)
		}
		return nil
	})
}

// fieldOf is the field that holds the values of a type one by one; 0 if there is none.
func fieldOf(t DataType) protowire.Number {
	switch t {
	case Float32, Complex64:
		return tensorFloats
	case Float64, Complex128:
		return tensorDoubles
	case Int64:
		return tensorInt64s
	case Uint32, Uint64:
		return tensorUint64s
	case String:
		return tensorStrings
	case Undefined:
		return 0
	}
	if t.known() { // all narrow types
		return tensorInt32s
	}
	return 0
}
