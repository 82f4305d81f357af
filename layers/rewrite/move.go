package rewrite

import (
	"context"
	"fmt"
	"slices"

	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
)

// Step says which operations move: those that make a value, to before the change of layout that they read (Up), or to
// behind the one that reads them. The same step makes the same move in a model with other weights.
type Step struct {
	Output string
	Up     bool
}

// Move is a step that was made.
type Move struct {
	Step
	// Nodes and Ops are what moved, Over and OverOp what it moved across.
	Nodes, Ops   []string
	Over, OverOp string
	// Obligation is why that is exact, and Mapped says what became of constants.
	Obligation string
	Mapped     []string
	// Constants are those that were made of others.
	Constants []Constant
	// Sources are the values that the changed part of the graph begins with, Results what it makes, in both models.
	Sources, Results []string
	// Numbers are single numbers that the operations read besides, which are computed or given while the model runs.
	Numbers []string
	// Next are the values that the operations make now.
	Next []string
	// Ordered: the move is across a MaxPool, so the sign of a zero is as the obligation says.
	Ordered bool
}

// Constant is a constant that a move made of another one.
type Constant struct{ From, To string }

// Apply makes one step in a model, which it changes. After a *Refusal, and after errors of reading the model, it is as it
// was.
func Apply(ctx context.Context, m *onnx.Model, step Step) (*Move, error) {
	s, err := look(ctx, m)
	if err != nil {
		return nil, err
	}
	p, err := s.plan(step)
	if err != nil {
		return nil, err
	}
	return p.move, s.commit(p)
}

// planned is a move that can be made: all that needs the graph as it was.
type planned struct {
	change   *change
	units    []*unit
	operands [][]*interpret.Tensor
	// constant is what the change of layout adds then; nil if it stays.
	constant *interpret.Tensor
	move     *Move
}

func (s *scene) plan(step Step) (*planned, error) {
	if step.Up {
		return s.up(step.Output)
	}
	return s.down(step.Output)
}

// commit changes the graph.
func (s *scene) commit(p *planned) error {
	if p.constant != nil {
		if err := p.change.constant.set(s, p.constant); err != nil {
			return err
		}
	}
	return s.rewire(p.change, p.units, p.operands, p.move)
}

// up moves the unit that makes a value to before the change of layout that it reads.
func (s *scene) up(out string) (*planned, error) {
	u, err := s.unitOf(out)
	if err != nil {
		return nil, err
	}
	over := s.index.Producer(u.in)
	if over == nil {
		return nil, refuse(named(u.nodes[0]), "it reads %q, which no node of the graph makes: there is nothing to move across", u.in)
	}
	c, err := s.changeOf(over)
	if err != nil {
		return nil, err
	}
	units := []*unit{}
	for _, value := range c.out() {
		behind, err := s.behind(c, value, u)
		if err != nil {
			return nil, err
		}
		units = append(units, behind)
	}
	for _, value := range c.in() {
		if err := s.sole(c.node, value, []*onnx.Node{c.node}, true); err != nil && !s.constant(value) {
			return nil, err
		}
	}
	return s.shift(c, units, true)
}

// behind returns the unit that reads an output of a change of layout, alone, and is the same function as another one.
func (s *scene) behind(c *change, value string, like *unit) (*unit, error) {
	if value == like.in {
		return like, s.sole(c.node, value, like.nodes, false)
	}
	switch {
	case s.index.IsOutput(value):
		return nil, refuse(named(like.nodes[0]), "another output of %s, %q, is an output of the graph, and would change", c.describe(), value)
	case len(s.index.Uses(value)) == 0:
		return nil, refuse(named(like.nodes[0]), "nothing reads another output of %s, %q", c.describe(), value)
	}
	at := value // follow what reads it to the end of a unit
	for range like.nodes {
		uses := s.index.Uses(at)
		if len(uses) == 0 {
			break
		}
		at = uses[len(uses)-1].Node.Output(0)
	}
	u, err := s.unitOf(at)
	if err != nil {
		return nil, refuse(named(like.nodes[0]), "another output of %s, %q, is read by something else: %v", c.describe(), value, err)
	}
	if u.in != value {
		return nil, refuse(named(like.nodes[0]), "another output of %s, %q, is read by something else", c.describe(), value)
	}
	if err := s.sole(c.node, value, u.nodes, false); err != nil {
		return nil, err
	}
	return u, u.sameAs(s.ctx, like)
}

