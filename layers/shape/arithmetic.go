package shape

import (
	"math"
	"slices"
	"strings"

	"github.com/planlint/planlint/layers/onnx"
)

func equalFold(a, b string) bool { return strings.EqualFold(a, b) }

// binary computes contents of two broadcast inputs; either function may be nil.
type binary struct {
	ints   func(a, b Expression) (Expression, bool)
	floats func(a, b float64) float64
}

func whole(f func(a, b Expression) Expression) func(a, b Expression) (Expression, bool) {
	return func(a, b Expression) (Expression, bool) { return f(a, b), true }
}

// compared is 1 or 0 where two integers can be compared.
func compared(f func(difference int64) bool) func(a, b Expression) (Expression, bool) {
	return func(a, b Expression) (Expression, bool) {
		d, ok := a.Minus(b).Int()
		if ok && f(d) {
			return Number(1), true
		}
		return Number(0), ok
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
	rules := map[string]rule{"Where": inferWhere, "PRelu": inferPRelu}
	of := func(names string, b binary) {
		for _, name := range strings.Fields(names) {
			rules[name] = func(o *operation) error { return o.combine(b, false) }
		}
	}
	test := func(names string, b binary) {
		for _, name := range strings.Fields(names) {
			rules[name] = func(o *operation) error { return o.combine(b, true) }
		}
	}
	of("Add Sum", binary{whole(Expression.Plus), func(a, b float64) float64 { return a + b }})
	of("Sub", binary{whole(Expression.Minus), func(a, b float64) float64 { return a - b }})
	of("Mul", binary{whole(Expression.Times), func(a, b float64) float64 { return a * b }})
	of("Div", binary{truncated, func(a, b float64) float64 { return a / b }})
	of("Max", binary{whole(Expression.Max), math.Max})
	of("Min", binary{whole(Expression.Min), math.Min})
	of("Pow", binary{power, math.Pow})
	of("Mod", binary{func(a, b Expression) (Expression, bool) { return a.Mod(b), true }, nil})
	of("Mean BitShift BitwiseAnd BitwiseOr BitwiseXor", binary{})
	test("Equal", binary{compared(func(d int64) bool { return d == 0 }), nil})
	test("Less", binary{compared(func(d int64) bool { return d < 0 }), nil})
	test("Greater", binary{compared(func(d int64) bool { return d > 0 }), nil})
	test("LessOrEqual", binary{compared(func(d int64) bool { return d <= 0 }), nil})
	test("GreaterOrEqual", binary{compared(func(d int64) bool { return d >= 0 }), nil})
	test("And", binary{logical(func(a, b bool) bool { return a && b }), nil})
	test("Or", binary{logical(func(a, b bool) bool { return a || b }), nil})
	test("Xor", binary{logical(func(a, b bool) bool { return a != b }), nil})
	return rules
}

// truncated is ONNX's division of integers, towards zero. For what a shape can be, that is rounding down.
func truncated(a, b Expression) (Expression, bool) {
	x, known := a.Int()
	y, ok := b.Int()
	switch {
	case known && ok && y != 0 && !(x == math.MinInt64 && y == -1):
		return Number(x / y), true
	case ok && y <= 0 || b.Is(0):
		return Expression{}, false
	}
	return a.Floor(b), true
}

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
	var all []Value
	for k := range o.in {
		if o.has(k) {
			all = append(all, o.in[k])
		}
	}
	if len(all) == 0 {
		return unknownf("there are no inputs")
	}
	v := o.broadcast(all)
	if v.Type = all[0].Type; boolean {
		v.Type = onnx.Bool
	}
	if o.OpType != "Mean" {
		v.Contents = o.contents(v, all, b)
	}
	o.set(0, v)
	if !v.Ranked {
		return unknownf("the shapes of the inputs are not known")
	}
	return nil
}

// broadcast is the shape of several inputs together. Before opset 7 the second one was fitted to the first.
func (o *operation) broadcast(all []Value) Value {
	v := Value{Kind: onnx.TensorType}
	if o.opset > 0 && o.opset < 7 {
		v.Ranked, v.Shape = all[0].Ranked, all[0].Shape
		return v
	}
	shapes := make([][]Expression, len(all))
	for k, x := range all {
		if !x.Ranked {
			return v
		}
		shapes[k] = x.Shape
	}
	v.Ranked, v.Shape = true, o.broadcastShapes(shapes...)
	return v
}

