package shape

import "github.com/planlint/planlint/layers/onnx"

// operation is a node with what is known of its inputs.
type operation struct {
	*onnx.Node
	inference *inference
	scope     *scope
	// opset is the version of the operators of the node's domain; 0 if the model does not say it.
	opset int64
	// in has a Value for each input; one that is left out has none of the kinds.
	in  []Value
	out []Value
}

// before reports whether a node is of an opset before one that changed its operator. Models that do not say theirs
// are taken for new.
func (o *operation) before(opset int64) bool { return o.opset > 0 && o.opset < opset }

// has reports whether an input is given.
func (o *operation) has(i int) bool { return o.Input(i) != "" }

// at is an input; the zero Value if it is left out.
func (o *operation) at(i int) Value {
	if i < len(o.in) {
		return o.in[i]
	}
	return Value{}
}

// dims are the dimensions of an input of known rank.
func (o *operation) dims(i int) ([]Expression, error) {
	if !o.has(i) {
		return nil, unknownf("input %d is missing", i)
	}
	if v := o.at(i); v.Ranked {
		return v.Shape, nil
	}
	return nil, unknownf("the number of dimensions of %q is not known", o.Input(i))
}

// rank is dims, with a least number of them.
func (o *operation) rank(i, least int) ([]Expression, error) {
	dims, err := o.dims(i)
	if err == nil && len(dims) < least {
		err = unknownf("%q has %d dimensions, fewer than %d", o.Input(i), len(dims), least)
	}
	return dims, err
}

// ints are the contents of an input.
func (o *operation) ints(i int) ([]Expression, error) {
	if list, ok := o.at(i).ints(); ok {
		return list, nil
	}
	return nil, unknownf("the contents of %q are not known", o.Input(i))
}

// numbers are the contents of an input, as numbers.
func (o *operation) numbers(i int) ([]int64, error) {
	list, err := o.ints(i)
	if err != nil {
		return nil, err
	}
	values := make([]int64, len(list))
	for k, e := range list {
		n, ok := e.Int()
		if !ok {
			return nil, unknownf("the contents of %q depend on %v", o.Input(i), e.Symbols())
		}
		values[k] = n
	}
	return values, nil
}

// scalar is the only element of an input, if it is a whole number.
func (o *operation) scalar(i int) (Expression, bool) {
	if c := o.at(i).Contents.whole(); c != nil && len(c.Ints) == 1 {
		return c.Ints[0], true
	}
	return Expression{}, false
}

// list is a list of integers that is an input since some opset and was an attribute before; absent if neither
// is there.
func (o *operation) list(input int, attribute string) (list []int64, present bool, err error) {
	if list, ok := o.Ints(attribute); ok {
		return list, true, nil
	}
	if !o.has(input) {
		return nil, false, nil
	}
	list, err = o.numbers(input)
	return list, true, err
}

// set gives an output its value.
func (o *operation) set(i int, v Value) {
	if i < len(o.out) {
		o.out[i] = v
	}
}

// open is a dimension of an output that is not known.
func (o *operation) open(output, axis int) Expression {
	return o.inference.open(o.scope, o.Node, o.Output(output), axis)
}

// opened are as many dimensions that are not known.
func (o *operation) opened(output, rank int) []Expression {
	dims := make([]Expression, rank)
	for k := range dims {
		dims[k] = o.open(output, k)
	}
	return dims
}

// guessed reports whether an expression depends on dimensions that no rule could tell.
func (i *inference) guessed(e Expression) bool {
	for _, t := range e.terms() {
		for _, f := range t.factors {
			if f.arguments == nil {
				if _, ok := i.result.opened[f.symbol]; ok {
					return true
				}
			} else if i.guessed(f.arguments[0]) || i.guessed(f.arguments[1]) {
				return true
			}
		}
	}
	return false
}

// axis brings an axis, which may count from the end, into 0..rank-1.
func axis(a int64, rank int) (int, error) {
	at := a
	if at < 0 {
		at += int64(rank)
	}
	if at < 0 || at >= int64(rank) {
		return 0, unknownf("axis %d of %d dimensions", a, rank)
	}
	return int(at), nil
}

// axes are several of them.
func axes(list []int64, rank int) ([]int, error) {
	places := make([]int, len(list))
	for k, a := range list {
		at, err := axis(a, rank)
		if err != nil {
			return nil, err
		}
		places[k] = at
	}
	return places, nil
}
