package verify

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
)

// pair compares an output of two plans.
type pair struct {
	dtype   tensor.Type
	shape   []int64
	number  int   // of the case
	left    int64 // elements that have not come
	element int64
	differences
}

// add takes the next bytes of both, as many of one as of the other.
func (p *pair) add(a, b []byte) {
	count := int(min(p.dtype.Elements(int64(len(a))), p.left))
	if bytes.Equal(a, b) {
		p.bitEqual += int64(count)
	} else {
		for i := range count {
			x, y := p.dtype.Load(a, i), p.dtype.Load(b, i)
			if x == y {
				p.bitEqual++
			} else {
				p.compare(x, y, p.element+int64(i))
			}
		}
	}
	p.element += int64(count)
	p.elements += int64(count)
	p.left -= int64(count)
}

// compare judges two elements of other bits.
func (p *pair) compare(x, y uint64, element int64) {
	a, b := p.dtype.Class(x), p.dtype.Class(y)
	switch {
	case a == tensor.NaN && b == tensor.NaN:
		p.nanPayload++
		return
	case a == tensor.Zero && b == tensor.Zero:
		p.zeroSign++
		return
	}
	p.different++
	if p.first == nil {
		p.first = p.found(x, y, element)
	}
	switch {
	case a == tensor.NaN || b == tensor.NaN:
		p.nanMismatch++
	case a == tensor.Infinite || b == tensor.Infinite:
		p.infinityMismatch++
	default:
		p.measure(x, y, element)
	}
}

// measure adds the error of two finite elements.
func (p *pair) measure(x, y uint64, element int64) {
	distance, _ := p.dtype.Distance(x, y) // neither is NaN
	absolute := p.absoluteError(x, y)
	p.count(distance, absolute, p.relativeError(x, y, absolute))
	if p.worstULP == nil || distance > *p.worstULP.ULP {
		p.worstULP = p.found(x, y, element)
	}
	if p.worst == nil || absolute > float64(*p.worst.Absolute) {
		p.worst = p.found(x, y, element)
	}
}

// absoluteError of two finite elements; of float64 whose difference is beyond float64, the largest number.
func (p *pair) absoluteError(x, y uint64) float64 {
	if !p.dtype.IsFloat() {
		distance, _ := p.dtype.Distance(x, y)
		return float64(distance)
	}
	return min(math.Abs(p.dtype.Value(x)-p.dtype.Value(y)), math.MaxFloat64)
}

// relativeError is over the larger magnitude. At least one of the elements is not zero.
func (p *pair) relativeError(x, y uint64, absolute float64) float64 {
	a, b := p.dtype.Value(x), p.dtype.Value(y)
	if absolute == math.MaxFloat64 {
		a, b = a/2, b/2
		absolute = math.Abs(a - b)
	}
	return absolute / max(math.Abs(a), math.Abs(b))
}

// found describes an element.
func (p *pair) found(x, y uint64, element int64) *result.ElementPair {
	described := &result.ElementPair{
		Case: p.number, Index: coordinates(p.shape, element), Element: element,
		A: p.dtype.Text(x), B: p.dtype.Text(y), ABits: hexadecimal(p.dtype, x), BBits: hexadecimal(p.dtype, y),
	}
	if finite(p.dtype, x) && finite(p.dtype, y) {
		distance, _ := p.dtype.Distance(x, y)
		absolute := result.Real(p.absoluteError(x, y))
		described.ULP, described.Absolute = &distance, &absolute
	}
	return described
}

func finite(dtype tensor.Type, bits uint64) bool {
	class := dtype.Class(bits)
	return class != tensor.NaN && class != tensor.Infinite
}

// coordinates are those of an element of a shape, the last dimension running fastest.
func coordinates(shape []int64, element int64) []int64 {
	index := make([]int64, len(shape))
	for i := len(shape) - 1; i >= 0; i-- {
		if shape[i] > 0 {
			index[i], element = element%shape[i], element/shape[i]
		}
	}
	return index
}

// number spells a float64.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func hexadecimal(dtype tensor.Type, bits uint64) string {
	return fmt.Sprintf("0x%0*x", (dtype.Bits()+3)/4, bits)
}