// broadcastShapes aligns shapes at their last dimensions. Of two dimensions the one that is not 1 counts. A
// number stands up against a symbol, which must be that number or 1.
func (o *operation) broadcastShapes(shapes ...[]Expression) []Expression {
	rank := 0
	for _, s := range shapes {
		rank = max(rank, len(s))
	}
	joint := make([]Expression, rank)
	for k := range joint {
		joint[k] = Number(1)
		for _, s := range shapes {
			at := k - (rank - len(s))
			if at < 0 || s[at].Is(1) || s[at].Equal(joint[k]) {
				continue
			}
			_, fixed := joint[k].Int()
			_, also := s[at].Int()
			switch {
			case joint[k].Is(1):
				joint[k] = s[at]
			case fixed:
			case also:
				joint[k] = s[at]
			case o.inference.guessed(joint[k]):
				joint[k] = s[at]
			case o.inference.guessed(s[at]):
			default:
				joint[k] = joint[k].Max(s[at]) // two symbols: they are the same, or one is 1
			}
		}
	}
	return joint
}

// contents folds the inputs' contents into one, if they are known and few.
func (o *operation) contents(v Value, all []Value, b binary) *Contents {
	count, ok := v.Elements()
	n, fixed := count.Int()
	if !ok || !fixed || n > int64(o.inference.options.Contents) {
		return nil
	}
	shape, _ := v.Numbers()
	var sum *Contents
	for k, x := range all {
		spread := x.spread(shape, int(n))
		if spread == nil {
			return nil
		}
		if k == 0 {
			if sum = spread; len(all) == 1 {
				return sum
			}
			continue
		}
		if sum = b.fold(sum, spread); sum == nil {
			return nil
		}
	}
	return sum
}

func (b binary) fold(x, y *Contents) *Contents {
	switch {
	case x.Ints != nil && y.Ints != nil && b.ints != nil:
		list := make([]Expression, len(x.Ints))
		for k := range list {
			e, ok := b.ints(x.Ints[k], y.Ints[k])
			if !ok {
				return nil
			}
			list[k] = e
		}
		return &Contents{Ints: list}
	case x.Floats != nil && y.Floats != nil && b.floats != nil:
		list := make([]float64, len(x.Floats))
		for k := range list {
			list[k] = b.floats(x.Floats[k], y.Floats[k])
		}
		return &Contents{Floats: list}
	}
	return nil
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
	from := sources(own, shape, n)
	return v.Contents.pick(from)
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

// pick makes contents of some elements of these.
func (c *Contents) pick(from []int) *Contents {
	picked := &Contents{}
	for _, k := range from {
		switch {
		case c.Ints != nil && k < len(c.Ints):
			picked.Ints = append(picked.Ints, c.Ints[k])
		case c.Floats != nil && k < len(c.Floats):
			picked.Floats = append(picked.Floats, c.Floats[k])
		default:
			return nil
		}
	}
	if c.Ints != nil && picked.Ints == nil {
		picked.Ints = []Expression{}
	}
	if c.Floats != nil && picked.Floats == nil {
		picked.Floats = []float64{}
	}
	return picked
}

func inferWhere(o *operation) error {
	v := o.broadcast([]Value{o.at(0), o.at(1), o.at(2)})
	if v.Type = o.at(1).Type; v.Type == onnx.Undefined {
		v.Type = o.at(2).Type
	}
	o.set(0, v)
	if !v.Ranked {
		return unknownf("the shapes of the inputs are not known")
	}
	shape, ok := v.Numbers()
	count, _ := v.Elements()
	n, _ := count.Int()
	if !ok || n > int64(o.inference.options.Contents) {
		return nil
	}
	var parts [3]*Contents
	for k := range parts {
		if parts[k] = o.at(k).spread(shape, int(n)); parts[k] == nil {
			return nil
		}
	}
	if parts[0].Ints == nil || (parts[1].Ints == nil) != (parts[2].Ints == nil) {
		return nil
	}
	chosen := &Contents{}
	for k, condition := range parts[0].Ints {
		which, known := condition.Int()
		if !known {
			return nil
		}
		from := parts[2]
		if which != 0 {
			from = parts[1]
		}
		if from.Ints != nil {
			chosen.Ints = append(chosen.Ints, from.Ints[k])
		} else {
			chosen.Floats = append(chosen.Floats, from.Floats[k])
		}
	}
	if len(parts[0].Ints) > 0 {
		v.Contents = chosen
		o.set(0, v)
	}
	return nil
}

// inferPRelu: the slope is broadcast to the data, never the other way round.
func inferPRelu(o *operation) error { return inferSame(o) }
