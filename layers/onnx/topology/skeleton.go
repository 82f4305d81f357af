package topology

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planlint/planlint/layers/onnx"
)

// skeleton is what onnx-go is given of a graph.
type skeleton struct {
	graph *onnx.Graph
	// prefix starts the names that stand for optional values that are left out. No name of the graph does.
	prefix string
}

// newSkeleton makes the skeleton of a graph. It fails for a graph that onnx-go cannot take.
func newSkeleton(g *onnx.Graph) (*skeleton, error) {
	s := &skeleton{graph: &onnx.Graph{}, prefix: unusedPrefix(g)}
	made := map[string]bool{}
	for _, v := range g.Inputs {
		if made[v.Name] || v.Name == "" {
			return nil, unsupported("input %q is there twice or has no name", v.Name)
		}
		made[v.Name] = true
		s.graph.Inputs = append(s.graph.Inputs, &onnx.ValueInfo{Name: v.Name})
	}
	for i, n := range g.Nodes {
		node, err := s.node(n, i)
		if err != nil {
			return nil, err
		}
		for _, name := range n.Outputs {
			if name != "" && made[name] {
				return nil, unsupported("value %q is made twice", name)
			}
			made[name] = true
		}
		s.graph.Nodes = append(s.graph.Nodes, node)
	}
	for _, v := range g.Outputs {
		named := func(o *onnx.ValueInfo) bool { return o.Name == v.Name }
		// onnx-go would make a second value of an output that is an input, too.
		if !slices.ContainsFunc(s.graph.Inputs, named) && !slices.ContainsFunc(s.graph.Outputs, named) {
			s.graph.Outputs = append(s.graph.Outputs, &onnx.ValueInfo{Name: v.Name})
		}
	}
	switch {
	case len(s.graph.Nodes) == 0:
		return nil, unsupported("no nodes")
	case len(s.graph.Outputs) == 0:
		return nil, unsupported("no outputs that a node makes")
	}
	return s, nil
}

// node is the skeleton of the i-th node: unique names for what is left out, and plain attributes. All else is
// the bytes of the model's file.
func (s *skeleton) node(n *onnx.Node, i int) (*onnx.Node, error) {
	label := s.prefix + strconv.Itoa(i) + "."
	copied := *n
	c := &copied
	c.Inputs, c.Outputs, c.Attributes = inputs(n), slices.Clone(n.Outputs), nil
	if len(c.Inputs) == 0 {
		c.Name = label // from which onnx-go makes an input up
	}
	if !utf8.ValidString(n.OpType) {
		return nil, unsupported("operator %q is no text", n.OpType)
	}
	for j, name := range c.Inputs {
		switch {
		case !utf8.ValidString(name):
			return nil, unsupported("value %q has a name that is no text", name)
		case name != "" && slices.Contains(n.Outputs, name):
			return nil, unsupported("value %q is made from itself", name)
		case name == "":
			c.Inputs[j] = label + "in" + strconv.Itoa(j)
		}
	}
	for j, name := range c.Outputs {
		if !utf8.ValidString(name) {
			return nil, unsupported("value %q has a name that is no text", name)
		}
		if name == "" {
			c.Outputs[j] = label + "out" + strconv.Itoa(j)
		}
	}
	seen := map[string]bool{}
	for _, a := range n.Attributes {
		if !plain(a) {
			continue
		}
		if seen[a.Name] || !utf8.ValidString(a.Name) {
			return nil, unsupported("attribute %q of %s %q is there twice or its name is no text", a.Name, n.OpType, n.Name)
		}
		seen[a.Name] = true
		c.Attributes = append(c.Attributes, a)
	}
	return c, nil
}

// inputs are the inputs of a node, and what its bodies use of the graph that it stands in.
func inputs(n *onnx.Node) []string {
	all := slices.Clone(n.Inputs)
	for body := range n.Bodies() {
		for _, name := range body.Captures() {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// plain attributes are those that onnx-go can decode and that are small.
func plain(a *onnx.Attribute) bool {
	switch a.Value.(type) {
	case float32, int64, string, []float32, []int64, []string:
		return true
	}
	return false
}

// maxSkeleton is what onnx-go is given at most, in bytes. It takes some ten times as much memory.
const maxSkeleton = 64 << 20

// bytes is the skeleton as a model of IR version 3, the one that onnx-go knows. Attributes are copied from
// the model's file as they stand there.
func (s *skeleton) bytes(ctx context.Context) ([]byte, error) {
	var b limited
	err := onnx.Write(ctx, &b, &onnx.Model{IRVersion: 3, Graph: s.graph})
	return b.Bytes(), err
}

// limited is a buffer that takes maxSkeleton bytes.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > maxSkeleton {
		return 0, unsupported("more than %d MiB without its weights", maxSkeleton>>20)
	}
	return l.Buffer.Write(p)
}

// unusedPrefix is one that no name in the graph starts with.
func unusedPrefix(g *onnx.Graph) string {
	prefix := "\x00"
	grow := func(names []string) {
		for _, name := range names {
			for strings.HasPrefix(name, prefix) {
				prefix += "\x00"
			}
		}
	}
	for _, n := range g.Nodes {
		grow(inputs(n))
		grow(n.Outputs)
	}
	for _, v := range slices.Concat(g.Inputs, g.Outputs) {
		grow([]string{v.Name})
	}
	return prefix
}
