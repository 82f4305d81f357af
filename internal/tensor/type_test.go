package tensor

import (
	"bytes"
	"errors"
	"math"
	"testing"
)

func mustType(t testing.TB, name string) Type {
	t.Helper()
	found, err := TypeOf(name)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func allTypes(t interface{ Fatal(...any) }) []Type {
	var all []Type
	for _, name := range Names() {
		dtype, err := TypeOf(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, dtype)
	}
	return all
}

func TestSizes(t *testing.T) {
	for _, test := range []struct {
		dtype           string
		elements, bytes int64
	}{
		{"float64", 3, 24}, {"float32", 3, 12}, {"float16", 3, 6}, {"bfloat16", 3, 6}, {"fp8", 3, 3}, {"bool", 3, 3}, {"int64", 0, 0},
		{"int4", 3, 2}, {"fp4", 4, 2}, {"uint4", math.MaxInt64, 1 << 62}, {"float16", 4_900_000_000, 9_800_000_000},
	} {
		if got, err := Bytes(test.dtype, test.elements); err != nil || got != test.bytes {
			t.Errorf("%d elements of %s: %d bytes, %v, want %d", test.elements, test.dtype, got, err, test.bytes)
		}
	}
	for _, bad := range []struct {
		dtype    string
		elements int64
	}{{"float64", 1 << 60}, {"int8", -1}, {"int4", -1}, {"half", 1}, {"", 1}} {
		if got, err := Bytes(bad.dtype, bad.elements); err == nil {
			t.Errorf("%d elements of %q: %d bytes, no error", bad.elements, bad.dtype, got)
		}
	}
	if _, err := TypeOf("half"); !errors.Is(err, ErrType) {
		t.Errorf("error %v", err)
	}
}

// TestStore stores elements in any order and finds them again, and their neighbours as they were.
func TestStore(t *testing.T) {
	for _, name := range Names() {
		dtype := mustType(t, name)
		data := bytes.Repeat([]byte{0xa5}, 32)
		count := int(dtype.Elements(32))
		before := make([]uint64, count)
		for i := range before {
			before[i] = dtype.Load(data, i)
		}
		for i := count - 1; i >= 0; i -= 2 {
			before[i] = uint64(i)*0x0123456789abcdef + 3
			dtype.Store(data, i, before[i])
			before[i] &= dtype.mask()
		}
		for i, want := range before {
			if got := dtype.Load(data, i); got != want {
				t.Errorf("%s: element %d is %#x, want %#x", name, i, got, want)
			}
		}
	}
	low := mustType(t, "int4")
	if data := []byte{0x2f}; low.Value(low.Load(data, 0)) != -1 || low.Value(low.Load(data, 1)) != 2 {
		t.Error("the first of two elements is not in the low half")
	}
}

func TestIntegers(t *testing.T) {
	for _, test := range []struct {
		dtype string
		bits  uint64
		value float64
	}{
		{"int8", 0x80, -128}, {"int8", 0x7f, 127}, {"uint8", 0xff, 255}, {"int32", 0xffffffff, -1}, {"int64", 1 << 63, -0x1p63}, {"int16", 0x8000, -32768},
		{"int4", 0x8, -8}, {"int4", 0x7, 7}, {"uint4", 0xf, 15}, {"bool", 1, 1},
	} {
		dtype := mustType(t, test.dtype)
		if got := dtype.Value(test.bits); got != test.value {
			t.Errorf("%s %#x is %v, want %v", test.dtype, test.bits, got, test.value)
		}
		if got := dtype.Round(test.value); got != test.bits {
			t.Errorf("%s: %v is %#x, want %#x", test.dtype, test.value, got, test.bits)
		}
	}
	for _, test := range []struct {
		dtype string
		x     float64
		want  uint64
	}{
		{"int8", 1e9, 0x7f}, {"int8", math.Inf(-1), 0x80}, {"uint8", -3, 0}, {"int64", math.Inf(1), math.MaxInt64}, {"int64", math.NaN(), 0}, {"bool", 7, 1},
		{"int32", 2.5, 2}, {"int32", 3.5, 4}, {"int4", -0.6, 0xf},
	} {
		if got := mustType(t, test.dtype).Round(test.x); got != test.want {
			t.Errorf("%s: %v is %#x, want %#x", test.dtype, test.x, got, test.want)
		}
	}
}
