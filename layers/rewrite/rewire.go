package rewrite

import (
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
)

// rewire puts units to the other side of a change of layout: there is one for each value there. What they made is made by
// the change of layout, or the other way around, so nothing else in the graph has to change.
func (s *scene) rewire(c *change, units []*unit, operands [][]*interpret.Tensor, move *Move) error {
	up := move.Up
	ins, outs := c.in(), c.out()
	move.Sources, move.Results = ins, make([]string, len(units))
	wanted := len(ins)
	for i, u := range units {
		move.Results[i] = u.out
	}
	if !up {
		wanted, move.Results, move.Sources = len(outs), outs, make([]string, len(units))
		for i, u := range units {
			move.Sources[i] = u.in
		}
	}
	for i, u := range units {
		for _, n := range u.nodes {
			s.forget(n.Output(0))
		}
		if up {
			c.node.Outputs[c.outputs[i]] = u.out
		} else {
			c.node.Inputs[c.inputs[i]] = u.in
		}
	}
	for _, name := range outs {
		if up || !s.index.IsOutput(name) {
			s.forget(name)
		}
	}
	kept := s.earliest(units)
	for _, u := range units {
		if u != kept {
			s.graph.Remove(u.nodes...)
		}
	}
	if !up { // behind the change of layout, where their operands are known too
		s.graph.Remove(kept.nodes...)
		s.graph.InsertAfter(c.node, kept.nodes...)
	}
	list := []*unit{kept}
	for number := 2; number <= wanted; number++ {
		list = append(list, s.clone(kept, number))
	}
	for i, u := range list {
		if up {
			u.reading(ins[i], s.fresh(move.Results[0], c.node))
			c.node.Inputs[c.inputs[i]] = u.out
		} else {
			u.reading(s.fresh(outs[i], kept.nodes[0]), outs[i])
			c.node.Outputs[c.outputs[i]] = u.in
		}
		move.Next = append(move.Next, u.out)
		if err := s.install(u, operands[i], move); err != nil {
			return err
		}
	}
	if up {
		s.graph.Remove(c.node)
		s.graph.InsertAfter(s.latest(list), c.node)
	}
	return nil
}

// between marks the names of values that a move made.
const between = "_before_"

// fresh names a new value for what it becomes and the node that it stands before. After several moves it has the last of
// these alone.
func (s *scene) fresh(value string, before *onnx.Node) string {
	return s.graph.UniqueName(plain(value) + between + plain(strings.Trim(strings.ReplaceAll(named(before), "/", "_"), "_")))
}

// plain is a name without what a move added.
func plain(name string) string {
	original, _, _ := strings.Cut(name, between)
	return original
}

// earliest is the unit that ends first: whatever reads one of them comes later.
func (s *scene) earliest(units []*unit) *unit {
	end := func(u *unit) int { return slices.Index(s.graph.Nodes, u.nodes[len(u.nodes)-1]) }
	return slices.MinFunc(units, func(a, b *unit) int { return end(a) - end(b) })
}

// latest is the last node of some units.
func (s *scene) latest(units []*unit) *onnx.Node {
	at := -1
	for _, u := range units {
		for _, n := range u.nodes {
			at = max(at, slices.Index(s.graph.Nodes, n))
		}
	}
	return s.graph.Nodes[at]
}

// forget removes a value from the list of types: its shape, or its place, is another one.
func (s *scene) forget(value string) {
	s.graph.ValueInfo = slices.DeleteFunc(s.graph.ValueInfo, func(v *onnx.ValueInfo) bool { return v.Name == value })
}

// clone copies a unit's nodes with names of their own, each behind its original. The copy reads and makes what the
// original does.
func (s *scene) clone(u *unit, number int) *unit {
	made := &unit{in: u.in, out: u.out, operands: u.operands}
	renamed := map[string]string{}
	for _, n := range u.nodes {
		c := n.Clone()
		if c.Name != "" {
			c.Name += "_" + strconv.Itoa(number)
		}
		for i, name := range c.Inputs {
			if other, ok := renamed[name]; ok {
				c.Inputs[i] = other
			}
		}
		if out := c.Output(0); out != u.out {
			renamed[out] = s.graph.UniqueName(out + "_" + strconv.Itoa(number))
			c.Outputs[0] = renamed[out]
		}
		s.graph.InsertAfter(n, c)
		made.nodes = append(made.nodes, c)
	}
	return made
}

// reading lets a unit read one value and make another.
func (u *unit) reading(in, out string) {
	for _, n := range u.nodes {
		for i, name := range n.Inputs {
			if name == u.in {
				n.Inputs[i] = in
			}
		}
		if n.Outputs[0] == u.out {
			n.Outputs[0] = out
		}
	}
	u.in, u.out = in, out
}

// install gives a unit the constants that its operands have become. Those that nothing reads any more are removed.
func (s *scene) install(u *unit, operands []*interpret.Tensor, move *Move) error {
	for k, t := range operands {
		if t == nil {
			continue
		}
		o := u.operands[k]
		n := u.nodes[o.node]
		before := n.Inputs[o.input]
		if old, err := s.values.Run(s.ctx, nil, before); err == nil && old[0].Same(t) {
			continue
		}
		original, _, _ := strings.Cut(before, "_for_") // one that a move made already
		name, err := s.initializer(original+"_for_"+plain(strings.Trim(strings.ReplaceAll(named(n), "/", "_"), "_")), t)
		if err != nil {
			return err
		}
		n.Inputs[o.input] = name
		move.Constants = append(move.Constants, Constant{before, name})
		s.drop(before)
	}
	return nil
}

// initializer adds a constant and returns its name. Before IR version 4 an initializer is an input as well, so there it is
// a node.
func (s *scene) initializer(base string, t *interpret.Tensor) (string, error) {
	name := s.graph.UniqueName(base)
	if s.model.IRVersion >= 4 {
		made, err := t.ONNX(name)
		s.graph.Initializers = append(s.graph.Initializers, made)
		return name, err
	}
	made, err := t.ONNX("")
	node := &onnx.Node{OpType: "Constant", Outputs: []string{name}, Attributes: []*onnx.Attribute{onnx.NewAttribute("value", made)}}
	s.graph.Nodes = slices.Insert(s.graph.Nodes, 0, node)
	return name, err
}

// drop removes a constant that nothing reads.
func (s *scene) drop(name string) {
	now := onnx.NewIndex(s.graph, nil)
	if len(now.Uses(name)) > 0 || now.IsOutput(name) || now.IsInput(name) {
		return
	}
	s.graph.Initializers = slices.DeleteFunc(s.graph.Initializers, func(t *onnx.Tensor) bool { return t.Name == name })
	if n := now.Producer(name); n != nil && n.Is("Constant") {
		s.graph.Remove(n)
	}
}
