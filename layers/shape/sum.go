package shape

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// Plus is the sum.
func (e Expression) Plus(other Expression) Expression {
	constant, ok := add(e.constant, other.constant)
	if ok && e.more == nil && other.more == nil {
		return Number(constant)
	}
	if s := max(e.state(), other.state()); s != sound {
		return failed(s)
	}
	var terms []term
	switch {
	case !ok:
	case other.more == nil:
		return Expression{constant, e.more}
	case e.more == nil:
		return Expression{constant, other.more}
	default:
		terms, ok = merge(e.more.terms, other.more.terms)
	}
	switch {
	case !ok:
		return failed(overflowed)
	case len(terms) > maxTerms:
		return failed(undefined)
	}
	return added(constant, terms)
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
	if e.more == nil && other.more == nil {
		if product, ok := multiply(e.constant, other.constant); ok {
			return Number(product)
		}
		return failed(overflowed)
	}
	switch s := max(e.state(), other.state()); {
	case s != sound:
		return failed(s)
	case e.more == nil:
		return other.scale(e.constant)
	case other.more == nil:
		return e.scale(other.constant)
	case (len(e.more.terms)+1)*(len(other.more.terms)+1) > maxTerms:
		return failed(undefined)
	}
	product := e.scale(other.constant).Plus(added(0, other.more.terms).scale(e.constant))
	for _, a := range e.more.terms {
		for _, b := range other.more.terms {
			coefficient, ok := multiply(a.coefficient, b.coefficient)
			if !ok {
				return failed(overflowed)
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
	switch {
	case by == 1 || e.state() != sound:
		return e
	case by == 0:
		return Number(0)
	}
	constant, ok := multiply(e.constant, by)
	terms := make([]term, len(e.terms()))
	for k, t := range e.terms() {
		coefficient, fits := multiply(t.coefficient, by)
		terms[k], ok = term{coefficient, t.factors, t.key}, ok && fits
	}
	if !ok {
		return failed(overflowed)
	}
	return added(constant, terms)
}

// newTerm is an expression of one term. Its factors are sorted; there may be none.
func newTerm(coefficient int64, factors []factor) Expression {
	switch len(factors) {
	case 0:
		return Number(coefficient)
	case 1:
		return added(0, []term{{coefficient, factors, factors[0].key}})
	}
	keys := make([]string, len(factors))
	for i, f := range factors {
		keys[i] = f.key
	}
	key := strings.Join(keys, "*")
	if len(key) > maxKey {
		return failed(undefined)
	}
	return added(0, []term{{coefficient, factors, key}})
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
