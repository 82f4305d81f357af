package shape

import (
	"errors"
	"fmt"

	"github.com/planlint/planlint/layers/onnx"
)

// rule sets the outputs of an operation. Its error, an unknown, says why it could not; what it has set by then
// holds.
type rule func(o *operation) error

// unknown says why the outputs of an operation are not known. It is not an error of the model.
type unknown string

func (u unknown) Error() string { return string(u) }

func unknownf(format string, arguments ...any) error {
	return unknown(fmt.Sprintf(format, arguments...))
}

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

// set gives an output its value.
func (o *operation) set(i int, v Value) {
	if i < len(o.out) {
		o.out[i] = v
	}
}

// open is a dimension of an output that is not known.
func (o *operation) open(output, axis int) Expression {
	return o.inference.open(o.Output(output), axis)
}

// open is a new symbol for a dimension that depends on more than shapes.
func (i *inference) open(value string, axis int) Expression {
	e := open(value, axis)
	i.opened[e.String()] = true
	return e
}

// guessed reports whether an expression depends on dimensions that no rule could tell.
func (i *inference) guessed(e Expression) bool {
	for _, name := range e.Symbols() {
		if i.opened[name] {
			return true
		}
	}
	return false
}

// axis brings an axis, which may count from the end, into 0..rank-1.
func axis(a int64, rank int) (int, error) {
	if a < 0 {
		a += int64(rank)
	}
	if a < 0 || a >= int64(rank) {
		return 0, unknownf("axis %d of %d dimensions", a, rank)
	}
	return int(a), nil
}

// node infers the outputs of a node.
func (i *inference) node(s *scope, n *onnx.Node) error {
	domain := n.Domain
	if domain == "ai.onnx" {
		domain = ""
	}
	o := &operation{Node: n, inference: i, scope: s, opset: s.opsets[domain], out: make([]Value, len(n.Outputs))}
	for _, name := range n.Inputs {
		v, _ := s.lookup(name)
		o.in = append(o.in, v)
	}
	var err error
	if f := i.model.Function(n); f != nil {
		err = i.function(o, f)
	} else if r, ok := i.rules[domain][n.OpType]; ok {
		err = r(o)
	} else {
		err = unknownf("there is no rule for operator %s", n.OpType)
	}
	var why unknown
	if err != nil && !errors.As(err, &why) {
		return err
	}
	for k, name := range n.Outputs {
		if name == "" {
			continue
		}
		v := i.agree(s, name, o.out[k])
		s.values[name] = v
		if why == "" && (v.Kind == onnx.UnknownType || v.Kind == onnx.TensorType && !v.Ranked) {
			why = "its inputs are not known well enough"
		}
		if elements, ok := v.Elements(); ok && elements.Overflow() && i.unseen == 0 {
			i.result.Overflows = append(i.result.Overflows, name)
		}
	}
	if why != "" && i.unseen == 0 && !i.declaredAll(s, n) {
		i.result.Unknown = append(i.result.Unknown, Unknown{n, string(why)})
	}
	return nil
}

// declaredAll reports whether all outputs have a rank after all, because the model says so.
func (i *inference) declaredAll(s *scope, n *onnx.Node) bool {
	for _, name := range n.Outputs {
		if name != "" && !s.values[name].Ranked {
			return false
		}
	}
	return true
}

// agree puts together what was inferred of a value and what the model says of it. Where both know something
// the operators are right; a difference is reported.
func (i *inference) agree(s *scope, name string, v Value) Value {
	t := s.declared[name]
	if t == nil {
		return v
	}
	model := declared(t, name)
	switch {
	case v.Kind == onnx.UnknownType:
		return model
	case v.Kind != model.Kind:
		return v
	}
	if v.Type == onnx.Undefined {
		v.Type = model.Type
	}
	if v.Of == nil {
		v.Of = model.Of
	}
	if !model.Ranked {
		return v
	}
	if !v.Ranked {
		v.Ranked, v.Shape = true, model.Shape
		return v
	}
	differs := len(v.Shape) != len(model.Shape)
	shape := make([]Expression, len(v.Shape))
	copy(shape, v.Shape)
	for k := 0; k < len(shape) && !differs; k++ {
		want, fixed := model.Shape[k].Int()
		got, known := shape[k].Int()
		switch {
		case fixed && known && want != got:
			differs = true
		case fixed && !known && i.guessed(shape[k]):
			shape[k] = model.Shape[k]
		}
	}
	if differs {
		if i.unseen == 0 {
			i.result.Contradictions = append(i.result.Contradictions, Contradiction{name, model.String(), v.String()})
		}
		return v
	}
	v.Shape = shape
	return v
}
