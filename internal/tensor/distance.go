package tensor

// Distance is how many steps to the next number of the type lie between two elements (units in the last
// place): 0 for equal ones and for the two zeros, 2 from the smallest positive number to the smallest
// negative one. Infinity is one step behind the largest number. There is none from or to a NaN: false.
func (t Type) Distance(a, b uint64) (uint64, bool) {
	switch t.kind {
	case float:
		if t.floatClass(a) == NaN || t.floatClass(b) == NaN {
			return 0, false
		}
		x, y := t.ordered(a), t.ordered(b)
		return uint64(max(x, y)) - uint64(min(x, y)), true
	case scale:
		if t.Class(a) == NaN || t.Class(b) == NaN {
			return 0, false
		}
		return max(a, b) - min(a, b), true
	}
	x, y := t.integer(a), t.integer(b)
	return uint64(max(x, y)) - uint64(min(x, y)), true // right also where the difference needs 64 bits
}

// ordered numbers the floats in their order, with both zeros at 0.
func (t Type) ordered(bits uint64) int64 {
	magnitude := int64(bits &^ t.sign())
	if bits&t.sign() != 0 {
		return -magnitude
	}
	return magnitude
}
