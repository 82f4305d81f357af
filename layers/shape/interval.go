package shape

import (
	"errors"
	"fmt"
	"math"
)

// Interval is a range of numbers, both ends included.
type Interval struct{ Min, Max int64 }

// Exactly is the interval of one number.
func Exactly(n int64) Interval { return Interval{n, n} }

// ErrOverflow is about a number that does not fit into 64 bits.
var ErrOverflow = errors.New("a number does not fit into 64 bits")

// errUndefined is about divisions by zero.
var errUndefined = errors.New("a division by zero, or an expression of too many terms")

// UnboundError is about a symbol that has no number.
type UnboundError struct{ Symbol string }

func (e *UnboundError) Error() string { return fmt.Sprintf("%q has no number", e.Symbol) }

// In returns what an expression can be. The interval holds all values; if a symbol occurs twice it can be larger
// than needed. The error is an *UnboundError, ErrOverflow, or about a division by what can be zero.
func (e Expression) In(b Bindings) (Interval, error) {
	switch e.state() {
	case overflowed:
		return Interval{}, ErrOverflow
	case undefined:
		return Interval{}, errUndefined
	}
	sum := Exactly(e.constant)
	for _, t := range e.terms() {
		product := Exactly(t.coefficient)
		for _, f := range t.factors {
			value, err := f.in(b)
			if err == nil {
				product, err = product.Times(value)
			}
			if err != nil {
				return Interval{}, err
			}
		}
		low, fitsLow := add(sum.Min, product.Min)
		high, fitsHigh := add(sum.Max, product.Max)
		if !fitsLow || !fitsHigh {
			return Interval{}, ErrOverflow
		}
		sum = Interval{low, high}
	}
	return sum, nil
}

func (f factor) in(b Bindings) (Interval, error) {
	if f.arguments == nil {
		i, ok := b[f.symbol]
		if !ok {
			return i, &UnboundError{f.symbol}
		}
		return i, nil
	}
	x, err := f.arguments[0].In(b)
	if err != nil {
		return x, err
	}
	y, err := f.arguments[1].In(b)
	if err != nil {
		return y, err
	}
	switch f.function {
	case functionMax:
		return Interval{max(x.Min, y.Min), max(x.Max, y.Max)}, nil
	case functionMin:
		return Interval{min(x.Min, y.Min), min(x.Max, y.Max)}, nil
	case functionFloor:
		return x.quotient(y, floor)
	case functionTruncate:
		return x.quotient(y, func(a, b int64) int64 { return a / b })
	case functionScale:
		by := math.Float32frombits(uint32(y.Min))
		return corners(x, x, func(a, _ int64) (int64, error) { return number(scaled(a, by)) })
	case functionIndex:
		return x.index(y)
	}
	return x.remainder(y)
}

// number is the value of an expression without symbols.
func number(e Expression) (int64, error) {
	i, err := e.In(nil)
	return i.Min, err
}

// Times is what products of numbers of two intervals can be.
func (i Interval) Times(other Interval) (Interval, error) {
	return corners(i, other, func(a, b int64) (int64, error) {
		if product, ok := multiply(a, b); ok {
			return product, nil
		}
		return 0, ErrOverflow
	})
}

func (i Interval) quotient(divisor Interval, of func(a, b int64) int64) (Interval, error) {
	if divisor.Min <= 0 && divisor.Max >= 0 {
		return Interval{}, errUndefined
	}
	return corners(i, divisor, func(a, b int64) (int64, error) {
		if a == math.MinInt64 && b == -1 {
			return 0, ErrOverflow
		}
		return of(a, b), nil
	})
}

// remainder has the divisor's sign, and is exact for single numbers.
func (i Interval) remainder(divisor Interval) (Interval, error) {
	switch {
	case divisor.Min <= 0 && divisor.Max >= 0:
		return Interval{}, errUndefined
	case i.Min == i.Max && divisor.Min == divisor.Max:
		rest := i.Min % divisor.Min
		if rest != 0 && (rest < 0) != (divisor.Min < 0) {
			rest += divisor.Min
		}
		return Exactly(rest), nil
	case divisor.Min > 0:
		return Interval{0, divisor.Max - 1}, nil
	}
	return Interval{divisor.Min + 1, 0}, nil
}

// index adds a size to what is negative.
func (i Interval) index(size Interval) (Interval, error) {
	if i.Min >= 0 {
		return i, nil
	}
	low, fitsLow := add(i.Min, size.Min)
	high, fitsHigh := add(min(i.Max, -1), size.Max)
	if !fitsLow || !fitsHigh {
		return Interval{}, ErrOverflow
	}
	if i.Max < 0 {
		return Interval{low, high}, nil
	}
	return Interval{min(low, 0), max(high, i.Max)}, nil
}

// corners applies a function that is monotone in each argument to the ends of two intervals.
func corners(x, y Interval, f func(a, b int64) (int64, error)) (Interval, error) {
	var result Interval
	for n, pair := range [][2]int64{{x.Min, y.Min}, {x.Min, y.Max}, {x.Max, y.Min}, {x.Max, y.Max}} {
		value, err := f(pair[0], pair[1])
		if err != nil {
			return Interval{}, err
		}
		if n == 0 {
			result = Exactly(value)
		}
		result = Interval{min(result.Min, value), max(result.Max, value)}
	}
	return result, nil
}
