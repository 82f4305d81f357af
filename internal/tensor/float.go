package tensor

import "math"

// sign is the bit of the sign.
func (t Type) sign() uint64 { return 1 << (t.bits - 1) }

// top is the highest exponent, as stored.
func (t Type) top() uint64 { return 1<<t.exponent - 1 }

// largest is the largest finite number.
func (t Type) largest() uint64 {
	switch t.ending {
	case ieee:
		return t.top()<<t.mantissa - 1
	case onlyNaN:
		return t.mask()&^t.sign() - 1
	}
	return t.mask() &^ t.sign()
}

func (t Type) floatClass(bits uint64) Class {
	magnitude := bits &^ t.sign()
	switch {
	case magnitude == 0:
		return Zero
	case magnitude>>t.mantissa == 0:
		return Denormal
	case magnitude <= t.largest():
		return Normal
	case t.ending == ieee && magnitude == t.top()<<t.mantissa:
		return Infinite
	}
	return NaN
}

func (t Type) floatValue(bits uint64) float64 {
	switch t.bits {
	case 64:
		return math.Float64frombits(bits)
	case 32:
		return float64(math.Float32frombits(uint32(bits)))
	}
	value := 0.0
	switch magnitude := bits &^ t.sign(); t.floatClass(bits) {
	case NaN:
		return math.NaN()
	case Infinite:
		value = math.Inf(1)
	case Denormal:
		value = math.Ldexp(float64(magnitude), 1-t.bias-t.mantissa)
	case Normal:
		stored := int(magnitude >> t.mantissa)
		fraction := magnitude&(1<<t.mantissa-1) | 1<<t.mantissa
		value = math.Ldexp(float64(fraction), stored-t.bias-t.mantissa)
	}
	if bits&t.sign() != 0 {
		return -value // negative zero too
	}
	return value
}

func (t Type) scaleValue(bits uint64) float64 {
	if t.Class(bits) == NaN {
		return math.NaN()
	}
	return math.Ldexp(1, int(bits)-t.bias)
}

// Round returns the bits of the number of this type that is nearest, of two as near the even one, as IEEE 754
// rounds. What is too large becomes infinite, or the largest number where the type has no infinity; a NaN
// becomes a quiet one, or zero where there is none. Whole numbers of a type without fractions stop at its
// limits.
func (t Type) Round(x float64) uint64 {
	switch t.kind {
	case float:
		return t.roundFloat(x)
	case scale:
		return t.roundScale(x)
	}
	low, high := t.limits()
	switch whole := math.RoundToEven(x); {
	case x != x:
		return 0
	case whole <= float64(low):
		return uint64(low) & t.mask()
	case whole >= float64(high): // 2^63 is one more than the largest int64
		return uint64(high) & t.mask()
	default:
		return uint64(int64(whole)) & t.mask()
	}
}

func (t Type) roundFloat(x float64) uint64 {
	switch t.bits {
	case 64:
		return math.Float64bits(x)
	case 32:
		return uint64(math.Float32bits(float32(x)))
	}
	bits := math.Float64bits(x)
	magnitude := bits &^ (1 << 63)
	sign := bits >> 63 << (t.bits - 1)
	exponent := int(magnitude>>52) - 1023
	switch {
	case x != x:
		return t.quietNaN()
	case exponent > int(t.top()): // no type has numbers there
		return sign | t.overflow()
	}
	drop := 52 - t.mantissa // bits that the type has no room for
	rebias := uint64(1023-t.bias) << t.mantissa
	if least := 1 - t.bias; exponent < least { // a denormal number, without the bit that the others imply
		if drop += least - exponent; drop > 54 {
			return sign
		}
		magnitude, rebias = magnitude&(1<<52-1)|1<<52, 0
	}
	// To the nearest, of two as near the even one; a carry into the exponent makes it the right one.
	rounded := (magnitude+1<<(drop-1)-1+magnitude>>drop&1)>>drop - rebias
	if rounded > t.largest() {
		return sign | t.overflow()
	}
	return sign | rounded
}

// overflow is what a number that is too large becomes.
func (t Type) overflow() uint64 {
	if t.ending == ieee {
		return t.top() << t.mantissa
	}
	return t.largest()
}

func (t Type) quietNaN() uint64 {
	switch t.ending {
	case ieee:
		return t.top()<<t.mantissa | 1<<(t.mantissa-1)
	case onlyNaN:
		return t.mask() &^ t.sign()
	}
	return 0
}

// roundScale takes the nearest power of two; halfway, in value, the larger one.
func (t Type) roundScale(x float64) uint64 {
	if x != x {
		return t.mask()
	}
	fraction, power := math.Frexp(math.Abs(x))
	if fraction < 0.75 {
		power--
	}
	switch {
	case math.IsInf(x, 0):
		return t.mask() - 1
	case x == 0:
		return 0
	}
	return uint64(min(max(power+t.bias, 0), int(t.mask())-1))
}

// limits are the smallest and the largest whole number of a type without fractions.
func (t Type) limits() (low, high int64) {
	switch {
	case t.name == "bool":
		return 0, 1
	case t.kind == unsigned:
		return 0, int64(t.mask())
	}
	high = int64(t.mask() >> 1)
	return -high - 1, high
}
