package tensor

import (
	"errors"
	"fmt"
	"math"
)

// Fill writes the numbers of the input with that name, from the element at offset on, into all of dst. Any
// split of a tensor gives the same bytes; one of a type of 4 bits must be at an even element.
func Fill(dst []byte, offset int64, name, dtype string, r Recipe) error {
	t, err := TypeOf(dtype)
	if err != nil {
		return err
	}
	if err := r.Check(); err != nil {
		return err
	}
	if offset < 0 || t.bits == 4 && offset%2 != 0 {
		return errors.New("numbers cannot begin inside a byte")
	}
	if len(dst)*8%t.bits != 0 {
		return fmt.Errorf("%d bytes are no whole number of elements of %s", len(dst), dtype)
	}
	limits, limited := r.RangeOf(name, t)
	if limited {
		if err := limits.fits(name, t); err != nil {
			return err
		}
	}
	f := filler{source: newSource(r.Seed, r.source(name)), t: t, limits: limits, limited: limited}
	draw := f.draw(r.Distribution)
	for i := range int(t.Elements(int64(len(dst)))) {
		t.Store(dst, i, draw(offset+int64(i)))
	}
	return nil
}

// filler makes the numbers of one input.
type filler struct {
	source
	t       Type
	limits  Range
	limited bool
}

// rare is how many numbers there are for each that is not finite, in distributions of those.
const rare = 16

// draw returns what makes an element of a distribution. Whole numbers know only zeros, ramp and uniform ones.
func (f filler) draw(distribution string) func(int64) uint64 {
	switch {
	case distribution == "zeros":
		return func(int64) uint64 { return 0 }
	case !f.t.IsFloat() && distribution == "ramp":
		return f.countUp
	case !f.t.IsFloat():
		return f.whole
	case f.t.kind == scale:
		return f.powers
	}
	switch distribution {
	case "denormals":
		return f.denormal
	case "large":
		return f.large
	case "infinities":
		return f.some(f.infinity)
	case "nan":
		return f.some(f.nan)
	case "specials":
		return f.special
	}
	return f.rounded(distribution)
}

// rounded makes a number that every type rounds to one of its own.
func (f filler) rounded(distribution string) func(int64) uint64 {
	value := f.normal
	switch {
	case distribution == "ramp":
		value = ramp
	case f.limited:
		value = f.uniform
	case distribution == "uniform":
		value = f.symmetric
	case distribution == "integers":
		value = f.smallWhole
	case distribution == "small":
		value = func(i int64) float64 { return f.normal(i) * 0x1p-10 }
	}
	return func(i int64) uint64 { return f.t.Round(value(i)) }
}

// ramp rises from -1 in steps of 2^-10, and begins again after 2048 numbers.
func ramp(i int64) float64 { return float64(i%2048-1024) * 0x1p-10 }

func (f filler) uniform(i int64) float64 {
	u := unit(f.word(i, 0))
	// The products are rounded before they are added, so that no machine adds in one step what others add in two.
	return min(float64(f.limits.Low*(1-u))+float64(f.limits.High*u), f.limits.High)
}

func (f filler) symmetric(i int64) float64 { return 2*unit(f.word(i, 0)) - 1 }

// smallWhole is a whole number up to 8: sums of their products are exact in most types, in any order.
func (f filler) smallWhole(i int64) float64 { return float64(below(f.word(i, 0), 17)) - 8 }

// signBit is 0 or the sign, by the highest bit of a word.
func (f filler) signBit(word uint64) uint64 { return word >> 63 << (f.t.bits - 1) }

// denormal is one that is not zero.
func (f filler) denormal(i int64) uint64 {
	w := f.word(i, 0)
	return f.signBit(w) | 1 + below(w<<1, 1<<f.t.mantissa-1)
}

// large is one within the four highest powers of two.
func (f filler) large(i int64) uint64 {
	w := f.word(i, 0)
	span := min(4<<f.t.mantissa, f.t.largest())
	return f.signBit(w) | f.t.largest() - below(w<<1, span)
}

// some makes one of sixteen numbers by another function, and the others as usual.
func (f filler) some(special func(uint64) uint64) func(int64) uint64 {
	usual := f.rounded("normal")
	return func(i int64) uint64 {
		if w := f.word(i, 3); w%rare == 0 {
			return special(mix(w))
		}
		return usual(i)
	}
}

// infinity is one of both signs, or the largest number where the type has none.
func (f filler) infinity(w uint64) uint64 { return f.signBit(w) | f.t.overflow() }

// nan is one with any sign and payload, quiet or not; where the type has none, the largest number.
func (f filler) nan(w uint64) uint64 {
	switch f.t.ending {
	case ieee:
		return f.signBit(w) | f.t.top()<<f.t.mantissa | 1 + below(w<<1, 1<<f.t.mantissa-1)
	case onlyNaN:
		return f.signBit(w) | f.t.quietNaN()
	}
	return f.infinity(w)
}

// special is an edge of the type in half of the cases.
func (f filler) special(i int64) uint64 {
	w := f.word(i, 3)
	if w%2 == 0 {
		return f.rounded("normal")(i)
	}
	random := mix(w)
	edges := [...]uint64{0, 1, 1<<f.t.mantissa - 1, 1 << f.t.mantissa, f.t.largest(), f.t.Round(1)}
	switch which := below(w, uint64(len(edges))+2); {
	case which < uint64(len(edges)):
		return f.signBit(random) | edges[which]
	case which == uint64(len(edges)):
		return f.infinity(random)
	default:
		return f.nan(random)
	}
}

// whole is uniform in the range of an input of whole numbers.
func (f filler) whole(i int64) uint64 {
	low, count := f.span()
	w := f.word(i, 0)
	if count == 0 { // all 64 bits
		return w
	}
	return (uint64(low) + below(w, count)) & f.t.mask()
}

// countUp rises through the range and begins again.
func (f filler) countUp(i int64) uint64 {
	low, count := f.span()
	if count == 0 {
		return uint64(i)
	}
	return (uint64(low) + uint64(i)%count) & f.t.mask()
}

// span is the first whole number of the range that the type has, and how many there are: at least one, and 0
// for 2^64.
func (f filler) span() (low int64, count uint64) {
	least, most := f.t.limits()
	low, high := least, most
	if edge := math.Ceil(f.limits.Low); edge > float64(least) {
		low = toInteger(edge)
	}
	if edge := math.Floor(f.limits.High); edge < float64(most) {
		high = toInteger(edge)
	}
	return low, uint64(high) - uint64(low) + 1
}

// toInteger converts within the limits of int64.
func toInteger(x float64) int64 {
	switch {
	case x <= math.MinInt64:
		return math.MinInt64
	case x >= math.MaxInt64:
		return math.MaxInt64
	}
	return int64(x)
}

// powers are those of two from 2^-8 to 2^7.
func (f filler) powers(i int64) uint64 { return uint64(f.t.bias) - 8 + f.word(i, 0)%16 }
