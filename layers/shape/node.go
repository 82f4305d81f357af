package shape

import (
	"fmt"

	"github.com/planlint/planlint/layers/onnx"
)

// rule sets the outputs of an operation. Its error, an unknown, says why it could not; what it has set by then
// holds.
type rule func(o *operation) error

// unknown says why the outputs of an operation are not known. It is not an error of the model, and never wrapped.
type unknown string

func (u unknown) Error() string { return string(u) }

func unknownf(format string, arguments ...any) error {
	return unknown(fmt.Sprintf(format, arguments...))
}

// node infers the outputs of a node.
func (i *inference) node(s *scope, n *onnx.Node) error {
	domain := domainOf(n.Domain)
	o := i.operation(s, n, domain)
	var err error
	if f := i.functions[operator{domain, n.OpType, n.Overload}]; f != nil {
		err = i.function(o, f)
	} else if r, ok := i.rules[domain][n.OpType]; ok {
		err = r(o)
	} else {
		err = unknownf("there is no rule for operator %s", qualified(n))
	}
	why, ok := err.(unknown)
	if err != nil && !ok {
		return err
	}
	for k, name := range n.Outputs {
		if name == "" {
			continue
		}
		v := i.agree(s, n, name, s.declared[name], i.settled(o, k, &why))
		s.values[name] = v
		if why == "" && (v.Kind == onnx.UnknownType || v.Kind == onnx.TensorType && !v.Ranked) {
			why = "its inputs are not known well enough"
		}
		if elements, ok := v.Elements(); ok && elements.Overflow() {
			i.notes.overflows = append(i.notes.overflows, Place{s.graph, n, name})
		}
	}
	if why != "" && !s.told(n) {
		i.notes.unknown = append(i.notes.unknown, Unknown{s.graph, n, string(why)})
	}
	i.idle = append(i.idle, o)
	return nil
}

// operation is a node with its inputs. Those of nodes that are done are used again.
func (i *inference) operation(s *scope, n *onnx.Node, domain string) *operation {
	var o *operation
	if last := len(i.idle) - 1; last >= 0 {
		o, i.idle = i.idle[last], i.idle[:last]
	} else {
		o = &operation{inference: i}
	}
	o.Node, o.scope, o.opset = n, s, s.opsets[domain]
	o.in, o.out = cleared(o.in, len(n.Inputs)), cleared(o.out, len(n.Outputs))
	for k, name := range n.Inputs {
		o.in[k], _ = s.lookup(name)
	}
	return o
}

// cleared is a list of zero Values.
func cleared(list []Value, n int) []Value {
	if n > cap(list) {
		return make([]Value, n, max(n, 8))
	}
	list = list[:n]
	clear(list)
	return list
}

func qualified(n *onnx.Node) string {
	if domain := domainOf(n.Domain); domain != "" {
		return domain + "." + n.OpType
	}
	return n.OpType
}

// settled is an output as it is kept: dimensions without a value, or below zero, are as open as those that no rule
// could tell, and contents are few.
func (i *inference) settled(o *operation, k int, why *unknown) Value {
	v := believed(o.out[k])
	if v.Contents != nil {
		elements, ok := v.Elements()
		if n := v.Contents.len(); !ok || !elements.Is(int64(n)) || n > i.few(v.Type) {
			v.Contents = nil // a model that is wrong; or more than is kept
		}
	}
	if v.Contents != nil && !o.shared(v.Contents) {
		if i.budget.elements -= v.Contents.len(); i.budget.elements < 0 {
			v.Contents = nil
		}
	}
	owned := false
	for axis, e := range v.Shape {
		if len(e.terms()) == 0 && e.constant >= 0 && e.state() == sound || e.Overflow() {
			continue
		}
		if len(e.terms()) > 0 && e.state() == sound {
			if i.budget.terms -= len(e.terms()); i.budget.terms >= 0 {
				continue
			}
		}
		if !owned {
			v.Shape, owned = append([]Expression(nil), v.Shape...), true
		}
		if n, ok := e.Int(); ok && *why == "" {
			*why = unknown(fmt.Sprintf("dimension %d would be %d", axis, n))
		}
		v.Shape[axis] = o.open(k, axis)
	}
	return v
}

// shared reports whether contents are those of an input, so that they cost nothing more.
func (o *operation) shared(c *Contents) bool {
	for _, v := range o.in {
		if v.Contents == c {
			return true
		}
	}
	return false
}

// told reports whether the rank and type of all outputs are known after all, because the model says so.
func (s *scope) told(n *onnx.Node) bool {
	for _, name := range n.Outputs {
		if v := s.values[name]; name != "" && (s.declared[name] == nil || v.Kind == onnx.UnknownType || v.Kind == onnx.TensorType && !v.Ranked) {
			return false
		}
	}
	return true
}
