package onnx

import "fmt"

// DataType is the number that a model gives to the type of a tensor's elements (TensorProto.DataType). A
// number that is not listed here is kept: newer models may be read, and Bits then says that the width is
// unknown.
type DataType int32

// The types of elements that ONNX defines up to IR version 14.
const (
	Undefined      DataType = 0
	Float32        DataType = 1
	Uint8          DataType = 2
	Int8           DataType = 3
	Uint16         DataType = 4
	Int16          DataType = 5
	Int32          DataType = 6
	Int64          DataType = 7
	String         DataType = 8
	Bool           DataType = 9
	Float16        DataType = 10
	Float64        DataType = 11
	Uint32         DataType = 12
	Uint64         DataType = 13
	Complex64      DataType = 14
	Complex128     DataType = 15
	BFloat16       DataType = 16
	Float8E4M3FN   DataType = 17
	Float8E4M3FNUZ DataType = 18
	Float8E5M2     DataType = 19
	Float8E5M2FNUZ DataType = 20
	Uint4          DataType = 21
	Int4           DataType = 22
	Float4E2M1     DataType = 23
	Float8E8M0     DataType = 24
	Uint2          DataType = 25
	Int2           DataType = 26
	Float6E2M3     DataType = 27
	Float6E3M2     DataType = 28
)

// dataTypes has the name and the bits of an element; 0 bits where elements have no fixed width.
var dataTypes = [...]struct {
	name string
	bits int
}{
	Undefined: {"undefined", 0}, Float32: {"float32", 32}, Uint8: {"uint8", 8}, Int8: {"int8", 8}, Uint16: {"uint16", 16},
	Int16: {"int16", 16}, Int32: {"int32", 32}, Int64: {"int64", 64}, String: {"string", 0}, Bool: {"bool", 8},
	Float16: {"float16", 16}, Float64: {"float64", 64}, Uint32: {"uint32", 32}, Uint64: {"uint64", 64},
	Complex64: {"complex64", 64}, Complex128: {"complex128", 128}, BFloat16: {"bfloat16", 16},
	Float8E4M3FN: {"float8e4m3fn", 8}, Float8E4M3FNUZ: {"float8e4m3fnuz", 8}, Float8E5M2: {"float8e5m2", 8},
	Float8E5M2FNUZ: {"float8e5m2fnuz", 8}, Uint4: {"uint4", 4}, Int4: {"int4", 4}, Float4E2M1: {"float4e2m1", 4},
	Float8E8M0: {"float8e8m0", 8}, Uint2: {"uint2", 2}, Int2: {"int2", 2}, Float6E2M3: {"float6e2m3", 6},
	Float6E3M2: {"float6e3m2", 6},
}

// String is the type's name as numpy spells it, such as "float16", or "data type 99" for an unknown number.
func (t DataType) String() string {
	if t.known() {
		return dataTypes[t].name
	}
	return fmt.Sprintf("data type %d", int32(t))
}

// Bits is the width of an element. It is unknown, false, for strings and for numbers that are not listed
// here. A bool takes 8 bits.
func (t DataType) Bits() (int, bool) {
	if t.known() && dataTypes[t].bits > 0 {
		return dataTypes[t].bits, true
	}
	return 0, false
}

// Bytes is what a number of elements takes, packed: two elements of 4 bits are one byte, and the last byte
// may be part empty. It is unknown, false, where Bits is, for a negative number, and beyond 2^63-1 bytes.
func (t DataType) Bytes(elements int64) (int64, bool) {
	bits, ok := t.Bits()
	if !ok || elements < 0 {
		return 0, false
	}
	whole, rest := elements/8, elements%8 // 8 elements are as many bytes as an element has bits
	if whole > (1<<63-1-16*8)/int64(bits) {
		return 0, false
	}
	return whole*int64(bits) + (rest*int64(bits)+7)/8, true
}

func (t DataType) known() bool { return t >= 0 && int(t) < len(dataTypes) }
