package shape

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// broadcast is the shape of several inputs together. Before opset 7 the second one was fitted to the first.
func (o *operation) broadcast(all []Value) Value {
	v := Value{Kind: onnx.TensorType}
	if o.before(7) && domainOf(o.Domain) == "" {
		v.Ranked, v.Shape = all[0].Ranked, all[0].Shape
		return v
	}
	same := true
	for _, x := range all {
		if !x.Ranked {
			return v
		}
		same = same && slices.EqualFunc(x.Shape, all[0].Shape, Expression.Equal)
	}
	if v.Ranked, v.Shape = true, all[0].Shape; same {
		return v
	}
	shapes := make([][]Expression, len(all))
	for k, x := range all {
		shapes[k] = x.Shape
	}
	v.Shape = o.broadcastShapes(shapes...)
	return v
}

// clash finds two numbers, neither of them 1, in one dimension of shapes that are broadcast to each other.
func (o *operation) clash(v Value, all []Value) (a, b int64, clash bool) {
	if o.before(7) && domainOf(o.Domain) == "" {
		return 0, 0, false
	}
	for _, x := range all {
		for k, e := range x.Shape {
			at := k + len(v.Shape) - len(x.Shape)
			if at < 0 {
				continue
			}
			one, fixed := v.Shape[at].Int()
			other, also := e.Int()
			if fixed && also && one != other && other != 1 {
				return one, other, true
			}
		}
	}
	return 0, 0, false
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
