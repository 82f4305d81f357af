package shape

import (
	"math"
	"strings"

	"github.com/planlint/planlint/layers/onnx"
)

// casts are operators that change the type of elements.
func casts() map[string]rule {
	return map[string]rule{"Cast": inferCast, "CastLike": inferCastLike, "BitCast": inferBitCast}
}

// inferCast: models of old opsets spell the type as a text.
func inferCast(o *operation) error {
	to := onnx.DataType(o.Int("to", 0))
	if to == onnx.Undefined {
		to = typeNamed(o.Text("to", ""))
	}
	return o.cast(to)
}

func inferCastLike(o *operation) error { return o.cast(o.at(1).Type) }

// inferBitCast: the elements are read anew, and are as many.
func inferBitCast(o *operation) error {
	v := o.at(0).plain()
	v.Type = onnx.DataType(o.Int("to", 0))
	o.set(0, v)
	return nil
}

// cast is the first input as another type.
func (o *operation) cast(to onnx.DataType) error {
	v := o.at(0).plain()
	v.Type = to
	v.Contents = o.at(0).Contents.as(to)
	o.set(0, v)
	if to == onnx.Undefined {
		return unknownf("the type to cast to is not known")
	}
	return nil
}

// as are contents as those of another type; nil if that cannot hold them.
func (c *Contents) as(to onnx.DataType) *Contents {
	switch {
	case c == nil:
		return nil
	case c.Ints != nil && integral(to):
		low, high := bounds(to)
		made := &Contents{Ints: make([]Expression, len(c.Ints))}
		for k, e := range c.Ints {
			n, fixed := e.Int()
			switch {
			case to == onnx.Bool && fixed && n != 0:
				e = Number(1)
			case to == onnx.Bool && !fixed, fixed && (n < low || n > high):
				return nil
			}
			made.Ints[k] = e
		}
		return made
	case c.Ints != nil && real(to):
		list, ok := Value{Contents: c}.floats()
		if !ok { // whole numbers that depend on symbols
			return c
		}
		return Floats(list...).rounded(to)
	case c.Floats != nil && real(to):
		return Floats(c.Floats...).rounded(to)
	case c.Floats != nil && integral(to):
		low, high := bounds(to)
		made := &Contents{Ints: make([]Expression, len(c.Floats))}
		for k, x := range c.Floats {
			if to == onnx.Bool {
				if x != 0 {
					made.Ints[k] = Number(1)
				}
				continue
			}
			if x = math.Trunc(x); !(x >= float64(low) && x <= float64(high) && math.Abs(x) < 1<<53) {
				return nil
			}
			made.Ints[k] = Number(int64(x))
		}
		return made
	}
	return nil
}

// bounds are the least and the largest number of a type of integers.
func bounds(t onnx.DataType) (low, high int64) {
	bits, _ := t.Bits()
	switch t {
	case onnx.Bool:
		return math.MinInt64, math.MaxInt64
	case onnx.Uint64:
		return 0, math.MaxInt64
	case onnx.Uint32, onnx.Uint16, onnx.Uint8:
		return 0, 1<<bits - 1
	}
	return -1 << (bits - 1), 1<<(bits-1) - 1
}

// rounded are computed real numbers as those of a type.
func (c *Contents) rounded(t onnx.DataType) *Contents {
	for k, x := range c.Floats {
		switch t {
		case onnx.Float32:
			c.Floats[k] = float64(float32(x))
		case onnx.Float16:
			c.Floats[k] = narrowed(x, 11, -24, 65504)
		case onnx.BFloat16:
			c.Floats[k] = narrowed(x, 8, -133, 0x1.fep127)
		}
	}
	return c
}

// narrowed is the number nearest to x that has some binary digits, none of them worth less than the last power of two,
// and is not beyond the largest one.
func narrowed(x float64, digits, last int, largest float64) float64 {
	if x == 0 || math.IsInf(x, 0) || x != x {
		return x
	}
	_, exponent := math.Frexp(x)
	unit := math.Ldexp(1, max(exponent-digits, last))
	if x = math.RoundToEven(x/unit) * unit; math.Abs(x) > largest {
		return math.Copysign(math.Inf(1), x)
	}
	return x
}

func typeNamed(name string) onnx.DataType {
	switch {
	case strings.EqualFold(name, "FLOAT"):
		return onnx.Float32
	case strings.EqualFold(name, "DOUBLE"):
		return onnx.Float64
	}
	for t := onnx.Float32; t <= onnx.BFloat16; t++ {
		if name != "" && strings.EqualFold(t.String(), name) {
			return t
		}
	}
	return onnx.Undefined
}
