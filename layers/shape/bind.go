package shape

// Interval is a range of numbers, both ends included.
type Interval struct{ Min, Max int64 }

// Exactly is the interval of one number.
func Exactly(n int64) Interval { return Interval{n, n} }

// Bindings are the numbers that symbols can stand for.
type Bindings map[string]Interval

// At returns the bindings in which every symbol is its least, or its largest, number.
func (b Bindings) At(largest bool) Bindings {
	fixed := make(Bindings, len(b))
	for name, i := range b {
		if fixed[name] = Exactly(i.Min); largest {
			fixed[name] = Exactly(i.Max)
		}
	}
	return fixed
}

// In returns what an expression can be; false if a symbol of it has no binding, on overflow, and where a
// divisor can be 0. The interval holds all values; if a symbol occurs twice it can be larger than needed.
func (e Expression) In(b Bindings) (Interval, bool) {
	if e.overflow {
		return Interval{}, false
	}
	sum := Interval{}
	for _, t := range e.terms {
		product := Exactly(t.coefficient)
		for _, f := range t.factors {
			value, ok := f.in(b)
			if !ok {
				return Interval{}, false
			}
			if product, ok = product.times(value); !ok {
				return Interval{}, false
			}
		}
		low, fitsLow := add(sum.Min, product.Min)
		high, fitsHigh := add(sum.Max, product.Max)
		if !fitsLow || !fitsHigh {
			return Interval{}, false
		}
		sum = Interval{low, high}
	}
	return sum, true
}

func (f factor) in(b Bindings) (Interval, bool) {
	if f.function == "" {
		i, ok := b[f.symbol]
		return i, ok
	}
	x, fits := f.arguments[0].In(b)
	y, ok := f.arguments[1].In(b)
	if !fits || !ok {
		return Interval{}, false
	}
	switch f.function {
	case functionMax:
		return Interval{max(x.Min, y.Min), max(x.Max, y.Max)}, true
	case functionMin:
		return Interval{min(x.Min, y.Min), min(x.Max, y.Max)}, true
	case functionFloor:
		return x.floor(y)
	}
	return x.remainder(y)
}

func (i Interval) times(other Interval) (Interval, bool) {
	return corners(i, other, multiply)
}

func (i Interval) floor(divisor Interval) (Interval, bool) {
	if divisor.Min <= 0 && divisor.Max >= 0 {
		return Interval{}, false
	}
	return corners(i, divisor, func(a, b int64) (int64, bool) { return floor(a, b), true })
}

// remainder has the divisor's sign, and is exact for single numbers.
func (i Interval) remainder(divisor Interval) (Interval, bool) {
	switch {
	case divisor.Min <= 0 && divisor.Max >= 0:
		return Interval{}, false
	case i.Min == i.Max && divisor.Min == divisor.Max:
		return Exactly(i.Min - floor(i.Min, divisor.Min)*divisor.Min), true
	case divisor.Min > 0:
		return Interval{0, divisor.Max - 1}, true
	}
	return Interval{divisor.Min + 1, 0}, true
}

// corners applies a function that is monotone in each argument to the ends of two intervals.
func corners(x, y Interval, f func(a, b int64) (int64, bool)) (Interval, bool) {
	var result Interval
	for n, pair := range [][2]int64{{x.Min, y.Min}, {x.Min, y.Max}, {x.Max, y.Min}, {x.Max, y.Max}} {
		value, ok := f(pair[0], pair[1])
		if !ok {
			return Interval{}, false
		}
		if n == 0 {
			result = Exactly(value)
		}
		result = Interval{min(result.Min, value), max(result.Max, value)}
	}
	return result, true
}
