package interpret

import (
	"fmt"
	"math"
)

// Windows are what a pool or a convolution looks at, along the dimensions of an image.
type Windows struct {
	// Size, Stride, Dilation and Before, the padding before the image, each for one dimension.
	Size, Stride, Dilation, Before []int64
	// Images are the sizes of the image, and Results how many windows there are.
	Images, Results []int64
}

// windows reads the attributes of a node over an image. size is the kernel's where no attribute says it.
func (c *call) windows(images, size []int64) (*Windows, error) {
	rank := len(images)
	w := &Windows{Images: images, Size: size}
	if list, ok := c.node.Ints("kernel_shape"); ok {
		w.Size = list
	}
	read := func(name string, absent int64, count int) []int64 {
		if list, ok := c.node.Ints(name); ok {
			return list
		}
		list := make([]int64, count)
		for i := range list {
			list[i] = absent
		}
		return list
	}
	w.Stride, w.Dilation = read("strides", 1, rank), read("dilations", 1, rank)
	pads := read("pads", 0, 2*rank)
	if len(w.Size) != rank || len(w.Stride) != rank || len(w.Dilation) != rank || len(pads) != 2*rank {
		return nil, fmt.Errorf("windows of %d dimensions do not fit", rank)
	}
	if auto := c.node.Text("auto_pad", "NOTSET"); auto != "NOTSET" && auto != "VALID" {
		return nil, unsupported("%s with auto_pad", c.node.OpType)
	}
	w.Before = pads[:rank]
	for k := range rank {
		if w.Stride[k] < 1 || w.Dilation[k] < 1 || w.Size[k] < 1 {
			return nil, fmt.Errorf("windows of size %d, strides %d, dilations %d", w.Size, w.Stride, w.Dilation)
		}
		room := images[k] + pads[k] + pads[rank+k] - ((w.Size[k]-1)*w.Dilation[k] + 1)
		steps := room / w.Stride[k]
		if c.node.Int("ceil_mode", 0) != 0 {
			steps = (room + w.Stride[k] - 1) / w.Stride[k]
			if steps*w.Stride[k] >= images[k]+pads[k] { // the last window would begin behind the image
				steps--
			}
		}
		if room < 0 {
			steps = -1
		}
		w.Results = append(w.Results, steps+1)
	}
	if seen := count(w.Size) * max(count(w.Results), 1); count(w.Size) < 0 || count(w.Size) > c.limit || seen < 0 || seen > 1<<28 {
		return nil, unsupported("windows of %d", w.Size)
	}
	return w, nil
}

// visit calls see for the offset within the window and the place in the image of everything that a window looks at.
func (w *Windows) visit(at []int64, see func(offset, place int64)) {
	total := count(w.Size)
	inside := make([]int64, len(w.Size))
	for offset := range total {
		place, out := int64(0), false
		for k, j := range inside {
			x := at[k]*w.Stride[k] - w.Before[k] + j*w.Dilation[k]
			out = out || x < 0 || x >= w.Images[k]
			place = place*w.Images[k] + x
		}
		if !out {
			see(offset, place)
		}
		advance(inside, w.Size)
	}
}

// maxPool takes the largest of each window, -0 before +0, NaN if there is one. The padding is no number that could win.
func (c *call) maxPool() ([]*Tensor, error) {
	x, err := c.data(0)
	if err != nil {
		return nil, err
	}
	if len(c.node.Outputs) > 1 && c.node.Outputs[1] != "" {
		return nil, unsupported("MaxPool with indices")
	}
	if len(x.Dims) < 3 {
		return nil, fmt.Errorf("an image of shape %d", x.Dims)
	}
	w, err := c.windows(x.Dims[2:], nil)
	if err != nil {
		return nil, err
	}
	y, err := c.make(x.Type, append([]int64{x.Dims[0], x.Dims[1]}, w.Results...))
	if err != nil {
		return nil, err
	}
	image, results := count(w.Images), count(w.Results)
	at := make([]int64, len(w.Results))
	for i := range y.Data {
		plane := x.Data[int64(i)/results*image:][:image]
		most := math.Inf(-1)
		w.visit(at, func(_, place int64) { most = maximum(most, plane[place]) })
		y.Data[i] = most
		advance(at, w.Results)
	}
	return []*Tensor{y}, nil
}
