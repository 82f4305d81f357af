package interpret

import (
	"fmt"
	"slices"
)

// conv adds up in float64 and rounds once at the end. Builders add up otherwise; here it only has to be the same twice.
func (c *call) conv() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	weights, err := c.data(1)
	if err != nil {
		return nil, err
	}
	groups := c.node.Int("group", 1)
	if len(x.Dims) < 3 || len(weights.Dims) != len(x.Dims) || groups < 1 || weights.Dims[1]*groups != x.Dims[1] || weights.Dims[0]%groups != 0 {
		return nil, fmt.Errorf("weights of shape %d for an image of shape %d", weights.Dims, x.Dims)
	}
	w, err := c.windows(x.Dims[2:], weights.Dims[2:])
	if err != nil {
		return nil, err
	}
	y, err := c.make(x.Type, append([]int64{x.Dims[0], weights.Dims[0]}, w.Results...))
	if err != nil {
		return nil, err
	}
	round, err := rounding(x.Type)
	if err != nil {
		return nil, err
	}
	image, results, kernel := count(w.Images), count(w.Results), count(w.Size)
	in, out := weights.Dims[1], weights.Dims[0]
	at := make([]int64, len(w.Results))
	bias := c.input(2)
	if bias != nil && int64(len(bias.Data)) != out {
		return nil, fmt.Errorf("a bias of shape %d for %d filters", bias.Dims, out)
	}
	for i := range y.Data {
		filter := int64(i) / results % out
		first := (int64(i)/results/out)*x.Dims[1] + filter/(out/groups)*in
		sum := 0.0
		w.visit(at, func(offset, place int64) {
			for k := range in {
				sum += x.Data[(first+k)*image+place] * weights.Data[(filter*in+k)*kernel+offset]
			}
		})
		if bias != nil {
			sum += bias.Data[filter]
		}
		y.Data[i] = round(sum)
		advance(at, w.Results)
	}
	return []*Tensor{y}, nil
}

// matMul multiplies matrices; further dimensions in front are batches.
func (c *call) matMul() ([]*Tensor, error) {
	a, err := c.data(0)
	if err != nil {
		return nil, err
	}
	b, err := c.data(1)
	if err != nil {
		return nil, err
	}
	n, m := len(a.Dims), len(b.Dims)
	if n < 2 || m < 2 || a.Dims[n-1] != b.Dims[m-2] {
		return nil, unsupported("a product of shapes %d and %d", a.Dims, b.Dims)
	}
	batch, err := broadcast(a.Dims[:n-2], b.Dims[:m-2])
	if err != nil {
		return nil, err
	}
	y, err := c.make(a.Type, append(slices.Clone(batch), a.Dims[n-2], b.Dims[m-1]))
	if err != nil {
		return nil, err
	}
	round, err := rounding(a.Type)
	if err != nil {
		return nil, err
	}
	rows, columns, inner := a.Dims[n-2], b.Dims[m-1], a.Dims[n-1]
	left, right := spread(&Tensor{Dims: a.Dims[:n-2]}, batch), spread(&Tensor{Dims: b.Dims[:m-2]}, batch)
	at := make([]int64, len(batch))
	for i := range count(batch) {
		first, second := int64(0), int64(0)
		for k, j := range at {
			first, second = first+j*left[k], second+j*right[k]
		}
		for r := range rows {
			for s := range columns {
				sum := 0.0
				for k := range inner {
					sum += a.Data[(first*rows+r)*inner+k] * b.Data[(second*inner+k)*columns+s]
				}
				y.Data[(i*rows+r)*columns+s] = round(sum)
			}
		}
		advance(at, batch)
	}
	return []*Tensor{y}, nil
}

// gemm is alpha * A * B + beta * C.
func (c *call) gemm() ([]*Tensor, error) {
	for i, name := range []string{"transA", "transB"} {
		given, err := c.data(i)
		if err != nil {
			return nil, err
		}
		if c.node.Int(name, 0) == 0 {
			continue
		}
		if len(given.Dims) != 2 {
			return nil, fmt.Errorf("a matrix of shape %d", given.Dims)
		}
		turned, err := c.permute(given, []int{1, 0})
		if err != nil {
			return nil, err
		}
		c.in[i] = turned
	}
	a, b := c.in[0], c.in[1]
	if len(a.Dims) != 2 || len(b.Dims) != 2 || a.Dims[1] != b.Dims[0] {
		return nil, fmt.Errorf("a product of shapes %d and %d", a.Dims, b.Dims)
	}
	y, err := c.make(a.Type, []int64{a.Dims[0], b.Dims[1]})
	if err != nil {
		return nil, err
	}
	round, err := rounding(a.Type)
	if err != nil {
		return nil, err
	}
	alpha, beta := float64(c.node.Float("alpha", 1)), float64(c.node.Float("beta", 1))
	added := make([]int64, 2)
	if t := c.input(2); t != nil {
		if dims, err := broadcast(y.Dims, t.Dims); err != nil || !slices.Equal(dims, y.Dims) {
			return nil, fmt.Errorf("a sum of shape %d for a product of %d", t.Dims, y.Dims)
		}
		added = spread(t, y.Dims)
	}
	for i := range y.Data {
		row, column := int64(i)/b.Dims[1], int64(i)%b.Dims[1]
		sum := 0.0
		for k := range a.Dims[1] {
			sum += a.Data[row*a.Dims[1]+k] * b.Data[k*b.Dims[1]+column]
		}
		sum *= alpha
		if t := c.input(2); t != nil {
			sum += beta * t.Data[row*added[0]+column*added[1]]
		}
		y.Data[i] = round(sum)
	}
	return []*Tensor{y}, nil
}
