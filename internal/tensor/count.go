package tensor

import "strconv"

// Count adds how many of the first elements are of which class.
func (t Type) Count(data []byte, elements int, classes *[NaN + 1]int64) {
	if t.kind != float || t.bits < 16 {
		for i := range elements {
			classes[t.Class(t.Load(data, i))]++
		}
		return
	}
	// All types of 16 bits and more have infinities. Most numbers are normal, so only the others are counted.
	first, infinity, sign := uint64(1)<<t.mantissa, t.overflow(), t.sign()
	normal := int64(elements)
	odd := func(magnitude uint64) {
		normal--
		switch {
		case magnitude == 0:
			classes[Zero]++
		case magnitude < first:
			classes[Denormal]++
		case magnitude == infinity:
			classes[Infinite]++
		default:
			classes[NaN]++
		}
	}
	span := infinity - first
	for i := range elements {
		if magnitude := t.Load(data, i) &^ sign; magnitude-first >= span {
			odd(magnitude)
		}
	}
	classes[Normal] += normal
}

// Text spells an element in decimal, with as many digits as tell it from its neighbours.
func (t Type) Text(bits uint64) string {
	switch {
	case t.kind == signed:
		return strconv.FormatInt(t.integer(bits), 10)
	case t.kind == unsigned:
		return strconv.FormatUint(bits, 10)
	case t.bits == 64:
		return strconv.FormatFloat(t.Value(bits), 'g', -1, 64)
	}
	return strconv.FormatFloat(t.Value(bits), 'g', -1, 32)
}
