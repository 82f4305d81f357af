package rewrite

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
)

// unit is what moves as a whole: operations of one element each, that together make a function of one value. A SiLU is a
// Sigmoid and a Mul that reads the same value.
type unit struct {
	// nodes are in the order of the graph.
	nodes   []*onnx.Node
	in, out string
	// operands are the places where nodes read constants, and other numbers that are the same for all elements.
	operands []operand
}

// operand is an input of one of a unit's nodes.
type operand struct{ node, input int }

// unitOf returns the largest unit that makes a value. sources are the values that it may begin at.
func (s *scene) unitOf(out string) (*unit, error) {
	last := s.index.Producer(out)
	if last == nil {
		return nil, refuse(out, "no node of the graph makes it")
	}
	if !moves(last) {
		return nil, refuse(named(last), "%s is no operation that moves", last.OpType)
	}
	u := &unit{nodes: []*onnx.Node{last}, out: out}
	for grown := true; grown; {
		grown = false
		for _, name := range s.reads(u) {
			maker := s.index.Producer(name)
			if maker == nil || !moves(maker) || slices.Contains(u.nodes, maker) || s.sole(maker, name, u.nodes, false) != nil {
				continue
			}
			u.nodes, grown = append(u.nodes, maker), true
		}
	}
	slices.SortFunc(u.nodes, func(a, b *onnx.Node) int { return slices.Index(s.graph.Nodes, a) - slices.Index(s.graph.Nodes, b) })
	values := s.reads(u)
	if len(values) != 1 {
		if values = slices.DeleteFunc(values, s.uniform); len(values) != 1 {
			return nil, s.several(u, values)
		}
	}
	u.in = values[0]
	for i, n := range u.nodes {
		for k, name := range n.Inputs {
			if name != "" && name != u.in && !u.makes(name) {
				u.operands = append(u.operands, operand{i, k})
			}
		}
	}
	return u, s.fits(u)
}

// several refuses a unit that is no function of one value.
func (s *scene) several(u *unit, values []string) error {
	last := u.nodes[len(u.nodes)-1]
	switch {
	case len(values) == 0:
		return refuse(named(last), "it computes with constants alone")
	default:
		return refuse(named(last), "it computes with several values that are no constants: %q", values)
	}
}

// makes tells whether one of a unit's nodes makes a value.
func (u *unit) makes(name string) bool {
	return slices.ContainsFunc(u.nodes, func(n *onnx.Node) bool { return n.Output(0) == name })
}

