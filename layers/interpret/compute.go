package interpret

import (
	"errors"
	"fmt"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// compute computes the outputs of a node.
func compute(c *call) ([]*Tensor, error) {
	if c.node.Domain != "" && c.node.Domain != "ai.onnx" {
		return nil, unsupported("%s of domain %s", c.node.OpType, c.node.Domain)
	}
	if c.node.Is("Constant") {
		return c.constant()
	}
	if x := c.input(0); x != nil {
		round, err := rounding(x.Type)
		if err != nil {
			return nil, err
		}
		if f, ok := unary(c, round); ok {
			return c.elementwise(x.Type, f)
		}
	}
	if f, ok := pairwise(c.node.OpType); ok {
		return c.fold(f)
	}
	if f := others[c.node.OpType]; f != nil {
		return f(c)
	}
	return nil, unsupported("%s", c.node.OpType)
}

// others are operators that are more than a function of numbers.
var others = map[string]func(*call) ([]*Tensor, error){
	"Clip": (*call).clip, "Cast": (*call).cast, "Where": (*call).where, "BatchNormalization": (*call).batchNormalization,
	"Reshape": (*call).reshape, "Flatten": (*call).flatten, "Squeeze": (*call).squeeze, "Unsqueeze": (*call).unsqueeze,
	"Transpose": (*call).transpose, "DepthToSpace": (*call).depthToSpace, "SpaceToDepth": (*call).spaceToDepth,
	"Slice": (*call).slice, "Split": (*call).split, "Concat": (*call).concat, "Pad": (*call).pad, "Resize": (*call).resize, "Upsample": (*call).resize,
	"MaxPool": (*call).maxPool, "Conv": (*call).conv, "MatMul": (*call).matMul, "Gemm": (*call).gemm, "Shape": (*call).shape, "ConstantOfShape": (*call).constantOfShape,
}

func (c *call) constant() ([]*Tensor, error) {
	if t := c.node.Tensor("value"); t != nil {
		read, err := Read(c.ctx, t, c.limit)
		return []*Tensor{read}, err
	}
	for _, a := range c.node.Attributes {
		switch v := a.Value.(type) {
		case float32:
			return []*Tensor{{onnx.Float32, nil, []float64{float64(v)}}}, nil
		case int64:
			return []*Tensor{{onnx.Int64, nil, []float64{float64(v)}}}, nil
		case []float32:
			t := New(onnx.Float32, int64(len(v)))
			for i, x := range v {
				t.Data[i] = float64(x)
			}
			return []*Tensor{t}, nil
		case []int64:
			return []*Tensor{Vector(v...)}, nil
		}
	}
	return nil, unsupported("a Constant of another kind")
}

// constantOfShape is one number everywhere.
func (c *call) constantOfShape() ([]*Tensor, error) {
	dims, err := c.data(0)
	if err != nil {
		return nil, err
	}
	value := &Tensor{onnx.Float32, nil, []float64{0}}
	if t := c.node.Tensor("value"); t != nil {
		if value, err = Read(c.ctx, t, 1); err != nil || len(value.Data) != 1 {
			return nil, errors.Join(err, errors.New("its value is no single number"))
		}
	}
	y, err := c.make(value.Type, integers(dims))
	if err != nil {
		return nil, err
	}
	for i := range y.Data {
		y.Data[i] = value.Data[0]
	}
	return []*Tensor{y}, nil
}

func (c *call) shape() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	rank := int64(len(x.Dims))
	place := func(name string, absent int64) int64 {
		n := c.node.Int(name, absent)
		if n < 0 {
			n += rank
		}
		return min(max(n, 0), rank)
	}
	from, to := place("start", 0), place("end", rank)
	return []*Tensor{Vector(slices.Clone(x.Dims[from:max(from, to)])...)}, nil
}

// batchNormalization is a scale and a sum for each channel.
func (c *call) batchNormalization() ([]*Tensor, error) {
	if c.node.Int("training_mode", 0) != 0 || len(c.in) != 5 {
		return nil, unsupported("training")
	}
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	if len(x.Dims) < 2 {
		return nil, fmt.Errorf("an input of shape %d", x.Dims)
	}
	all := []*Tensor{x}
	for _, t := range c.in[1:] {
		if t == nil || len(t.Dims) != 1 || t.Dims[0] != x.Dims[1] {
			return nil, fmt.Errorf("parameters do not fit %d channels", x.Dims[1])
		}
		dims := []int64{t.Dims[0]}
		for range len(x.Dims) - 2 {
			dims = append(dims, 1)
		}
		all = append(all, &Tensor{t.Type, dims, t.Data})
	}
	root, err := rounding(x.Type)
	if err != nil {
		return nil, err
	}
	epsilon := root(float64(c.node.Float("epsilon", 1e-5)))
	y, err := c.combine(x.Type, all, func(v []float64) float64 { return normalize(root, v, epsilon) })
	return []*Tensor{y}, err
}
