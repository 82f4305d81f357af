package rewrite

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// maxPool takes the largest element of each window.
func maxPool(s *scene, n *onnx.Node) (*change, error) {
	if n.Output(1) != "" {
		return nil, refuse(named(n), "its Indices are used, which f changes where it makes two numbers equal")
	}
	b, err := s.oneByAxis(n)
	if err != nil {
		return nil, err
	}
	rank := len(b.inputs[0])
	if rank < 3 {
		return nil, refuse(named(n), "a MaxPool over %d dimensions", rank)
	}
	if err := windows(n, b.inputs[0][2:], b.outputs[0][2:]); err != nil {
		return nil, err
	}
	for d := 2; d < rank; d++ {
		b.maps[0][0][d] = along{moved: true}
	}
	return single(n, ordered, b), nil
}

// windows refuses a pool that has, or may have, a window of padding alone: its result is -inf, or what an implementation
// makes of that, and f of it is something else.
func windows(n *onnx.Node, in, out []int64) error {
	rank := len(in)
	read := func(name string, count int, absent int64) []int64 {
		if list, ok := n.Ints(name); ok {
			return list
		}
		return slices.Repeat([]int64{absent}, count)
	}
	size, strides, dilations, pads := read("kernel_shape", 0, 0), read("strides", rank, 1), read("dilations", rank, 1), read("pads", 2*rank, 0)
	if len(size) != rank || len(strides) != rank || len(dilations) != rank || len(pads) != 2*rank {
		return refuse(named(n), "its attributes do not fit %d dimensions", rank)
	}
	auto := n.Text("auto_pad", "NOTSET")
	for d := range rank {
		switch {
		case dilations[d] == 1 && n.Int("ceil_mode", 0) == 0 && (auto != "NOTSET" || pads[d] < size[d] && pads[rank+d] < size[d]):
			// Padding is shorter than a window on either side.
		case auto != "NOTSET" || in[d] == free || out[d] == free || max(in[d], out[d], size[d], strides[d], dilations[d], pads[d], pads[rank+d]) > maxOperand ||
			min(strides[d], dilations[d], size[d]) < 1:
			return refuse(named(n), "a window may be of padding alone, and f of that is not what MaxPool makes of it")
		default:
			for i := range out[d] {
				if !touches(i*strides[d]-pads[d], size[d], dilations[d], in[d]) {
					return refuse(named(n), "a window is of padding alone, and f of that is not what MaxPool makes of it")
				}
			}
		}
	}
	return nil
}

// touches tells whether a window that begins at a place has an element of an image.
func touches(start, size, dilation, image int64) bool {
	first := int64(0) // the first of the window's elements that is not before the image
	if start < 0 {
		first = (-start + dilation - 1) / dilation
	}
	return first < size && start+first*dilation < image
}
