package onnx

import (
	"context"
	"encoding/binary"
	"math"
)

// Int64s returns the values of a tensor of integers or bools, at most limit of them. Unsigned values beyond
// 2^63-1 are refused.
func (t *Tensor) Int64s(ctx context.Context, limit int64) ([]int64, error) {
	width, signed, ok := t.DataType.integer()
	if !ok {
		return nil, t.fail("%s are no integers", t.DataType)
	}
	raw, elements, err := t.elements(ctx, limit)
	if err != nil {
		return nil, err
	}
	list := make([]int64, elements)
	for i := range list {
		bits := element(raw, i, width)
		if signed {
			shift := 64 - width
			list[i] = int64(bits<<shift) >> shift
		} else if list[i] = int64(bits); list[i] < 0 {
			return nil, t.fail("the value %d is beyond 63 bits", bits)
		}
	}
	return list, nil
}

// Float64s returns the values of a tensor of real numbers, integers or bools, at most limit of them.
// Integers of more than 53 bits are rounded.
func (t *Tensor) Float64s(ctx context.Context, limit int64) ([]float64, error) {
	width, signed, integer := t.DataType.integer()
	layout, small := smallFloats[t.DataType]
	if !integer && !small && t.DataType != Float32 && t.DataType != Float64 {
		return nil, t.fail("%s are no real numbers", t.DataType)
	}
	raw, elements, err := t.elements(ctx, limit)
	if err != nil {
		return nil, err
	}
	list := make([]float64, elements)
	for i := range list {
		switch {
		case t.DataType == Float32:
			list[i] = float64(math.Float32frombits(uint32(element(raw, i, 32))))
		case t.DataType == Float64:
			list[i] = math.Float64frombits(element(raw, i, 64))
		case small:
			list[i] = layout.decode(element(raw, i, layout.width()))
		case signed:
			shift := 64 - width
			list[i] = float64(int64(element(raw, i, width)<<shift) >> shift)
		default:
			list[i] = float64(element(raw, i, width))
		}
	}
	return list, nil
}

// elements returns the raw values, and how many there are.
func (t *Tensor) elements(ctx context.Context, limit int64) ([]byte, int64, error) {
	n, ok := t.Elements()
	if !ok {
		return nil, 0, t.fail("the shape %d is no shape", t.Dims)
	}
	if n > limit {
		return nil, 0, t.fail("%d elements, more than the %d asked for", n, limit)
	}
	raw, err := t.raw(ctx, math.MaxInt64)
	return raw, n, err
}

// element returns the bits of an element in raw data. Narrow ones are packed from the low bits on; 6 bits
// may cross into the next byte.
func element(raw []byte, i, width int) uint64 {
	at := i * width
	var wide [8]byte
	copy(wide[:], raw[at/8:])
	return binary.LittleEndian.Uint64(wide[:]) >> (at % 8) & (math.MaxUint64 >> (64 - width))
}

// integer returns the width of a type of integers in bits, and whether they have a sign.
func (t DataType) integer() (width int, signed, ok bool) {
	switch t {
	case Int2, Int4, Int8, Int16, Int32, Int64:
		signed = true
	case Uint2, Uint4, Uint8, Uint16, Uint32, Uint64, Bool:
	default:
		return 0, false, false
	}
	width, ok = t.Bits()
	return width, signed, ok
}

// Strings returns the values of a tensor of strings, at most limit of them and at most 16 MiB in all.
func (t *Tensor) Strings(ctx context.Context, limit int64) ([]string, error) {
	others := t.values.mixed || t.values.number != 0 && t.values.number != tensorStrings
	if t.DataType != String || others || t.values.raw.from != nil || t.External != nil || t.replace != nil {
		return nil, t.fail("no strings are stored in it")
	}
	n, ok := t.Elements()
	if !ok || n != t.values.records {
		return nil, t.fail("%d strings, but shape %d", t.values.records, t.Dims)
	}
	if n > limit {
		return nil, t.fail("%d elements, more than the %d asked for", n, limit)
	}
	if t.values.number == 0 {
		return []string{}, nil
	}
	const most = 16 << 20
	list, left := make([]string, 0, n), int64(most)
	w := newWindow(ctx, t.origin.from)
	err := w.fields(t.origin, func(f field) error {
		if f.number != tensorStrings || !f.bytes() {
			return nil
		}
		if left -= f.size(); left < 0 {
			return t.fail("its strings take more than %s", mebibytes(most))
		}
		text, err := w.at(f.payload, int(f.size()))
		list = append(list, string(text))
		return err
	})
	return list, err
}
