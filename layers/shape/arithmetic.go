package shape

import (
	"math"
	"slices"
	"strings"

	"github.com/planlint/planlint/layers/onnx"
)

// binary computes contents of two broadcast inputs; either function may be nil.
type binary struct {
	ints   func(a, b Expression) (Expression, bool)
	floats func(a, b float64) float64
	// quotient: for real numbers that are whole, ints is not right if it leaves something.
	quotient bool
}

func whole(f func(a, b Expression) Expression) func(a, b Expression) (Expression, bool) {
	return func(a, b Expression) (Expression, bool) { return f(a, b), true }
}

// compared is 1 or 0 where it is known which of two integers is larger.
func compared(f func(difference int64) bool) func(a, b Expression) (Expression, bool) {
	truth := func(sign int64) (Expression, bool) {
		if f(sign) {
			return Number(1), true
		}
		return Number(0), true
	}
	return func(a, b Expression) (Expression, bool) {
		difference := a.Minus(b)
		opposite := difference.scale(-1)
		n, fixed := difference.Int()
		switch {
		case fixed:
			return truth(n)
		case difference.atLeast(1), difference.atLeast(0) && f(0) == f(1):
			return truth(1)
		case opposite.atLeast(1), opposite.atLeast(0) && f(0) == f(-1):
			return truth(-1)
		}
		return Expression{}, false
	}
}

func logical(f func(a, b bool) bool) func(a, b Expression) (Expression, bool) {
	return func(a, b Expression) (Expression, bool) {
		x, known := a.Int()
		y, ok := b.Int()
		if f(x != 0, y != 0) {
			return Number(1), known && ok
		}
		return Number(0), known && ok
	}
}

// arithmetic are operators with several inputs of the same type, which are broadcast.
func arithmetic() map[string]rule {
	rules := map[string]rule{"Where": inferWhere, "Mean": inferMean}
	of := func(names string, b binary) {
		for name := range strings.FieldsSeq(names) {
			rules[name] = func(o *operation) error { return o.combine(b, false) }
		}
	}
	test := func(name string, b binary) { rules[name] = func(o *operation) error { return o.combine(b, true) } }
	of("Add Sum", binary{ints: whole(Expression.Plus), floats: func(a, b float64) float64 { return a + b }})
	of("Sub", binary{ints: whole(Expression.Minus), floats: func(a, b float64) float64 { return a - b }})
	of("Mul", binary{ints: whole(Expression.Times), floats: func(a, b float64) float64 { return a * b }})
	of("Div", binary{divided, func(a, b float64) float64 { return a / b }, true})
	of("Max", binary{ints: whole(Expression.Max), floats: math.Max})
	of("Min", binary{ints: whole(Expression.Min), floats: math.Min})
	of("Pow", binary{ints: power, floats: math.Pow})
	of("BitShift BitwiseAnd BitwiseOr BitwiseXor", binary{})
	rules["Mod"] = inferMod
	test("Equal", binary{ints: compared(func(d int64) bool { return d == 0 })})
	test("Less", binary{ints: compared(func(d int64) bool { return d < 0 })})
	test("Greater", binary{ints: compared(func(d int64) bool { return d > 0 })})
	test("LessOrEqual", binary{ints: compared(func(d int64) bool { return d <= 0 })})
	test("GreaterOrEqual", binary{ints: compared(func(d int64) bool { return d >= 0 })})
	test("And", binary{ints: logical(func(a, b bool) bool { return a && b })})
	test("Or", binary{ints: logical(func(a, b bool) bool { return a || b })})
	test("Xor", binary{ints: logical(func(a, b bool) bool { return a != b })})
	return rules
}

// divided is ONNX's division of integers, towards zero.
func divided(a, b Expression) (Expression, bool) {
	quotient := a.truncate(b)
	return quotient, quotient.state() != undefined
}

// inferMod: the remainder has the divisor's sign, or, with fmod, that of what is divided.
func inferMod(o *operation) error {
	fmod := o.Int("fmod", 0) != 0
	return o.combine(binary{ints: func(a, b Expression) (Expression, bool) {
		rest := a.Mod(b)
		if fmod {
			rest = a.Minus(a.truncate(b).Times(b))
		}
		return rest, rest.state() != undefined
	}, floats: math.Mod}, false)
}

// inferMean does not compute contents.
func inferMean(o *operation) error { return o.combine(binary{}, false) }

func power(a, b Expression) (Expression, bool) {
	n, ok := b.Int()
	if !ok || n < 0 || n > 8 {
		return Expression{}, false
	}
	product := Number(1)
	for range n {
		product = product.Times(a)
	}
	return product, true
}