// down moves the unit that makes a value to behind the change of layout that reads it.
func (s *scene) down(out string) (*planned, error) {
	u, err := s.unitOf(out)
	if err != nil {
		return nil, err
	}
	uses := s.index.Uses(out)
	if len(uses) == 0 || uses[0].Input == onnx.Captured {
		return nil, refuse(named(u.nodes[0]), "no node reads %q: there is nothing to move across", out)
	}
	c, err := s.changeOf(uses[0].Node)
	if err != nil {
		return nil, err
	}
	if c.constant != nil {
		return nil, refuse(named(c.node), "%s adds a constant, which would have to be what f makes of another one", c.node.OpType)
	}
	var units []*unit
	for _, value := range c.in() {
		before := u
		if value != out {
			if before, err = s.unitOf(value); err != nil {
				return nil, refuse(named(u.nodes[0]), "another input of %s, %q, is made otherwise: %v", c.describe(), value, err)
			}
			if err := before.sameAs(s.ctx, u); err != nil {
				return nil, err
			}
		}
		if slices.ContainsFunc(units, func(other *unit) bool { return other.out == before.out }) {
			return nil, refuse(named(c.node), "it reads %q twice", value)
		}
		if err := s.sole(before.nodes[len(before.nodes)-1], value, []*onnx.Node{c.node}, false); err != nil {
			return nil, err
		}
		units = append(units, before)
	}
	if !slices.Contains(c.in(), out) {
		return nil, refuse(named(c.node), "it reads %q, and changes another value", out)
	}
	return s.shift(c, units, false)
}

// shift plans to move units from one side of a change of layout to the other.
func (s *scene) shift(c *change, units []*unit, up bool) (*planned, error) {
	if c.obligation == ordered {
		for _, u := range units {
			if err := s.rises(u); err != nil {
				return nil, err
			}
		}
	}
	kinds := [2]onnx.DataType{s.shapes.Value(s.graph, units[0].in).Type, s.shapes.Value(s.graph, units[0].out).Type}
	if c.node.Is("Pad") && s.opset < 13 && kinds[0] != kinds[1] {
		return nil, refuse(named(c.node), "a Pad of %s may not be allowed before opset 13", kinds[1])
	}
	operands, said, err := s.mapped(c, units, up)
	if err != nil {
		return nil, err
	}
	p := &planned{change: c, units: units, operands: operands, move: &Move{Step: Step{units[0].out, up}, Over: named(c.node), OverOp: c.node.OpType,
		Obligation: string(c.obligation), Mapped: said, Ordered: c.obligation == ordered}}
	for _, n := range units[0].nodes {
		p.move.Nodes, p.move.Ops = append(p.move.Nodes, named(n)), append(p.move.Ops, n.OpType)
	}
	for _, name := range s.reads(units[0]) {
		if name != units[0].in {
			p.move.Numbers = append(p.move.Numbers, name)
		}
	}
	if c.constant == nil {
		return p, nil
	}
	dims, err := s.ranked(c.node, units[0].in)
	if err != nil {
		return nil, err
	}
	to, err := s.of(units[0], c.constant.value, len(dims))
	if err != nil {
		return nil, err
	}
	if from := c.constant.value; from.Type != to.Type || !interpret.SameBits(from.Data[0], to.Data[0]) {
		p.constant = to
		p.move.Mapped = append(p.move.Mapped, fmt.Sprintf("the constant %g of %q becomes %g", from.Data[0], named(c.node), to.Data[0]))
		return p, c.constant.fits(to)
	}
	return p, nil
}
