package shape

import "math"

// Max is the larger one.
func (e Expression) Max(other Expression) Expression { return ordered(functionMax, e, other) }

// Min is the smaller one.
func (e Expression) Min(other Expression) Expression { return ordered(functionMin, e, other) }

// ordered chooses one of two expressions, or calls a function to which their order does not matter.
func ordered(which function, a, b Expression) Expression {
	if a.more == nil && b.more == nil {
		if which == functionMax {
			return Number(max(a.constant, b.constant))
		}
		return Number(min(a.constant, b.constant))
	}
	if s := max(a.state(), b.state()); s != sound {
		return failed(s)
	}
	larger, smaller := a, b
	switch difference := a.Minus(b); {
	case difference.atLeast(0):
	case difference.scale(-1).atLeast(0):
		larger, smaller = b, a
	default:
		if a.String() > b.String() {
			a, b = b, a
		}
		return call(which, a, b)
	}
	if which == functionMax {
		return larger
	}
	return smaller
}

// index is an expression that counts from the end if it is negative, as indices of a size do.
func (e Expression) index(size Expression) Expression {
	switch {
	case e.atLeast(0):
		return e
	case e.scale(-1).atLeast(1):
		return e.Plus(size)
	}
	return call(functionIndex, e, size)
}

// atLeast reports whether an expression is not below a bound, as far as its form shows, which is so whatever numbers
// from 0 on its symbols are.
func (e Expression) atLeast(bound int64) bool {
	least, ok := e.least()
	return ok && least >= bound
}

// least is a number that an expression is not below; false if its form shows none.
func (e Expression) least() (int64, bool) {
	if e.state() != sound {
		return 0, false
	}
	sum := e.constant
	for _, t := range e.terms() {
		if t.coefficient < 0 {
			return 0, false
		}
		product := t.coefficient
		for _, f := range t.factors {
			least, ok := f.least()
			if !ok || least < 0 {
				return 0, false
			}
			if product, ok = multiply(product, least); !ok {
				product = math.MaxInt64
			}
		}
		var ok bool
		if sum, ok = add(sum, product); !ok {
			return 0, false
		}
	}
	return sum, true
}

func (f factor) least() (int64, bool) {
	if f.arguments == nil {
		return 0, true
	}
	a, known := f.arguments[0].least()
	b, also := f.arguments[1].least()
	switch f.function {
	case functionMax:
		switch {
		case known && also:
			return max(a, b), true
		case known:
			return a, true
		}
		return b, also
	case functionMin:
		return min(a, b), known && also
	case functionFloor, functionTruncate: // not below, whatever a positive divisor
		return min(a, 0), known && also && b >= 0
	case functionRemainder:
		return 0, also && b >= 0
	case functionScale:
		return 0, known && a >= 0 && f.arguments[1].constant>>31 == 0
	}
	return 0, false
}
