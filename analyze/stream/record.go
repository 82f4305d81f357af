package stream

import "strconv"

// Kind tells the records of a stream apart.
type Kind uint8

// The kinds of records.
const (
	// Open starts an object. An enumeration starts like an object whose first value is a scalar and has no
	// Close: only the Close of what is around it shows that. Types seen to do so become Enum from then on.
	Open Kind = iota + 1
	// Close ends the innermost open object of its type, or an element of a List.
	Close
	// Scalar is one number or truth value.
	Scalar
	// Enum is an enumeration together with its number.
	Enum
	// String is text, in UTF-8.
	String
	// Array is a sequence of numbers or characters.
	Array
	// List starts a sequence of objects, strings or arrays, which follow as records of their own.
	List
	// Raw is bytes of which the stream tells only the number, such as weights. They belong to the object
	// that is open.
	Raw
	// End is the stream's end tag.
	End
)

var kindNames = [...]string{"", "open", "close", "scalar", "enum", "string", "array", "list", "raw", "end"}

func (k Kind) String() string {
	if k == 0 || int(k) >= len(kindNames) {
		return "kind " + strconv.Itoa(int(k))
	}
	return kindNames[k]
}

// Type is the number that names a value's type, without the bit that marks it as one.
type Type uint16

// Types of values that mean the same in all versions seen. Types of objects, enumerations and strings
// change from version to version.
const (
	TypeArray  Type = 0x01
	TypeByte   Type = 0x02 // also 0x03; which one is signed is not known
	TypeByte2  Type = 0x03
	TypeUint32 Type = 0x06
	TypeInt32  Type = 0x07
	TypeUint64 Type = 0x08
	TypeInt64  Type = 0x09
	TypeBool   Type = 0x0a // one byte
	TypeFloat  Type = 0x0b // 32 bits
	TypeChar   Type = 0x0c
)

// scalarSizes gives the bytes of the types that are no objects.
var scalarSizes = [...]uint8{
	TypeByte: 1, TypeByte2: 1, TypeUint32: 4, TypeInt32: 4, TypeUint64: 8, TypeInt64: 8,
	TypeBool: 1, TypeFloat: 4, TypeChar: 1,
}

// Size returns the bytes that a scalar of the type takes; 0 for objects and enumerations.
func (t Type) Size() int64 {
	if int(t) < len(scalarSizes) {
		return int64(scalarSizes[t])
	}
	return 0
}

var typeNames = map[Type]string{
	TypeArray: "array", TypeByte: "byte", TypeByte2: "byte", TypeUint32: "uint32", TypeInt32: "int32",
	TypeUint64: "uint64", TypeInt64: "int64", TypeBool: "bool", TypeFloat: "float", TypeChar: "char",
}

// String returns the name of a scalar's type and the number of another, such as "0x4c".
func (t Type) String() string {
	if name, ok := typeNames[t]; ok {
		return name
	}
	return "0x" + strconv.FormatUint(uint64(t), 16)
}

// Record is one item of a stream. Offsets count from the start of the reader, sizes are bytes.
type Record struct {
	Kind Kind
	// Type is that of the value; of the elements for Array and List; of the object around it for Raw.
	Type Type
	// Number is the type of an enumeration's number, and of those in an Array of enumerations; else 0.
	Number Type
	// Version is what stands behind the type: 1, and 2 or more where a type has changed.
	Version uint16
	// Depth counts what is open around the record, enumerations that are not known as such included.
	Depth int
	// Offset is where the record starts.
	Offset int64
	// Payload and Size are where its bytes are, without type, version and count. Size is 0 for Open,
	// Close and List, whose content follows as records.
	Payload, Size int64
	// Count is the number of elements of Array and List.
	Count uint64
	// Value is the number of a Scalar or Enum, its bits as they stand there.
	Value uint64
}

// End returns where the record ends.
func (r Record) End() int64 { return r.Payload + r.Size }
