package shape

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// Plus is the sum.
func (e Expression) Plus(other Expression) Expression {
	if s := max(e.state, other.state); s != sound {
		return Expression{state: s}
	}
	constant, ok := add(e.constant, other.constant)
	if !ok {
		return Expression{state: overflowed}
	}
	sum := Expression{constant: constant}
	switch {
	case len(other.terms) == 0:
		sum.terms = e.terms
	case len(e.terms) == 0:
		sum.terms = other.terms
	default:
		if sum.terms, ok = merge(e.terms, other.terms); !ok {
			return Expression{state: overflowed}
		}
		if len(sum.terms) > maxTerms {
			return Expression{state: undefined}
		}
	}
	return sum
}

// merge adds up two sorted lists of terms; false if a coefficient does not fit.
func merge(a, b []term) ([]term, bool) {
	sum := make([]term, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := cmp.Compare(a[0].key, b[0].key); {
		case c < 0:
			sum, a = append(sum, a[0]), a[1:]
		case c > 0:
			sum, b = append(sum, b[0]), b[1:]
		default:
			coefficient, ok := add(a[0].coefficient, b[0].coefficient)
			if !ok {
				return nil, false
			}
			if coefficient != 0 {
				sum = append(sum, term{coefficient, a[0].factors, a[0].key})
			}
			a, b = a[1:], b[1:]
		}
	}
	return append(append(sum, a...), b...), true
}

// Minus is the difference.
func (e Expression) Minus(other Expression) Expression { return e.Plus(other.Times(Number(-1))) }

// Times is the product.
func (e Expression) Times(other Expression) Expression {
	switch s := max(e.state, other.state); {
	case s != sound:
		return Expression{state: s}
	case len(e.terms) == 0:
		return other.scale(e.constant)
	case len(other.terms) == 0:
		return e.scale(other.constant)
	case (len(e.terms)+1)*(len(other.terms)+1) > maxTerms:
		return Expression{state: undefined}
	}
	product := e.scale(other.constant).Plus(Expression{terms: other.terms}.scale(e.constant))
	for _, a := range e.terms {
		for _, b := range other.terms {
			coefficient, ok := multiply(a.coefficient, b.coefficient)
			if !ok {
				return Expression{state: overflowed}
			}
			factors := slices.Concat(a.factors, b.factors)
			slices.SortStableFunc(factors, func(a, b factor) int { return cmp.Compare(a.key, b.key) })
			product = product.Plus(newTerm(coefficient, factors))
		}
	}
	return product
}

// scale is the product with a number.
func (e Expression) scale(by int64) Expression {
	switch by {
	case 0:
		return Expression{}
	case 1:
		return e
	}
	constant, ok := multiply(e.constant, by)
	product := Expression{constant: constant}
	if len(e.terms) > 0 {
		product.terms = make([]term, len(e.terms))
	}
	for k, t := range e.terms {
		coefficient, fits := multiply(t.coefficient, by)
		product.terms[k], ok = term{coefficient, t.factors, t.key}, ok && fits
	}
	if !ok {
		return Expression{state: overflowed}
	}
	return product
}

// newTerm is an expression of one term. Its factors are sorted; there may be none.
func newTerm(coefficient int64, factors []factor) Expression {
	switch len(factors) {
	case 0:
		return Number(coefficient)
	case 1:
		return Expression{terms: []term{{coefficient, factors, factors[0].key}}}
	}
	keys := make([]string, len(factors))
	for i, f := range factors {
		keys[i] = f.key
	}
	key := strings.Join(keys, "*")
	if len(key) > maxKey {
		return Expression{state: undefined}
	}
	return Expression{terms: []term{{coefficient, factors, key}}}
}

// add and multiply tell with false that the result does not fit into 64 bits.
func add(a, b int64) (int64, bool) {
	sum := a + b
	return sum, (a >= 0) != (b >= 0) || (sum >= 0) == (a >= 0)
}

func multiply(a, b int64) (int64, bool) {
	high, low := bits.Mul64(magnitude(a), magnitude(b))
	negative := (a < 0) != (b < 0)
	switch {
	case high != 0 || low > 1<<63 || low == 1<<63 && !negative:
		return 0, false
	case negative:
		return -int64(low), true
	}
	return int64(low), true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}
