package tensor

import "encoding/binary"

// Load returns the bits of an element.
func (t Type) Load(data []byte, element int) uint64 {
	switch t.bits {
	case 64:
		return binary.LittleEndian.Uint64(data[8*element:])
	case 32:
		return uint64(binary.LittleEndian.Uint32(data[4*element:]))
	case 16:
		return uint64(binary.LittleEndian.Uint16(data[2*element:]))
	case 8:
		return uint64(data[element])
	}
	return uint64(data[element/2] >> (4 * (element % 2)) & 0xf)
}

// Store sets the bits of an element; those above the type's size are dropped.
func (t Type) Store(data []byte, element int, bits uint64) {
	switch t.bits {
	case 64:
		binary.LittleEndian.PutUint64(data[8*element:], bits)
	case 32:
		binary.LittleEndian.PutUint32(data[4*element:], uint32(bits))
	case 16:
		binary.LittleEndian.PutUint16(data[2*element:], uint16(bits))
	case 8:
		data[element] = byte(bits)
	default:
		shift := 4 * (element % 2)
		data[element/2] = data[element/2]&^(0xf<<shift) | byte(bits&0xf)<<shift
	}
}

// Class is what kind of number an element is.
type Class uint8

// The classes. Integers are Zero or Normal.
const (
	Zero Class = iota
	Denormal
	Normal
	Infinite
	NaN
)

// Class of an element.
func (t Type) Class(bits uint64) Class {
	switch t.kind {
	case float:
		return t.floatClass(bits)
	case scale:
		if bits == t.mask() {
			return NaN
		}
		return Normal
	}
	if bits == 0 {
		return Zero
	}
	return Normal
}

// Value is the number that an element stands for. Of 64-bit integers it is the nearest float64.
func (t Type) Value(bits uint64) float64 {
	switch t.kind {
	case float:
		return t.floatValue(bits)
	case scale:
		return t.scaleValue(bits)
	case signed:
		return float64(t.integer(bits))
	}
	return float64(bits)
}

// integer is the value of a whole number.
func (t Type) integer(bits uint64) int64 {
	if t.kind != signed {
		return int64(bits)
	}
	unused := 64 - t.bits
	return int64(bits<<unused) >> unused
}

// mask has the type's bits set.
func (t Type) mask() uint64 { return ^uint64(0) >> (64 - t.bits) }