// combine broadcasts all inputs and computes contents.
func (o *operation) combine(b binary, boolean bool) error {
	all := o.in
	if slices.Contains(o.Inputs, "") {
		all = slices.DeleteFunc(slices.Clone(all), func(v Value) bool { return v.Kind == onnx.UnknownType })
	}
	if len(all) == 0 {
		return unknownf("there are no inputs")
	}
	v := o.broadcast(all)
	for _, x := range all {
		if v.Type == onnx.Undefined {
			v.Type = x.Type
		}
	}
	if boolean {
		v.Type = onnx.Bool
	}
	if a, b, clash := o.clash(v, all); clash {
		o.set(0, Value{Kind: onnx.TensorType, Type: v.Type})
		return unknownf("its inputs do not fit each other: one has %d elements where another has %d", a, b)
	}
	if v.Contents = o.contents(v, all, b); v.Contents != nil && v.Contents.Floats != nil {
		v.Contents = v.Contents.rounded(v.Type)
	}
	o.set(0, v)
	if !v.Ranked {
		return unknownf("the shapes of the inputs are not known")
	}
	return nil
}

// maxFolded is how many elements of its inputs a node computes with.
const maxFolded = 1 << 18

// contents folds the inputs' contents into one, if they are known and few.
func (o *operation) contents(v Value, all []Value, b binary) *Contents {
	for _, x := range all {
		if x.Contents == nil {
			return nil
		}
	}
	shape, n, ok := o.fewElements(v)
	if !ok || n*len(all) > maxFolded {
		return nil
	}
	var sum *Contents
	for k, x := range all {
		spread := x.spread(shape, n)
		if spread == nil {
			return nil
		}
		if k == 0 {
			sum = spread
			continue
		}
		if sum = b.fold(all[0].Type, sum, spread); sum == nil {
			return nil
		}
	}
	return sum
}

// fewElements returns the shape of a value and the number of its elements, if they are known and few.
func (o *operation) fewElements(v Value) (shape []int64, n int, ok bool) {
	elements, ok := v.Elements()
	count, fixed := elements.Int()
	if !ok || !fixed || count < 0 || count > int64(o.inference.few(v.Type)) {
		return nil, 0, false
	}
	shape, ok = v.Numbers() // 0 times a symbol is 0
	return shape, int(count), ok
}

// fold computes contents of a type.
func (b binary) fold(t onnx.DataType, x, y *Contents) *Contents {
	if x.Floats != nil && y.Floats != nil && b.floats != nil {
		list := make([]float64, len(x.Floats))
		for k := range list {
			list[k] = b.floats(x.Floats[k], y.Floats[k])
		}
		return &Contents{Floats: list}
	}
	if x, y = x.whole(), y.whole(); x == nil || y == nil {
		return nil
	}
	of := b.ints
	if b.quotient && real(t) {
		of = Expression.Quotient
	}
	if of == nil {
		return nil
	}
	list := make([]Expression, len(x.Ints))
	for k := range list {
		e, ok := of(x.Ints[k], y.Ints[k])
		if !ok {
			return nil
		}
		list[k] = e
	}
	return &Contents{Ints: list}
}

// whole are contents as integers; nil if one of them is none.
func (c *Contents) whole() *Contents {
	if c == nil || c.Ints != nil {
		return c
	}
	return contentsOf(onnx.Int64, c.Floats)
}

// spread are the contents of a value that is broadcast to a shape of n elements; nil if they are not known.
func (v Value) spread(shape []int64, n int) *Contents {
	own, ok := v.Numbers()
	if v.Contents == nil || !ok {
		return nil
	}
	if slices.Equal(own, shape) {
		return v.Contents
	}
	if len(own) > len(shape) { // before opset 7
		return nil
	}
	return v.Contents.pick(sources(own, shape, n))
}

// sources says which element of a smaller shape each of the n elements of a larger one comes from.
func sources(own, shape []int64, n int) []int {
	from := make([]int, n)
	for k := range from {
		rest, stride, at := k, 1, 0
		for d := len(shape) - 1; d >= 0; d-- {
			place := rest % int(shape[d])
			rest /= int(shape[d])
			if e := d - (len(shape) - len(own)); e >= 0 {
				if own[e] != 1 {
					at += place * stride
				}
				stride *= int(own[e])
			}
		}
		from[k] = at
	}
	return from
}

func inferWhere(o *operation) error {
	v := o.broadcast([]Value{o.at(0), o.at(1), o.at(2)})
	if v.Type = o.at(1).Type; v.Type == onnx.Undefined {
		v.Type = o.at(2).Type
	}
	v.Contents = o.chosen(v)
	o.set(0, v)
	if !v.Ranked {
		return unknownf("the shapes of the inputs are not known")
	}
	return nil
}

// chosen are the contents of a Where whose condition is known.
func (o *operation) chosen(v Value) *Contents {
	shape, n, ok := o.fewElements(v)
	if !ok {
		return nil
	}
	if o.at(0).Contents == nil {
		return nil
	}
	condition, yes, no := o.at(0).spread(shape, n), o.at(1).spread(shape, n), o.at(2).spread(shape, n)
	if condition == nil || condition.Ints == nil {
		return nil
	}
	made := &Contents{}
	for k, e := range condition.Ints {
		which, known := e.Int()
		from := no
		if which != 0 {
			from = yes
		}
		switch {
		case !known || from == nil:
			return nil
		case from.Ints != nil:
			made.Ints = append(made.Ints, from.Ints[k])
		default:
			made.Floats = append(made.Floats, from.Floats[k])
		}
	}
	switch {
	case n == 0:
		return yes
	case made.Ints != nil && made.Floats != nil:
		return nil
	}
	return made
}
