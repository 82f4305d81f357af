package rewrite

import (
	"context"
	"fmt"
	"slices"

	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

// maxOperand is how many elements a constant may have that is mapped.
const maxOperand = 1 << 22

// scene is what is known of a model before a move.
type scene struct {
	ctx    context.Context
	model  *onnx.Model
	graph  *onnx.Graph
	index  *onnx.Index
	shapes *shape.Result
	values *interpret.Graph
	opset  int64
}

// look reads a model. Shapes are those of the model alone: a move has to be exact for all shapes that it allows, not
// only for those that a prediction is for.
func look(ctx context.Context, m *onnx.Model) (*scene, error) {
	shapes, err := shape.Infer(ctx, m, shape.Options{})
	if err != nil {
		return nil, err
	}
	s := &scene{ctx: ctx, model: m, graph: m.Graph, index: onnx.NewIndex(m.Graph, nil), shapes: shapes, values: interpret.NewGraph(m, maxOperand)}
	s.opset, _ = m.Opset("")
	return s, nil
}

// named is what a node is called: by its name, or by what it makes.
func named(n *onnx.Node) string {
	if n.Name != "" {
		return n.Name
	}
	return n.Output(0)
}

// free is a dimension that is no number.
const free = -1

// dims returns the dimensions of a value, free ones as -1; false if not even their number is known.
func (s *scene) dims(name string) ([]int64, bool) {
	v := s.shapes.Value(s.graph, name)
	if !v.Ranked {
		return nil, false
	}
	list := make([]int64, len(v.Shape))
	for i, d := range v.Shape {
		n, ok := d.Int()
		if !ok || n < 0 {
			n = free
		}
		list[i] = n
	}
	return list, true
}

// ranked is dims for a node whose map needs them.
func (s *scene) ranked(n *onnx.Node, name string) ([]int64, error) {
	dims, ok := s.dims(name)
	if !ok {
		return nil, refuse(named(n), "the number of dimensions of %q is not known", name)
	}
	return dims, nil
}

// constant tells whether a value is the same in every run: it depends on constants alone, none of which a caller can
// override. Up to IR version 3 all constants have to be listed as inputs, which says nothing.
func (s *scene) constant(name string) bool { return s.constantWithin(name, 64) }

func (s *scene) constantWithin(name string, depth int) bool {
	switch initial := s.index.Initializer(name) != nil; {
	case depth == 0 || s.index.IsInput(name) && !(initial && s.model.IRVersion < 4):
		return false
	case initial:
		return true
	}
	n := s.index.Producer(name)
	if n == nil || slices.Collect(n.Bodies()) != nil || slices.Contains(random, n.OpType) {
		return false
	}
	return !slices.ContainsFunc(n.Inputs, func(input string) bool { return input != "" && !s.constantWithin(input, depth-1) })
}

// random lists operators that make something else each time, some of them of nothing.
var random = []string{"RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike", "Bernoulli", "Multinomial"}

// known computes a constant.
func (s *scene) known(n *onnx.Node, name string) (*interpret.Tensor, error) {
	if !s.constant(name) {
		return nil, refuse(named(n), "its operand %q is computed while the model runs", name)
	}
	all, err := s.values.Run(s.ctx, nil, name)
	if err != nil {
		if s.ctx.Err() != nil {
			return nil, s.ctx.Err()
		}
		return nil, refuse(named(n), "its operand %q cannot be read: %v", name, err)
	}
	return all[0], nil
}

// integers reads what a node has as an attribute or as an input, depending on the opset.
func (s *scene) integers(n *onnx.Node, attribute string, input int) ([]int64, bool, error) {
	if list, ok := n.Ints(attribute); ok {
		return list, true, nil
	}
	if input < 1 || n.Input(input) == "" {
		return nil, false, nil
	}
	v := s.shapes.Value(s.graph, n.Input(input))
	if v.Contents != nil && v.Contents.Ints != nil { // it may follow from shapes, where nothing else is known
		var list []int64
		for _, e := range v.Contents.Ints {
			i, ok := e.Int()
			if !ok {
				return nil, false, refuse(named(n), "its input %q depends on free dimensions", n.Input(input))
			}
			list = append(list, i)
		}
		if s.constant(n.Input(input)) {
			return list, true, nil
		}
	}
	t, err := s.known(n, n.Input(input))
	if err != nil {
		return nil, false, err
	}
	var list []int64
	for _, x := range t.Data {
		list = append(list, int64(x))
	}
	return list, true, nil
}

// sole refuses a value that others than some nodes use. Who reads nothing but its shape does not count.
func (s *scene) sole(of *onnx.Node, value string, users []*onnx.Node, shapes bool) error {
	if s.index.IsOutput(value) {
		return refuse(named(of), "%q is an output of the graph, and would change", value)
	}
	for _, u := range s.index.Uses(value) {
		if slices.Contains(users, u.Node) || shapes && u.Node.Is("Shape") {
			continue
		}
		return refuse(named(of), "%q is used by %s %q too", value, u.Node.OpType, named(u.Node))
	}
	for _, a := range s.graph.Quantization {
		if a.Tensor == value {
			return refuse(named(of), "%q has an annotation of quantization", value)
		}
	}
	return nil
}

// axis makes an axis that counts from the end one that counts from the start.
func axis(n *onnx.Node, a int64, rank int) (int, error) {
	if a < 0 {
		a += int64(rank)
	}
	if a < 0 || a >= int64(rank) {
		return 0, refuse(named(n), "its axis %d is none of %d", a, rank)
	}
	return int(a), nil
}

// sizeText is a dimension in words.
func sizeText(d int64) string {
	if d == free {
		return "free"
	}
	return fmt.Sprint(d)
}
