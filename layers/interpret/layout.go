package interpret

import (
	"fmt"
	"math"
	"slices"
)

// normalize is scale * (x - mean) / sqrt(variance + epsilon) + bias, rounded after each step.
func normalize(round func(float64) float64, v []float64, epsilon float64) float64 {
	x, scale, bias, mean, variance := v[0], v[1], v[2], v[3], v[4]
	root := round(math.Sqrt(round(variance + epsilon)))
	return round(round(scale*round(x-mean))/root) + bias
}

// shaped is x with other dimensions.
func (c *call) shaped(x *Tensor, dims []int64) ([]*Tensor, error) {
	if count(dims) != int64(len(x.Data)) {
		return nil, fmt.Errorf("%d elements do not have shape %d", len(x.Data), dims)
	}
	return []*Tensor{{x.Type, dims, x.Data}}, nil
}

func (c *call) reshape() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	wanted, ok := c.ints("shape", 1)
	if !ok {
		return nil, fmt.Errorf("no shape")
	}
	dims, open := slices.Clone(wanted), -1
	for i, d := range dims {
		switch {
		case d == -1:
			open = i
		case d == 0 && c.node.Int("allowzero", 0) == 0:
			if i >= len(x.Dims) {
				return nil, fmt.Errorf("dimension %d is to be copied from one that is not there", i)
			}
			dims[i] = x.Dims[i]
		}
	}
	if open >= 0 {
		dims[open] = 1
		rest := count(dims)
		if rest == 0 {
			return nil, fmt.Errorf("shape %d of no elements", wanted)
		}
		dims[open] = int64(len(x.Data)) / rest
	}
	return c.shaped(x, dims)
}

func (c *call) flatten() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	at := c.node.Int("axis", 1)
	if at < 0 {
		at += int64(len(x.Dims))
	}
	if at < 0 || at > int64(len(x.Dims)) {
		return nil, fmt.Errorf("axis %d of %d", at, len(x.Dims))
	}
	return c.shaped(x, []int64{count(x.Dims[:at]), count(x.Dims[at:])})
}

// axes are those of an attribute or of input 1, in rising order.
func (c *call) axes(rank int) ([]int, bool, error) {
	list, ok := c.ints("axes", 1)
	var axes []int
	for _, a := range list {
		at, err := axis(a, rank)
		if err != nil {
			return nil, false, err
		}
		axes = append(axes, at)
	}
	slices.Sort(axes)
	return axes, ok, nil
}

func (c *call) squeeze() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	axes, given, err := c.axes(len(x.Dims))
	if err != nil {
		return nil, err
	}
	dims := []int64{}
	for i, d := range x.Dims {
		if !slices.Contains(axes, i) && (given || d != 1) {
			dims = append(dims, d)
		}
	}
	return c.shaped(x, dims)
}

func (c *call) unsqueeze() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	list, _ := c.ints("axes", 1)
	axes, _, err := c.axes(len(x.Dims) + len(list))
	if err != nil {
		return nil, err
	}
	dims := slices.Clone(x.Dims)
	for _, a := range axes {
		if a > len(dims) {
			return nil, fmt.Errorf("axis %d is given twice", a)
		}
		dims = slices.Insert(dims, a, 1)
	}
	return c.shaped(x, dims)
}

func (c *call) transpose() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(x.Dims))
	for i := range order {
		order[i] = len(order) - 1 - i
	}
	if list, ok := c.node.Ints("perm"); ok {
		if len(list) != len(order) {
			return nil, fmt.Errorf("%d dimensions are permuted as %d", len(order), list)
		}
		for i, a := range list {
			if order[i], err = axis(a, len(order)); err != nil {
				return nil, err
			}
		}
	}
	y, err := c.permute(x, order)
	return []*Tensor{y}, err
}

// blocks returns the image and the size of its blocks.
func (c *call) blocks() (x *Tensor, size int64, err error) {
	if x, err = c.data(0); err != nil {
		return nil, 0, err
	}
	if size = c.node.Int("blocksize", 0); size < 1 || size > 1<<15 || len(x.Dims) != 4 {
		return nil, 0, fmt.Errorf("blocks of %d in shape %d", size, x.Dims)
	}
	return x, size, nil
}

func (c *call) depthToSpace() ([]*Tensor, error) {
	x, b, err := c.blocks()
	if err != nil {
		return nil, err
	}
	n, depth, h, w := x.Dims[0], x.Dims[1]/(b*b), x.Dims[2], x.Dims[3]
	split, order := []int64{n, b, b, depth, h, w}, []int{0, 3, 4, 1, 5, 2}
	if c.node.Text("mode", "DCR") == "CRD" {
		split, order = []int64{n, depth, b, b, h, w}, []int{0, 1, 4, 2, 5, 3}
	}
	return c.regroup(x, split, order, []int64{n, depth, h * b, w * b})
}

func (c *call) spaceToDepth() ([]*Tensor, error) {
	x, b, err := c.blocks()
	if err != nil {
		return nil, err
	}
	n, depth, h, w := x.Dims[0], x.Dims[1], x.Dims[2]/b, x.Dims[3]/b
	return c.regroup(x, []int64{n, depth, h, b, w, b}, []int{0, 3, 5, 1, 2, 4}, []int64{n, depth * b * b, h, w})
}

// regroup splits dimensions, puts them in another order, and joins them.
func (c *call) regroup(x *Tensor, split []int64, order []int, joined []int64) ([]*Tensor, error) {
	parts, err := c.shaped(x, split)
	if err != nil {
		return nil, err
	}
	y, err := c.permute(parts[0], order)
	if err != nil {
		return nil, err
	}
	return c.shaped(y, joined)
}
