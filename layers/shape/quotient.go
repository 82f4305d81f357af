package shape

import "math"

// Floor is the quotient, rounded down. It has no value if the divisor is the number 0.
func (e Expression) Floor(divisor Expression) Expression {
	if s := max(e.state(), divisor.state()); s != sound {
		return failed(s)
	}
	a, known := e.Int()
	b, fixed := divisor.Int()
	switch {
	case fixed && b == 0:
		return failed(undefined)
	case fixed && b < 0:
		return e.scale(-1).Floor(divisor.scale(-1))
	case fixed && b == 1:
		return e
	case known && fixed:
		return Number(floor(a, b))
	}
	whole, rest := e.divide(divisor)
	if !fixed {
		if rest.Is(0) {
			return whole
		}
		if rest.Equal(divisor) {
			return whole.Plus(Number(1))
		}
		return whole.Plus(call(functionFloor, rest, divisor))
	}
	// So that equal quotients look the same, the constant lies between 0 and the divisor.
	constant := floor(rest.constant, b)
	whole, rest.constant = whole.Plus(Number(constant)), rest.constant-constant*b
	if len(rest.terms()) == 0 {
		return whole
	}
	if x, by, ok := rest.quotient(); ok { // floor((floor(x/by) + c)/b) = floor((x + by*c)/(by*b))
		if both, fits := multiply(by, b); fits {
			if shifted := x.Plus(Number(rest.constant).scale(by)); shifted.state() == sound {
				return whole.Plus(shifted.Floor(Number(both)))
			}
		}
	}
	return whole.Plus(call(functionFloor, rest, divisor))
}

// quotient takes apart an expression that is, but for a constant, the quotient of another one by a positive number.
func (e Expression) quotient() (Expression, int64, bool) {
	if len(e.terms()) != 1 || e.terms()[0].coefficient != 1 || len(e.terms()[0].factors) != 1 {
		return Expression{}, 0, false
	}
	f := e.terms()[0].factors[0]
	if f.function != functionFloor {
		return Expression{}, 0, false
	}
	by, ok := f.arguments[1].Int()
	return f.arguments[0], by, ok && by > 0
}

// Ceil is the quotient, rounded up.
func (e Expression) Ceil(divisor Expression) Expression {
	if b, ok := divisor.Int(); ok && b > 0 {
		return e.Plus(Number(b - 1)).Floor(divisor)
	}
	return e.scale(-1).Floor(divisor).scale(-1)
}

// truncate is the quotient, rounded towards zero.
func (e Expression) truncate(divisor Expression) Expression {
	a, known := e.Int()
	b, fixed := divisor.Int()
	switch {
	case fixed && b == 0:
		return failed(undefined)
	case fixed && b < 0: // the only one that can overflow, by -1
		return e.truncate(divisor.scale(-1)).scale(-1)
	case known && fixed:
		return Number(a / b)
	case e.atLeast(0) && divisor.atLeast(0):
		return e.Floor(divisor)
	}
	if whole, ok := e.Quotient(divisor); ok {
		return whole
	}
	return call(functionTruncate, e, divisor)
}

// Quotient is the quotient if it is whole for all values of the symbols, as far as the form shows.
func (e Expression) Quotient(divisor Expression) (Expression, bool) {
	if e.state() != sound || divisor.state() != sound || divisor.Is(0) {
		return Expression{}, false
	}
	if e.Equal(divisor) {
		return Number(1), true
	}
	whole, rest := e.divide(divisor)
	return whole, rest.Is(0)
}

// Mod is what Floor leaves, with the divisor's sign.
func (e Expression) Mod(divisor Expression) Expression {
	if s := max(e.state(), divisor.state()); s != sound {
		return failed(s)
	}
	if divisor.Is(0) {
		return failed(undefined)
	}
	if _, ok := e.Quotient(divisor); ok {
		return Expression{}
	}
	a, known := e.Int()
	if b, ok := divisor.Int(); known && ok {
		return Number(a - floor(a, b)*b)
	}
	return call(functionRemainder, e, divisor)
}

// divide splits off the terms that a divisor of one term divides: e = whole*divisor + rest.
func (e Expression) divide(divisor Expression) (whole, rest Expression) {
	if b, ok := divisor.Int(); ok && b != 0 && b != -1 {
		var quotient, left []term
		for _, t := range e.terms() {
			if t.coefficient%b == 0 {
				quotient = append(quotient, term{t.coefficient / b, t.factors, t.key})
			} else {
				left = append(left, t)
			}
		}
		if e.constant%b == 0 {
			return added(e.constant/b, quotient), added(0, left)
		}
		return added(0, quotient), added(e.constant, left)
	}
	if len(divisor.terms()) != 1 || divisor.constant != 0 {
		return Expression{}, e
	}
	by := divisor.terms()[0]
	rest = Number(e.constant)
	for _, t := range e.terms() {
		left, ok := without(t.factors, by.factors)
		if !ok || t.coefficient%by.coefficient != 0 || by.coefficient == -1 {
			rest = rest.Plus(added(0, []term{t}))
			continue
		}
		whole = whole.Plus(newTerm(t.coefficient/by.coefficient, left))
	}
	return whole, rest
}

// without takes factors out of others; false if they are not all there.
func without(factors, out []factor) ([]factor, bool) {
	var left []factor
	for _, f := range factors {
		if len(out) > 0 && out[0].key == f.key {
			out = out[1:]
			continue
		}
		left = append(left, f)
	}
	return left, len(out) == 0
}

func floor(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// Scale is the product with a factor, rounded down, computed in float32 as Resize does.
func (e Expression) Scale(by float32) Expression {
	if by >= 0 && by < 1<<24 && by == float32(math.Trunc(float64(by))) {
		return e.scale(int64(by))
	}
	if fraction, exponent := math.Frexp(float64(by)); fraction == 0.5 && exponent <= 0 && exponent > -24 {
		return e.Floor(Number(1 << (1 - exponent)))
	}
	if n, ok := e.Int(); ok {
		return scaled(n, by)
	}
	return call(functionScale, e, Number(int64(math.Float32bits(by))))
}

// scaled is n times a factor, rounded down; without a value if that is no number of 64 bits.
func scaled(n int64, by float32) Expression {
	product := math.Floor(float64(float32(n) * by))
	switch {
	case product != product:
		return failed(undefined)
	case product >= math.MaxInt64 || product <= math.MinInt64:
		return failed(overflowed)
	}
	return Number(int64(product))
}