// reads are the values that a unit reads and that are neither constants nor its own, each once.
func (s *scene) reads(u *unit) []string {
	var list []string
	for _, n := range u.nodes {
		for _, name := range n.Inputs {
			if name != "" && !u.makes(name) && !s.constant(name) && !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list
}

// uniform tells whether a value that is computed has a single element.
func (s *scene) uniform(name string) bool {
	dims, ok := s.dims(name)
	return ok && product(dims) == 1 && !slices.Contains(dims, free)
}

// fits refuses a unit whose operands make its result larger than what it reads: then it is no function of each element.
func (s *scene) fits(u *unit) error {
	for _, o := range u.operands {
		n := u.nodes[o.node]
		have, ok := s.dims(n.Inputs[o.input])
		data, known := s.dims(u.in)
		switch {
		case channels(n, o.input):
			continue
		case !ok:
			return refuse(named(n), "the shape of its operand %q is not known", n.Inputs[o.input])
		case len(have) == 0:
			continue
		case !known:
			return refuse(named(n), "the number of dimensions of %q is not known", u.in)
		case len(have) > len(data):
			return refuse(named(n), "its operand %q has more dimensions than what it is combined with", n.Inputs[o.input])
		case product(have) != 1 && s.opset < 7:
			return refuse(named(n), "operands are repeated in another way before opset 7")
		}
		for i, d := range have {
			if size := data[len(data)-len(have)+i]; d != 1 && d != size {
				return refuse(named(n), "its operand %q has %s elements along a dimension of %s", n.Inputs[o.input], sizeText(d), sizeText(size))
			}
		}
	}
	return nil
}

// aligned reads an operand with as many dimensions as what it is combined with.
func (s *scene) aligned(u *unit, o operand, rank int) (*interpret.Tensor, error) {
	n := u.nodes[o.node]
	t, err := s.known(n, n.Inputs[o.input])
	if err != nil {
		return nil, err
	}
	dims := slices.Repeat([]int64{1}, rank)
	switch {
	case !channels(n, o.input):
		copy(dims[rank-len(t.Dims):], t.Dims)
	case rank < 2 || len(t.Dims) != 1:
		return nil, refuse(named(n), "its operand %q is no list of channels", n.Inputs[o.input])
	default:
		dims[1] = t.Dims[0]
	}
	return &interpret.Tensor{Type: t.Type, Dims: dims, Data: t.Data}, nil
}

// sameAs refuses a unit that is not the same function as another one, operands aside.
func (u *unit) sameAs(ctx context.Context, other *unit) error {
	differ := func(n *onnx.Node) error {
		return refuse(named(n), "it is not the operation of %q", named(other.nodes[len(other.nodes)-1]))
	}
	if len(u.nodes) != len(other.nodes) || !slices.Equal(u.operands, other.operands) {
		return differ(u.nodes[len(u.nodes)-1])
	}
	for i, n := range u.nodes {
		m := other.nodes[i]
		if n.OpType != m.OpType || len(n.Inputs) != len(m.Inputs) || !sameAttributes(ctx, n, m) {
			return differ(n)
		}
		for k := range n.Inputs {
			if u.source(n.Inputs[k]) != other.source(m.Inputs[k]) {
				return differ(n)
			}
		}
	}
	return nil
}

// source is which of a unit's values an input is: that of a node, -1 for the one that the unit reads, -2 for an operand,
// -3 for none.
func (u *unit) source(name string) int {
	switch {
	case name == "":
		return -3
	case name == u.in:
		return -1
	}
	if i := slices.IndexFunc(u.nodes, func(n *onnx.Node) bool { return n.Output(0) == name }); i >= 0 {
		return i
	}
	return -2
}

func sameAttributes(ctx context.Context, n, m *onnx.Node) bool {
	if len(n.Attributes) != len(m.Attributes) {
		return false
	}
	for _, a := range n.Attributes {
		b := m.Attribute(a.Name)
		if b == nil {
			return false
		}
		x, plain := a.Value.(*onnx.Tensor)
		y, also := b.Value.(*onnx.Tensor)
		switch {
		case plain && also:
			p, err := x.Raw(ctx, maxOperand)
			q, err2 := y.Raw(ctx, maxOperand)
			if err != nil || err2 != nil || !bytes.Equal(p, q) || x.DataType != y.DataType || !slices.Equal(x.Dims, y.Dims) {
				return false
			}
		case fmt.Sprintf("%T %#v", a.Value, a.Value) != fmt.Sprintf("%T %#v", b.Value, b.Value):
			return false
		}
	}
	return true
}

// of computes what a unit makes of a constant, wherever that stands; it refuses one whose result depends on where.
func (s *scene) of(u *unit, value *interpret.Tensor, rank int) (*interpret.Tensor, error) {
	dims := slices.Repeat([]int64{1}, rank)
	made, err := s.values.Run(s.ctx, map[string]*interpret.Tensor{u.in: {Type: value.Type, Dims: dims, Data: value.Data}}, u.out)
	if err != nil {
		if s.ctx.Err() != nil {
			return nil, s.ctx.Err()
		}
		return nil, refuse(named(u.nodes[0]), "what it makes of the constant %g cannot be computed: %v", value.Data[0], err)
	}
	for _, x := range made[0].Data {
		if !interpret.SameBits(x, made[0].Data[0]) {
			return nil, refuse(named(u.nodes[0]), "what it makes of the constant %g depends on where that stands", value.Data[0])
		}
	}
	return &interpret.Tensor{Type: made[0].Type, Data: made[0].Data[:1]}, nil
}
