package rewrite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
)

// mapped computes what operands become on the other side: for each of its values, and each operand of a unit.
func (s *scene) mapped(c *change, units []*unit, up bool) (all [][]*interpret.Tensor, said []string, err error) {
	from, to := c.out(), c.in()
	if !up {
		from, to = to, from
	}
	first := units[0]
	all = make([][]*interpret.Tensor, len(to))
	for i := range to {
		all[i] = make([]*interpret.Tensor, len(first.operands))
	}
	for k, o := range first.operands {
		n := first.nodes[o.node]
		name := n.Inputs[o.input]
		target, known := s.dims(to[0])
		have, _ := s.dims(name)
		if !channels(n, o.input) && product(have) == 1 && (len(have) == 0 || known && len(have) <= len(target)) {
			if err := s.equalScalars(units, o); err == nil {
				continue // it stays what it is
			} else if c.obligation != parts {
				return nil, nil, err
			}
		}
		if !known {
			return nil, nil, refuse(named(n), "the number of dimensions of %q is not known", to[0])
		}
		source, err := s.ranked(n, from[0])
		if err != nil {
			return nil, nil, err
		}
		var list []*interpret.Tensor
		for _, u := range units {
			t, err := s.aligned(u, o, len(source))
			if err != nil {
				return nil, nil, err
			}
			list = append(list, t)
		}
		carry := c.indexes.toInputs
		if !up {
			carry = c.indexes.toOutputs
		}
		made, err := carry(list)
		if err != nil {
			return nil, nil, refuse(named(n), "its operand %q does not move across %s: %v", name, c.describe(), err)
		}
		for i, t := range made {
			if all[i][k], err = trimmed(n, o, t, len(have)); err != nil {
				return nil, nil, err
			}
			if i == 0 && !slices.Equal(all[i][k].Dims, have) {
				said = append(said, fmt.Sprintf("operand %q of shape %s becomes one of %s", name, shapeText(have), shapeText(all[i][k].Dims)))
			} else if i == 0 && len(t.Data) > 1 {
				said = append(said, fmt.Sprintf("operand %q of shape %s is put in another order, or stays as it is", name, shapeText(have)))
			}
		}
	}
	return all, said, nil
}

// equalScalars refuses operands of single numbers that are not the same in all units.
func (s *scene) equalScalars(units []*unit, o operand) error {
	name := units[0].nodes[o.node].Inputs[o.input]
	for _, u := range units[1:] {
		n := u.nodes[o.node]
		if n.Inputs[o.input] == name {
			continue
		}
		a, err := s.known(units[0].nodes[o.node], name)
		if err != nil {
			return err
		}
		b, err := s.known(n, n.Inputs[o.input])
		if err != nil {
			return err
		}
		if !a.Same(b) {
			return refuse(named(n), "its operand %q is not the number %q of the others", n.Inputs[o.input], name)
		}
	}
	return nil
}

// trimmed is an operand without the dimensions in front that repeat it, down to as many as it had.
func trimmed(n *onnx.Node, o operand, t *interpret.Tensor, rank int) (*interpret.Tensor, error) {
	if channels(n, o.input) {
		for i, d := range t.Dims {
			if i != 1 && d != 1 || i == 1 && d == 1 {
				return nil, refuse(named(n), "its parameters differ along other dimensions than channels on the other side")
			}
		}
		return &interpret.Tensor{Type: t.Type, Dims: []int64{int64(len(t.Data))}, Data: t.Data}, nil
	}
	dims := t.Dims
	for len(dims) > rank && dims[0] == 1 {
		dims = dims[1:]
	}
	return &interpret.Tensor{Type: t.Type, Dims: dims, Data: t.Data}, nil
}

func shapeText(dims []int64) string {
	if len(dims) == 0 {
		return "a single number"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(dims), "[]"), " ", "x")
}
