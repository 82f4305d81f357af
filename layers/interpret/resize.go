package interpret

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// resize takes the nearest element. Other ways to resize compute, and are not here.
func (c *call) resize() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	if mode := c.node.Text("mode", "nearest"); mode != "nearest" {
		return nil, unsupported("%s of mode %q", c.node.OpType, mode)
	}
	if _, chosen := c.node.Ints("axes"); chosen || c.node.Text("keep_aspect_ratio_policy", "stretch") != "stretch" {
		return nil, unsupported("a Resize of some axes, or one that keeps an aspect ratio")
	}
	sizes, scales, err := c.scales(x)
	if err != nil {
		return nil, err
	}
	var roi []float64
	if t := c.input(1); t != nil && c.opset > 10 {
		roi = t.Data
	}
	if _, err := c.make(x.Type, sizes); err != nil || slices.Max(sizes) > c.limit {
		return nil, errors.Join(err, unsupported("a Resize to %d", sizes))
	}
	source := make([][]int64, len(x.Dims))
	for k, size := range x.Dims {
		place, err := c.place(float64(size), float64(sizes[k]), scales[k], part(roi, k, len(x.Dims)))
		if err != nil {
			return nil, err
		}
		list := make([]int64, sizes[k])
		for i := range list {
			at := place(float64(i))
			if math.IsNaN(at) {
				list[i] = -1
				continue
			}
			list[i] = int64(min(max(c.nearest(at), 0), float64(size-1)))
		}
		source[k] = list
	}
	y, err := c.gather(x, source, float64(c.node.Float("extrapolation_value", 0)))
	return []*Tensor{y}, err
}

// scales returns the sizes of the result, and how much larger it is in each dimension.
func (c *call) scales(x *Tensor) (sizes []int64, scales []float64, err error) {
	input := 2
	if c.opset <= 10 {
		input = 1
	}
	if list, ok := c.node.Floats("scales"); ok {
		for _, s := range list {
			scales = append(scales, float64(s))
		}
	} else if t := c.input(input); t != nil {
		scales = t.Data
	}
	if t := c.input(3); t != nil && len(t.Data) == len(x.Dims) {
		sizes, scales = integers(t), nil
		for k, size := range sizes {
			scales = append(scales, float64(size)/float64(x.Dims[k]))
		}
		return sizes, scales, nil
	}
	if len(scales) != len(x.Dims) {
		return nil, nil, fmt.Errorf("%d scales for %d dimensions", len(scales), len(x.Dims))
	}
	for k, d := range x.Dims {
		sizes = append(sizes, int64(math.Floor(float64(d)*scales[k])))
	}
	return sizes, scales, nil
}

// part is the part of the region of interest in a dimension.
func part(roi []float64, k, rank int) [2]float64 {
	if len(roi) != 2*rank {
		return [2]float64{0, 1}
	}
	return [2]float64{roi[k], roi[rank+k]}
}

// place returns where an element of the result is in the input, by the coordinate transformation; NaN is outside.
func (c *call) place(size, result, scale float64, roi [2]float64) (func(float64) float64, error) {
	absent := "half_pixel"
	if c.opset <= 10 {
		absent = "asymmetric"
	}
	switch mode := c.node.Text("coordinate_transformation_mode", absent); mode {
	case "half_pixel":
		return func(i float64) float64 { return (i+0.5)/scale - 0.5 }, nil
	case "half_pixel_symmetric":
		adjust := result / (scale * size)
		return func(i float64) float64 { return size/2*(1-adjust) + (i+0.5)/scale - 0.5 }, nil
	case "pytorch_half_pixel":
		return func(i float64) float64 {
			if result <= 1 {
				return 0
			}
			return (i+0.5)/scale - 0.5
		}, nil
	case "asymmetric":
		return func(i float64) float64 { return i / scale }, nil
	case "align_corners":
		return func(i float64) float64 {
			if result <= 1 {
				return 0
			}
			return i * (size - 1) / (result - 1)
		}, nil
	case "tf_crop_and_resize":
		return func(i float64) float64 {
			at := 0.5 * (roi[0] + roi[1]) * (size - 1)
			if result > 1 {
				at = roi[0]*(size-1) + i*(roi[1]-roi[0])*(size-1)/(result-1)
			}
			if at < 0 || at > size-1 {
				return math.NaN()
			}
			return at
		}, nil
	default:
		return nil, unsupported("a Resize by %q", mode)
	}
}

// nearest rounds a place to an element.
func (c *call) nearest(at float64) float64 {
	absent := "round_prefer_floor"
	if c.opset <= 10 {
		absent = "floor"
	}
	switch c.node.Text("nearest_mode", absent) {
	case "floor":
		return math.Floor(at)
	case "ceil":
		return math.Ceil(at)
	case "round_prefer_ceil":
		return math.Floor(at + 0.5)
	}
	return math.Ceil(at - 0.5)
}
