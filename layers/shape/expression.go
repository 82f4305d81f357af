package shape

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Expression is a 64-bit integer that depends on symbols such as "batch", which stand for numbers from 0 on: a
// sum of products of symbols, and of quotients, remainders, maxima and minima of other expressions. Equal
// expressions have the same String, as far as sums and products can be brought into one form. The zero
// Expression is the number 0. Expressions do not change once they are made.
type Expression struct {
	constant int64
	// more is what a number does not have; nil for a number.
	more *more
}

// more is what of an expression is no number.
type more struct {
	// terms are sorted, have different factors, and no coefficient is zero.
	terms []term
	// state stays in all that is made from an expression.
	state state
}

// state says what kept an expression from having a value.
type state uint8

const (
	sound      state = iota
	undefined        // a division by zero, or more terms than are kept
	overflowed       // a number on the way did not fit into 64 bits
)

// term is a coefficient times factors, of which there is at least one. They are sorted.
type term struct {
	coefficient int64
	factors     []factor
	key         string // the factors' keys, which order terms
}

// factor is a symbol, or a function of expressions.
type factor struct {
	// symbol is empty for a function.
	symbol    string
	function  function
	arguments *[2]Expression
	key       string
}

// function is the name of a function of two expressions.
type function string

const (
	functionFloor     function = "floor" // the quotient, rounded down
	functionTruncate  function = "div"   // the quotient, rounded towards zero
	functionRemainder function = "mod"
	functionMax       function = "max"
	functionMin       function = "min"
	functionIndex     function = "index" // the first, plus the second if it is negative
	functionScale     function = "scale" // the first times the second's bits as a float32, rounded down
)

// What is kept of an expression: no model has dimensions that need more, and damaged ones must not grow without end.
const (
	maxTerms = 64
	maxKey   = 1 << 10
)

// Number is an expression that is a number.
func Number(n int64) Expression { return Expression{constant: n} }

// Symbol is an expression that is a symbol.
func Symbol(name string) Expression { return single(factor{symbol: name, key: name}) }

func single(f factor) Expression {
	if len(f.key) > maxKey {
		return failed(undefined)
	}
	return added(0, []term{{1, []factor{f}, f.key}})
}

// added is a sum of terms and a constant.
func added(constant int64, terms []term) Expression {
	if len(terms) == 0 {
		return Number(constant)
	}
	return Expression{constant, &more{terms: terms}}
}

// failed is an expression without a value.
func failed(s state) Expression { return Expression{0, &more{state: s}} }

func (e Expression) terms() []term {
	if e.more == nil {
		return nil
	}
	return e.more.terms
}

func (e Expression) state() state {
	if e.more == nil {
		return sound
	}
	return e.more.state
}

// call is a function of two expressions that cannot be made simpler.
func call(name function, a, b Expression) Expression {
	if s := max(a.state(), b.state()); s != sound {
		return failed(s)
	}
	second := b.String()
	if name == functionScale {
		second = strconv.FormatFloat(float64(math.Float32frombits(uint32(b.constant))), 'g', -1, 32)
	}
	return single(factor{function: name, arguments: &[2]Expression{a, b}, key: string(name) + "(" + a.String() + ", " + second + ")"})
}

// Int returns the number that an expression is; false if it depends on a symbol, or has no value.
func (e Expression) Int() (int64, bool) { return e.constant, e.more == nil }

// Overflow tells that a number in the making of this expression did not fit into 64 bits.
func (e Expression) Overflow() bool { return e.state() == overflowed }

// Is reports whether an expression is a number.
func (e Expression) Is(n int64) bool { return e.constant == n && e.more == nil }

// Equal reports whether two expressions are the same in form, and so for all values of their symbols.
func (e Expression) Equal(other Expression) bool {
	return e.state() == sound && other.state() == sound && e.constant == other.constant &&
		slices.EqualFunc(e.terms(), other.terms(), func(a, b term) bool { return a.coefficient == b.coefficient && a.key == b.key })
}

// String writes an expression such as "2*height + 1".
func (e Expression) String() string {
	switch {
	case e.state() == overflowed:
		return "overflow"
	case e.state() != sound:
		return "undefined"
	case len(e.terms()) == 0:
		return strconv.FormatInt(e.constant, 10)
	}
	var text strings.Builder
	write := func(coefficient int64, key string) {
		switch {
		case text.Len() == 0 && coefficient == -1 && key != "":
			text.WriteString("-")
			coefficient = 1
		case text.Len() == 0:
		case coefficient < 0 && coefficient != math.MinInt64:
			text.WriteString(" - ")
			coefficient = -coefficient
		default:
			text.WriteString(" + ")
		}
		switch {
		case key == "":
			text.WriteString(strconv.FormatInt(coefficient, 10))
		case coefficient == 1:
			text.WriteString(key)
		default:
			text.WriteString(strconv.FormatInt(coefficient, 10) + "*" + key)
		}
	}
	for _, t := range e.terms() {
		write(t.coefficient, t.key)
	}
	if e.constant != 0 {
		write(e.constant, "")
	}
	return text.String()
}

// Symbols are the names that an expression depends on, sorted.
func (e Expression) Symbols() []string {
	if len(e.terms()) == 0 {
		return nil
	}
	var names []string
	for _, t := range e.terms() {
		for _, f := range t.factors {
			if f.arguments == nil {
				names = append(names, f.symbol)
				continue
			}
			names = append(append(names, f.arguments[0].Symbols()...), f.arguments[1].Symbols()...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
