package onnx

import (
	"fmt"
	"slices"
	"strconv"
)

// SetAttribute gives a node an attribute, in place of one of that name if there is one. value is as
// NewAttribute takes it.
func (n *Node) SetAttribute(name string, value any) {
	set := NewAttribute(name, value)
	if a := n.Attribute(name); a != nil {
		a.Value, a.Type, a.RefName = set.Value, set.Type, ""
		return
	}
	n.Attributes = append(n.Attributes, set)
}

// RemoveAttribute removes the attribute of a name, if the node has one.
func (n *Node) RemoveAttribute(name string) {
	n.Attributes = slices.DeleteFunc(n.Attributes, func(a *Attribute) bool { return a.Name == name })
}

// InsertBefore puts nodes before another node of the graph. It returns false if that is not in it.
func (g *Graph) InsertBefore(before *Node, nodes ...*Node) bool {
	i := slices.Index(g.Nodes, before)
	if i >= 0 {
		g.Nodes = slices.Insert(g.Nodes, i, nodes...)
	}
	return i >= 0
}

// InsertAfter puts nodes behind another node of the graph. It returns false if that is not in it.
func (g *Graph) InsertAfter(after *Node, nodes ...*Node) bool {
	i := slices.Index(g.Nodes, after)
	if i >= 0 {
		g.Nodes = slices.Insert(g.Nodes, i+1, nodes...)
	}
	return i >= 0
}

// Remove removes nodes from the graph. What used their outputs has to be given something else.
func (g *Graph) Remove(nodes ...*Node) {
	g.Nodes = slices.DeleteFunc(g.Nodes, func(n *Node) bool { return slices.Contains(nodes, n) })
}

// ReplaceUses lets every node that uses one value use another, bodies too. An output of the graph keeps
// its name, which is how callers know it. It fails, with nothing changed, if a body that uses the old value
// makes one with the new name itself.
func (g *Graph) ReplaceUses(old, replacement string) error {
	if err := g.visible(old, replacement); err != nil {
		return err
	}
	g.eachName(old, func(name *string, role role) {
		if role == used {
			*name = replacement
		}
	})
	return nil
}

// Rename gives a value of the graph another name, wherever it stands: nodes, bodies, inputs, outputs,
// initializers, types and quantization. It fails, with nothing changed, if the name is taken.
func (g *Graph) Rename(old, name string) error {
	switch {
	case old == name:
		return nil
	case old == "" || name == "":
		return fmt.Errorf("renaming value %q to %q: a value has a name", old, name)
	case g.names()[name]:
		return fmt.Errorf("renaming value %q: there is a value %q already", old, name)
	}
	g.eachName(old, func(text *string, _ role) { *text = name })
	return nil
}

// UniqueName returns base if no value of the graph and its bodies is called so, or else base with a number.
func (g *Graph) UniqueName(base string) string {
	taken := g.names()
	name := base
	for i := 1; taken[name] || name == ""; i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	return name
}

// names are the names of all values in a graph and its bodies.
func (g *Graph) names() map[string]bool {
	taken := map[string]bool{}
	g.texts(func(name *string, _ role) { taken[*name] = true }, func(*Graph) bool { return true })
	return taken
}

// visible fails if a body that uses a value of this graph has another one under the new name.
func (g *Graph) visible(old, replacement string) error {
	for _, n := range g.Nodes {
		for body := range n.Bodies() {
			if slices.Contains(body.Captures(), old) && body.names()[replacement] && !slices.Contains(body.Captures(), replacement) {
				return fmt.Errorf("replacing value %q: a body of %s %q has a value %q of its own", old, n.OpType, n.Name, replacement)
			}
		}
	}
	return nil
}
