package interpret

// gather makes a tensor whose elements are each one of another: along every dimension, source says which, -1 for
// none, whose elements are fill.
func (c *call) gather(x *Tensor, source [][]int64, fill float64) (*Tensor, error) {
	dims := make([]int64, len(source))
	for i, list := range source {
		dims[i] = int64(len(list))
	}
	y, err := c.make(x.Type, dims)
	if err != nil || len(y.Data) == 0 {
		return y, err
	}
	steps := strides(x.Dims)
	at := make([]int64, len(dims))
	for i := range y.Data {
		from, outside := int64(0), false
		for k, j := range at {
			if s := source[k][j]; s >= 0 {
				from += s * steps[k]
			} else {
				outside = true
			}
		}
		if y.Data[i] = fill; !outside {
			y.Data[i] = x.Data[from]
		}
		advance(at, dims)
	}
	return y, nil
}

// advance goes to the next element of a shape.
func advance(at, dims []int64) {
	for k := len(at) - 1; k >= 0; k-- {
		if at[k]++; at[k] < dims[k] {
			return
		}
		at[k] = 0
	}
}

// each is the numbers below n.
func each(n int64) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(i)
	}
	return list
}

// whole is the source of gather that changes nothing.
func (c *call) whole(dims []int64) ([][]int64, error) {
	source := make([][]int64, len(dims))
	for i, d := range dims {
		if d > c.limit { // of nothing, if another dimension is 0
			return nil, unsupported("a dimension of %d", d)
		}
		source[i] = each(d)
	}
	return source, nil
}

// permute makes a tensor whose dimension i is dimension order[i] of x.
func (c *call) permute(x *Tensor, order []int) (*Tensor, error) {
	dims, steps := make([]int64, len(order)), make([]int64, len(order))
	from := strides(x.Dims)
	for i, o := range order {
		dims[i], steps[i] = x.Dims[o], from[o]
	}
	y, err := c.make(x.Type, dims)
	if err != nil {
		return nil, err
	}
	if len(dims) == 0 {
		copy(y.Data, x.Data)
		return y, nil
	}
	last := len(dims) - 1
	row, step := dims[last], steps[last]
	at := make([]int64, last)
	for i := int64(0); i < int64(len(y.Data)); i += row {
		source := int64(0)
		for k, j := range at {
			source += j * steps[k]
		}
		for j := range row {
			y.Data[i+j] = x.Data[source+j*step]
		}
		advance(at, dims[:last])
	}
	return y, nil
}
