package tensor

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// ErrType is wrapped by errors about data types that are not known here.
var ErrType = errors.New("unknown data type")

// kind says how the bits of an element are read.
type kind uint8

const (
	float    kind = iota // sign, exponent, mantissa
	scale                // an exponent alone
	signed               // two's complement
	unsigned             // bool is one: 0 or 1
)

// ending says what the bits behind the largest finite numbers of a float stand for.
type ending uint8

const (
	ieee     ending = iota // the highest exponent is infinities and NaN
	onlyNaN                // the highest exponent has numbers, but for all bits set: NaN
	onlyReal               // numbers only
)

// Type is how elements are stored: little-endian, those of 4 bits two to a byte with the first one in the
// low half. The zero Type is none; TypeOf returns them.
type Type struct{ *format }

// format never changes.
type format struct {
	name               string
	bits               int
	kind               kind
	exponent, mantissa int // bits
	bias               int
	ending             ending
}

// formats are all that are known, with the names that TensorRT's tensors have here.
func formats() []format {
	return []format{
		{"float64", 64, float, 11, 52, 1023, ieee},
		{"float32", 32, float, 8, 23, 127, ieee},
		{"float16", 16, float, 5, 10, 15, ieee},
		{"bfloat16", 16, float, 8, 7, 127, ieee},
		{"fp8", 8, float, 4, 3, 7, onlyNaN}, // E4M3FN, the one of TensorRT
		{"fp8e5m2", 8, float, 5, 2, 15, ieee},
		{"fp4", 4, float, 2, 1, 1, onlyReal}, // E2M1
		{"e8m0", 8, scale, 8, 0, 127, onlyNaN},
		{name: "int64", bits: 64, kind: signed},
		{name: "int32", bits: 32, kind: signed},
		{name: "int16", bits: 16, kind: signed},
		{name: "int8", bits: 8, kind: signed},
		{name: "int4", bits: 4, kind: signed},
		{name: "uint8", bits: 8, kind: unsigned},
		{name: "uint4", bits: 4, kind: unsigned},
		{name: "bool", bits: 8, kind: unsigned},
	}
}

// Names are the names of all data types.
func Names() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// TypeOf returns the data type of a name, such as "float16". Errors wrap ErrType.
func TypeOf(name string) (Type, error) {
	all := formats()
	i := slices.IndexFunc(all, func(f format) bool { return f.name == name })
	if i < 0 {
		return Type{}, fmt.Errorf("%w %q: there are %s", ErrType, name, strings.Join(Names(), ", "))
	}
	return Type{&all[i]}, nil
}

// Name of the type.
func (t Type) Name() string { return t.name }

// Bits is the size of an element.
func (t Type) Bits() int { return t.bits }

// IsFloat is true for floating-point types.
func (t Type) IsFloat() bool { return t.kind == float || t.kind == scale }

// Size is the number of bytes that some elements take, or an error if there cannot be so many.
func (t Type) Size(elements int64) (int64, error) {
	switch {
	case elements < 0:
		return 0, fmt.Errorf("a tensor of %d elements", elements)
	case t.bits == 4:
		return elements/2 + elements%2, nil
	case elements > math.MaxInt64/int64(t.bits/8):
		return 0, fmt.Errorf("a tensor of %d elements of %s has more than 2^63 bytes", elements, t.name)
	}
	return elements * int64(t.bits/8), nil
}

// Elements is how many elements some bytes have room for.
func (t Type) Elements(bytes int64) int64 {
	if t.bits == 4 {
		return 2 * bytes
	}
	return bytes / int64(t.bits/8)
}

// Bytes is the number of bytes that some elements of a data type take.
func Bytes(dtype string, elements int64) (int64, error) {
	t, err := TypeOf(dtype)
	if err != nil {
		return 0, err
	}
	return t.Size(elements)
}
