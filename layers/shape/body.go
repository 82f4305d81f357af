package shape

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// body infers a graph that stands in an attribute of a node, for given inputs, and returns its outputs.
func (o *operation) body(attribute string, g *onnx.Graph, inputs []Value) ([]Value, error) {
	i := o.inference
	if err := i.enter(len(g.Nodes)); err != nil {
		return nil, err
	}
	i.depth++
	defer func() { i.depth-- }()
	s := i.scope(g, o.scope, o.scope.opsets, o.scope.prefix+o.label()+"/"+attribute+"/")
	s.function = o.scope.function
	for k, in := range g.Inputs {
		var v Value
		if k < len(inputs) {
			v = inputs[k]
		}
		s.values[in.Name] = i.agree(s, nil, in.Name, in.Type, v)
	}
	if err := i.constants(s); err != nil {
		return nil, err
	}
	if err := i.nodes(s); err != nil {
		return nil, err
	}
	outputs := make([]Value, len(g.Outputs))
	for k, out := range g.Outputs {
		outputs[k], _ = s.lookup(out.Name)
	}
	return outputs, nil
}

// either is what holds for both of two values. Dimensions that differ become new ones.
func either(a, b Value, open func(axis int) Expression) Value {
	if a.Kind != b.Kind {
		return Value{}
	}
	v := Value{Kind: a.Kind, Type: a.Type, Contents: a.Contents.equal(b.Contents)}
	if a.Type != b.Type {
		v.Type = onnx.Undefined
	}
	if sameLength(a, b) {
		v.length = a.length
	}
	switch {
	case a.empty(): // its elements are whatever those of the other one are
		v.Of = b.Of
	case b.empty():
		v.Of = a.Of
	case a.Of != nil && b.Of != nil:
		of := either(*a.Of, *b.Of, open)
		v.Of = &of
	}
	if !a.Ranked || !b.Ranked || len(a.Shape) != len(b.Shape) {
		return v
	}
	v.Ranked, v.Shape = true, slices.Clone(a.Shape)
	for k := range v.Shape {
		if !a.Shape[k].Equal(b.Shape[k]) {
			v.Shape[k] = open(k)
		}
	}
	return v
}

// opening opens dimensions of an output.
func (o *operation) opening(output int) func(axis int) Expression {
	return func(axis int) Expression { return o.open(output, axis) }
}

// condition is a scalar that is known to be true or false.
func (v Value) condition() (value, known bool) {
	list, ok := v.ints()
	if !ok || len(list) != 1 {
		return false, false
	}
	n, ok := list[0].Int()
	return n != 0, ok
}

// inferIf knows what both branches agree on; if the condition is known, what its branch says.
func inferIf(o *operation) error {
	taken, known := o.at(0).condition()
	var results [2][]Value
	for k, name := range []string{"then_branch", "else_branch"} {
		g := o.Body(name)
		if g == nil {
			return unknownf("the %s is missing", name)
		}
		var outputs []Value
		found, err := o.inference.quietly(func() error {
			var err error
			outputs, err = o.body(name, g, nil)
			return err
		})
		if err != nil {
			return err
		}
		if o.inference.result.dead[g] = known && taken != (k == 0); !o.inference.result.dead[g] {
			o.inference.notes.add(found)
		}
		if len(outputs) < len(o.out) {
			return unknownf("the %s has %d outputs for %d of the node", name, len(outputs), len(o.out))
		}
		results[k] = outputs
	}
	for k := range o.out {
		switch {
		case known && taken:
			o.out[k] = results[0][k]
		case known:
			o.out[k] = results[1][k]
		default:
			o.out[k] = either(results[0][k], results[1][k], o.opening(k))
		}
	}
	return nil
}

// stacked is a tensor with one more dimension.
func stacked(v Value, n Expression, at int) Value {
	v.Contents = nil
	if v.Ranked && at <= len(v.Shape) {
		v.Shape = slices.Insert(slices.Clone(v.Shape), at, n)
	}
	return v
}

// maxRounds bounds how often a loop's body is looked at until nothing changes. Each time at least one dimension more
// becomes open.
const maxRounds = 16

// fixpoint runs a body until the values that it hands on, at inputs[in:] and outputs[out:], stay as they are.
// It changes inputs to what holds in every run. What the last run finds is reported.
func (o *operation) fixpoint(g *onnx.Graph, inputs []Value, in, out, carried int) ([]Value, error) {
	for round := 0; ; round++ {
		var outputs []Value
		found, err := o.inference.quietly(func() error {
			var err error
			outputs, err = o.body("body", g, inputs)
			return err
		})
		if err != nil {
			return nil, err
		}
		stable := true
		for k := 0; k < carried && out+k < len(outputs) && in+k < len(g.Inputs); k++ {
			next := either(inputs[in+k], outputs[out+k], func(axis int) Expression {
				return o.inference.open(o.scope, o.Node, o.label()+"/"+g.Inputs[in+k].Name, axis)
			}).plain()
			if round >= maxRounds {
				next = Value{}
			}
			if !next.same(inputs[in+k]) {
				inputs[in+k], stable = next, false
			}
		}
		if stable {
			o.inference.notes.add(found)
			return outputs, nil
		}
	}
}
