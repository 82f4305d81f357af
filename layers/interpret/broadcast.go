package interpret

import (
	"fmt"

	"github.com/planlint/planlint/layers/onnx"
)

// broadcast returns the shape that two shapes become together.
func broadcast(a, b []int64) ([]int64, error) {
	if len(a) < len(b) {
		a, b = b, a
	}
	dims := make([]int64, len(a))
	copy(dims, a)
	for i, d := range b {
		switch k := len(a) - len(b) + i; {
		case dims[k] == d || d == 1:
		case dims[k] == 1:
			dims[k] = d
		default:
			return nil, fmt.Errorf("shapes %d and %d do not fit", a, b)
		}
	}
	return dims, nil
}

// spread are the strides of a tensor within a larger shape, 0 where it is repeated.
func spread(t *Tensor, dims []int64) []int64 {
	list, own := make([]int64, len(dims)), strides(t.Dims)
	for i, d := range t.Dims {
		if d > 1 {
			list[len(dims)-len(t.Dims)+i] = own[i]
		}
	}
	return list
}

// combine computes a function of the elements of all inputs that are in the same place.
func (c *call) combine(kind onnx.DataType, in []*Tensor, f func([]float64) float64) (*Tensor, error) {
	var dims []int64
	for _, t := range in {
		var err error
		if dims, err = broadcast(dims, t.Dims); err != nil {
			return nil, err
		}
	}
	y, err := c.make(kind, dims)
	if err != nil {
		return nil, err
	}
	round, err := rounding(kind)
	if err != nil {
		return nil, err
	}
	steps := make([][]int64, len(in))
	for i, t := range in {
		steps[i] = spread(t, dims)
	}
	at, values := make([]int64, len(dims)), make([]float64, len(in))
	for i := range y.Data {
		for k, t := range in {
			from := int64(0)
			for d, j := range at {
				from += j * steps[k][d]
			}
			values[k] = t.Data[from]
		}
		y.Data[i] = round(f(values))
		advance(at, dims)
	}
	return y, nil
}

// fold computes an operator of two inputs, or of more, one after the other with a rounding after each.
func (c *call) fold(f func(a, b float64) float64) ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	_, compares := comparisons[c.node.OpType]
	kind := x.Type
	if compares {
		kind = onnx.Bool
	}
	for _, t := range c.in[1:] {
		if t == nil {
			return nil, fmt.Errorf("an input is missing")
		}
		if x, err = c.combine(kind, []*Tensor{x, t}, func(v []float64) float64 { return f(v[0], v[1]) }); err != nil {
			return nil, err
		}
	}
	return []*Tensor{x}, nil
}

func (c *call) where() ([]*Tensor, error) {
	for i := range 3 {
		if _, err := c.data(i); err != nil {
			return nil, err
		}
	}
	y, err := c.combine(c.in[1].Type, c.in[:3], func(v []float64) float64 {
		if v[0] != 0 {
			return v[1]
		}
		return v[2]
	})
	return []*Tensor{y}, err
}
