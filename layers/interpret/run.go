package interpret

import (
	"context"
	"fmt"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// Graph computes values of a graph. It can be used for several runs.
type Graph struct {
	index *onnx.Index
	opset int64
	limit int64
}

// NewGraph returns what computes values of a model's main graph. No value may have more than limit elements.
func NewGraph(m *onnx.Model, limit int64) *Graph {
	opset, _ := m.Opset("")
	return &Graph{onnx.NewIndex(m.Graph, nil), opset, limit}
}

// Run computes values. given are those to start from: inputs of the graph or any others, which are then not computed.
// Constants are the graph's own. Errors are an *UnsupportedError, of the context, of reading constants, and of graphs
// that are not valid.
func (g *Graph) Run(ctx context.Context, given map[string]*Tensor, outputs ...string) ([]*Tensor, error) {
	r := &run{Graph: g, values: map[string]*Tensor{}, busy: map[string]bool{}}
	for name, t := range given {
		r.values[name] = t
	}
	var all []*Tensor
	for _, name := range outputs {
		t, err := r.value(ctx, name)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

type run struct {
	*Graph
	values map[string]*Tensor
	busy   map[string]bool
}

// value computes a value and what it needs.
func (r *run) value(ctx context.Context, name string) (*Tensor, error) {
	if t := r.values[name]; t != nil {
		return t, nil
	}
	if t := r.index.Initializer(name); t != nil {
		read, err := Read(ctx, t, r.limit)
		r.values[name] = read
		return read, err
	}
	node := r.index.Producer(name)
	switch {
	case node == nil:
		return nil, fmt.Errorf("value %q is neither given nor made", name)
	case r.busy[name]:
		return nil, fmt.Errorf("value %q depends on itself", name)
	}
	r.busy[name] = true
	if err := r.node(ctx, node); err != nil {
		return nil, fmt.Errorf("%s %q: %w", node.OpType, node.Name, err)
	}
	t := r.values[name]
	if t == nil {
		return nil, unsupported("output %q of %s", name, node.OpType)
	}
	return t, nil
}

func (r *run) node(ctx context.Context, node *onnx.Node) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c := &call{ctx: ctx, node: node, opset: r.opset, limit: r.limit}
	for _, name := range node.Inputs {
		var t *Tensor
		if name != "" {
			var err error
			if t, err = r.value(ctx, name); err != nil {
				return err
			}
		}
		c.in = append(c.in, t)
	}
	made, err := compute(c)
	if err != nil {
		return err
	}
	for i, t := range made {
		if name := node.Output(i); name != "" {
			r.values[name] = t
		}
	}
	return nil
}

// call is a node with its inputs.
type call struct {
	ctx   context.Context
	node  *onnx.Node
	in    []*Tensor // nil for what is left out
	opset int64
	limit int64
}

// input returns an input, nil if it is left out.
func (c *call) input(i int) *Tensor {
	if i < len(c.in) {
		return c.in[i]
	}
	return nil
}

// data returns the input of a number that must be there.
func (c *call) data(i int) (*Tensor, error) {
	if t := c.input(i); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("input %d is missing", i)
}

// ints returns integers that an attribute has, or an input: which of the two depends on the opset.
func (c *call) ints(attribute string, input int) ([]int64, bool) {
	if list, ok := c.node.Ints(attribute); ok {
		return list, true
	}
	if t := c.input(input); input > 0 && t != nil {
		return integers(t), true
	}
	return nil, false
}

func integers(t *Tensor) []int64 {
	list := make([]int64, len(t.Data))
	for i, x := range t.Data {
		list[i] = int64(x)
	}
	return list
}

// make returns a tensor for a result, unless it is too large.
func (c *call) make(kind onnx.DataType, dims []int64) (*Tensor, error) {
	n := int64(1)
	for _, d := range dims {
		if d < 0 {
			return nil, fmt.Errorf("a result of shape %d", dims)
		}
		if d > 0 && n > c.limit/d {
			return nil, unsupported("a value of more than %d elements", c.limit)
		}
		n *= d
	}
	return New(kind, dims...), nil
}

// strides are how far apart neighbours of each dimension are.
func strides(dims []int64) []int64 {
	list := make([]int64, len(dims))
	step := int64(1)
	for i, d := range slices.Backward(dims) {
		list[i] = step
		step *= d
	}
	return list
}

// axis makes an axis that counts from the end one that counts from the start.
func axis(a int64, rank int) (int, error) {
	if a < 0 {
		a += int64(rank)
	}
	if a < 0 || a >= int64(rank) {
		return 0, fmt.Errorf("axis %d of %d", a, rank)
	}
	return int(a), nil
}
