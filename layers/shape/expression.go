package shape

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// Expression is a 64-bit integer that depends on symbols such as "batch": a sum of products of symbols, and of
// quotients, remainders, maxima and minima of other expressions. Equal expressions have the same String, as
// far as sums and products can be brought into one form. The zero Expression is the number 0. Expressions do
// not change once they are made.
type Expression struct {
	// terms are sorted, have different factors, and no coefficient is zero.
	terms []term
	// overflow: a number on the way did not fit into 64 bits. It stays in all that is made from this one.
	overflow bool
}

// term is a coefficient times factors, which are sorted. Without factors it is the constant.
type term struct {
	coefficient int64
	factors     []factor
	key         string // the factors' keys, which order terms
}

// factor is a symbol, or a function of expressions.
type factor struct {
	symbol string
	// function is empty for a symbol, else one of the names below, with two arguments.
	function  string
	arguments [2]Expression
	key       string
}

// The functions of an Expression. floor and ceil are quotients.
const (
	functionFloor     = "floor"
	functionRemainder = "mod"
	functionMax       = "max"
	functionMin       = "min"
)

// Number is an expression that is a number.
func Number(n int64) Expression {
	if n == 0 {
		return Expression{}
	}
	return Expression{terms: []term{{coefficient: n}}}
}

// Symbol is an expression that is a symbol.
func Symbol(name string) Expression {
	return single(factor{symbol: name, key: name})
}

func single(f factor) Expression {
	return Expression{terms: []term{{1, []factor{f}, f.key}}}
}

// call is a function of two expressions that cannot be made simpler.
func call(function string, a, b Expression) Expression {
	if a.overflow || b.overflow {
		return Expression{overflow: true}
	}
	return single(factor{function: function, arguments: [2]Expression{a, b}, key: function + "(" + a.String() + ", " + b.String() + ")"})
}

// Int returns the number that an expression is; false if it depends on a symbol, or overflowed.
func (e Expression) Int() (int64, bool) {
	switch {
	case e.overflow:
		return 0, false
	case len(e.terms) == 0:
		return 0, true
	case len(e.terms) == 1 && len(e.terms[0].factors) == 0:
		return e.terms[0].coefficient, true
	}
	return 0, false
}

// Overflow tells that a number in the making of this expression did not fit into 64 bits.
func (e Expression) Overflow() bool { return e.overflow }

// Is reports whether an expression is a number.
func (e Expression) Is(n int64) bool {
	got, ok := e.Int()
	return ok && got == n
}

// Equal reports whether two expressions are the same in form, and so for all values of their symbols.
func (e Expression) Equal(other Expression) bool {
	return !e.overflow && !other.overflow && e.String() == other.String()
}

// Plus is the sum.
func (e Expression) Plus(other Expression) Expression {
	sum := Expression{overflow: e.overflow || other.overflow}
	all := append(slices.Clone(e.terms), other.terms...)
	slices.SortStableFunc(all, func(a, b term) int { return cmp.Compare(a.key, b.key) })
	for _, t := range all {
		last := len(sum.terms) - 1
		if last < 0 || sum.terms[last].key != t.key {
			sum.terms = append(sum.terms, t)
			continue
		}
		c, ok := add(sum.terms[last].coefficient, t.coefficient)
		sum.overflow = sum.overflow || !ok
		if sum.terms[last].coefficient = c; c == 0 {
			sum.terms = sum.terms[:last]
		}
	}
	return sum.checked()
}

// Minus is the difference.
func (e Expression) Minus(other Expression) Expression { return e.Plus(other.Times(Number(-1))) }

// maxTerms bounds how far a product is written out.
const maxTerms = 64

// Times is the product.
func (e Expression) Times(other Expression) Expression {
	product := Expression{overflow: e.overflow || other.overflow}
	if len(e.terms)*len(other.terms) > maxTerms {
		product.overflow = true // no model has such a dimension; it is as unknown as one that overflowed
	}
	if product.overflow {
		return product.checked()
	}
	for _, a := range e.terms {
		for _, b := range other.terms {
			c, ok := multiply(a.coefficient, b.coefficient)
			if !ok {
				return Expression{overflow: true}
			}
			factors := append(slices.Clone(a.factors), b.factors...)
			slices.SortStableFunc(factors, func(a, b factor) int { return cmp.Compare(a.key, b.key) })
			product = product.Plus(Expression{terms: []term{{c, factors, keyOf(factors)}}})
		}
	}
	return product
}

func keyOf(factors []factor) string {
	keys := make([]string, len(factors))
	for i, f := range factors {
		keys[i] = f.key
	}
	return strings.Join(keys, "*")
}

func (e Expression) checked() Expression {
	if e.overflow {
		return Expression{overflow: true}
	}
	return e
}

// String writes an expression such as "2*height + 1".
func (e Expression) String() string {
	if e.overflow {
		return "overflow"
	}
	if len(e.terms) == 0 {
		return "0"
	}
	var text strings.Builder
	write := func(t term) {
		coefficient := t.coefficient
		switch {
		case text.Len() == 0:
		case coefficient < 0 && coefficient != math.MinInt64:
			text.WriteString(" - ")
			coefficient = -coefficient
		default:
			text.WriteString(" + ")
		}
		switch {
		case len(t.factors) == 0:
			text.WriteString(strconv.FormatInt(coefficient, 10))
		case coefficient == 1:
			text.WriteString(t.key)
		case coefficient == -1: // the first term; others have their sign already
			text.WriteString("-" + t.key)
		default:
			fmt.Fprintf(&text, "%d*%s", coefficient, t.key)
		}
	}
	for _, t := range e.terms {
		if len(t.factors) > 0 {
			write(t)
		}
	}
	if first := e.terms[0]; len(first.factors) == 0 { // a constant sorts first and reads best last
		write(first)
	}
	return text.String()
}

// Symbols are the names that an expression depends on, sorted.
func (e Expression) Symbols() []string {
	var names []string
	for _, t := range e.terms {
		for _, f := range t.factors {
			if f.function == "" {
				names = append(names, f.symbol)
			}
			for _, a := range f.arguments {
				names = append(names, a.Symbols()...)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
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
