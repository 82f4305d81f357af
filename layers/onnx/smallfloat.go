package onnx

import "math"

// smallFloat is a layout of floating point numbers of at most 16 bits: a sign if signed, exponent bits,
// mantissa bits, and how the largest exponent is used.
type smallFloat struct {
	signed             bool
	exponent, mantissa int
	bias               int
	special            special
}

// special says which bit patterns are no finite numbers.
type special int

const (
	allFinite    special = iota
	ieee                 // the largest exponent is infinity, or NaN with a mantissa
	onesNaN              // all ones but for the sign are NaN, there is no infinity
	minusZeroNaN         // what would be minus zero is NaN, there is no infinity
)

var smallFloats = map[DataType]smallFloat{
	Float16:        {true, 5, 10, 15, ieee},
	BFloat16:       {true, 8, 7, 127, ieee},
	Float8E4M3FN:   {true, 4, 3, 7, onesNaN},
	Float8E4M3FNUZ: {true, 4, 3, 8, minusZeroNaN},
	Float8E5M2:     {true, 5, 2, 15, ieee},
	Float8E5M2FNUZ: {true, 5, 2, 16, minusZeroNaN},
	Float8E8M0:     {false, 8, 0, 127, onesNaN},
	Float6E2M3:     {true, 2, 3, 1, allFinite},
	Float6E3M2:     {true, 3, 2, 3, allFinite},
	Float4E2M1:     {true, 2, 1, 1, allFinite},
}

func (l smallFloat) width() int {
	width := l.exponent + l.mantissa
	if l.signed {
		width++
	}
	return width
}

// decode returns the number that some bits stand for.
func (l smallFloat) decode(bits uint64) float64 {
	mantissa := bits & (1<<l.mantissa - 1)
	exponent := bits >> l.mantissa & (1<<l.exponent - 1)
	negative := l.signed && bits>>(l.exponent+l.mantissa)&1 == 1
	largest := exponent == 1<<l.exponent-1
	var value float64
	switch {
	case l.special == onesNaN && largest && mantissa == 1<<l.mantissa-1,
		l.special == minusZeroNaN && negative && exponent == 0 && mantissa == 0,
		l.special == ieee && largest && mantissa != 0:
		return math.NaN()
	case l.special == ieee && largest:
		value = math.Inf(1)
	case exponent == 0 && l.mantissa > 0:
		value = math.Ldexp(float64(mantissa), 1-l.bias-l.mantissa)
	default:
		value = math.Ldexp(float64(mantissa|1<<l.mantissa), int(exponent)-l.bias-l.mantissa)
	}
	if negative {
		return -value
	}
	return value
}
