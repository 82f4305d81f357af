package shape

// Floor is the quotient, rounded down. Division by the number 0 counts as an overflow.
func (e Expression) Floor(divisor Expression) Expression {
	if e.overflow || divisor.overflow || divisor.Is(0) {
		return Expression{overflow: true}
	}
	if divisor.Is(1) {
		return e
	}
	a, known := e.Int()
	if b, ok := divisor.Int(); known && ok {
		if b == -1 {
			return Number(0).Minus(e)
		}
		return Number(floor(a, b))
	}
	if whole, ok := e.Quotient(divisor); ok {
		return whole
	}
	whole, rest := e.divide(divisor)
	if b, ok := divisor.Int(); ok { // so that equal quotients look the same, the constant lies between 0 and the divisor
		c := floor(rest.constant(), b)
		whole, rest = whole.Plus(Number(c)), rest.Minus(Number(c).Times(divisor))
		if n, ok := rest.Int(); ok {
			return whole.Plus(Number(floor(n, b)))
		}
	}
	return whole.Plus(call(functionFloor, rest, divisor))
}

// constant is the term without symbols.
func (e Expression) constant() int64 {
	if len(e.terms) > 0 && len(e.terms[0].factors) == 0 {
		return e.terms[0].coefficient
	}
	return 0
}

// Ceil is the quotient, rounded up.
func (e Expression) Ceil(divisor Expression) Expression {
	if b, ok := divisor.Int(); ok && b > 0 {
		return e.Plus(Number(b - 1)).Floor(divisor)
	}
	return Number(0).Minus(Number(0).Minus(e).Floor(divisor))
}

// Quotient is the quotient if it is whole for all values of the symbols, as far as the form shows.
func (e Expression) Quotient(divisor Expression) (Expression, bool) {
	if e.overflow || divisor.overflow || len(divisor.terms) == 0 {
		return Expression{}, false
	}
	if e.Equal(divisor) {
		return Number(1), true
	}
	whole, rest := e.divide(divisor)
	return whole, len(rest.terms) == 0
}

// Mod is what Floor leaves, with the divisor's sign.
func (e Expression) Mod(divisor Expression) Expression {
	if e.overflow || divisor.overflow || divisor.Is(0) {
		return Expression{overflow: true}
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
	if len(divisor.terms) != 1 {
		return Expression{}, e
	}
	by := divisor.terms[0]
	for _, t := range e.terms {
		one := Expression{terms: []term{t}}
		left, ok := without(t.factors, by.factors)
		if !ok || t.coefficient%by.coefficient != 0 || by.coefficient == -1 {
			rest = rest.Plus(one)
			continue
		}
		whole = whole.Plus(Expression{terms: []term{{t.coefficient / by.coefficient, left, keyOf(left)}}})
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

// Max is the larger one.
func (e Expression) Max(other Expression) Expression {
	if n, ok := e.Minus(other).Int(); ok {
		if n >= 0 {
			return e
		}
		return other
	}
	return ordered(functionMax, e, other)
}

// Min is the smaller one.
func (e Expression) Min(other Expression) Expression {
	if n, ok := e.Minus(other).Int(); ok {
		if n <= 0 {
			return e
		}
		return other
	}
	return ordered(functionMin, e, other)
}

func floor(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// ordered calls a function to which the order of its arguments does not matter.
func ordered(function string, a, b Expression) Expression {
	if a.String() > b.String() {
		a, b = b, a
	}
	return call(function, a, b)
}
