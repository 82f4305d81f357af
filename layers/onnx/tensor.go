package onnx

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"

	"google.golang.org/protobuf/encoding/protowire"
)

// Tensor is a constant (TensorProto). Its values are not in memory: they stay in the file, or in the file
// that External names, until they are asked for.
type Tensor struct {
	Name     string
	DataType DataType
	// Dims is the shape; empty for a scalar.
	Dims []int64
	// External says where in another file the values are; nil if they are in the model itself. Who sets it
	// writes that file, and SetValues takes the values back into the model.
	External *External

	origin  span
	values  stored
	replace Data // values that were set and are not in the file; raw
	files   *files
}

// External is where a tensor's values lie outside the model's file.
type External struct {
	// Location is a path relative to the model's folder, with slashes.
	Location string
	// Offset is in bytes from the start of that file.
	Offset int64
	// Length is in bytes; -1 if the model does not say it.
	Length int64
}

// SparseTensor is a constant of which only some elements are stored (SparseTensorProto).
type SparseTensor struct {
	// Values has the name of the whole, too.
	Values, Indices *Tensor
	Dims            []int64

	origin span
}

// Range is where values lie in a file.
type Range struct {
	// Location is External.Location for values outside the model, "" for those in the model's file.
	Location string
	// Offset and Length are in bytes.
	Offset, Length int64
}

// stored is how the file of a model holds the values of a tensor.
type stored struct {
	// raw is the payload of raw_data; without a source there is none.
	raw span
	// typed is the payload of the only record of a typed field, such as int64_data.
	typed span
	// number is that of the typed field, 0 if there is none; records counts its records.
	number  protowire.Number
	records int64
	// mixed: more than one typed field has values.
	mixed bool
	// few are the values as raw data, if the file has them so and they are a few bytes: the numbers that shapes
	// follow from are many, and asked for often.
	few []byte
}

// Elements is the product of the dimensions: 1 for a scalar. It is unknown, false, if a dimension is
// negative or the product exceeds 2^63-1.
func (t *Tensor) Elements() (int64, bool) { return product(t.Dims) }

// Bytes is what the values take as raw data; it is unknown where Elements or DataType.Bytes is.
func (t *Tensor) Bytes() (int64, bool) {
	elements, ok := t.Elements()
	if !ok {
		return 0, false
	}
	return t.DataType.Bytes(elements)
}

func product(dims []int64) (int64, bool) {
	all, zero := uint64(1), false
	for _, d := range dims {
		switch {
		case d < 0:
			return 0, false
		case d == 0:
			zero = true
		}
	}
	if zero {
		return 0, true
	}
	for _, d := range dims {
		high, low := bits.Mul64(all, uint64(d))
		if high > 0 || low > math.MaxInt64 {
			return 0, false
		}
		all = low
	}
	return int64(all), true
}

// Range returns where the values lie in one piece as raw data, little-endian. It is false for values that
// are written in another way, such as a list of integers, for those that are not in a file, and for
// external ones whose length neither the model nor the shape says.
func (t *Tensor) Range() (Range, bool) {
	switch {
	case t.External == nil && t.replace != nil:
		return Range{}, false
	case t.External != nil:
		r := Range{Location: t.External.Location, Offset: t.External.Offset, Length: t.External.Length}
		if r.Length < 0 {
			length, ok := t.Bytes()
			if !ok {
				return Range{}, false
			}
			r.Length = length
		}
		return r, true
	}
	if s, ok := t.contiguous(); ok {
		return Range{Offset: s.start, Length: s.size()}, true
	}
	return Range{}, false
}

// contiguous returns where the model's file has the values as they are in raw data. Packed numbers of fixed
// width are written the same way.
func (t *Tensor) contiguous() (span, bool) {
	if t.values.raw.from != nil {
		return t.values.raw, true
	}
	fixed := t.values.number == tensorFloats || t.values.number == tensorDoubles
	if fixed && !t.values.mixed && t.values.records == 1 && t.values.typed.from != nil && fieldOf(t.DataType) == t.values.number {
		return t.values.typed, true
	}
	return span{}, false
}

// NewTensor returns a tensor whose values are raw data: little-endian, elements of less than 8 bits packed
// from the low bits on. They are read when the model is written.
func NewTensor(name string, dataType DataType, dims []int64, raw Data) *Tensor {
	return &Tensor{Name: name, DataType: dataType, Dims: dims, replace: raw}
}

// NewInt64s returns a tensor of one dimension, such as axes or a shape.
func NewInt64s(name string, values ...int64) *Tensor {
	raw := make([]byte, 0, 8*len(values))
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	return NewTensor(name, Int64, []int64{int64(len(values))}, bytes.NewReader(raw))
}

// SetValues gives a tensor other values, as NewTensor says, in place of those in the file or in a file of
// its own. DataType and Dims have to fit them.
func (t *Tensor) SetValues(raw Data) { t.replace, t.External = raw, nil }
