package shape

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// windows are convolutions and poolings.
func windows() map[string]rule {
	return map[string]rule{
		"Conv": inferConv, "ConvInteger": inferConv, "QLinearConv": inferConv, "DeformConv": inferConv, "ConvTranspose": inferConvTranspose,
		"MaxPool": inferPool, "AveragePool": inferPool, "LpPool": inferPool, "GlobalAveragePool": inferGlobalPool, "GlobalMaxPool": inferGlobalPool,
		"GlobalLpPool": inferGlobalPool, "MaxUnpool": inferMaxUnpool, "MaxRoiPool": inferMaxRoiPool, "Col2Im": inferCol2Im,
	}
}

// window is how a kernel goes over spatial dimensions; all lists are as long as there are those.
type window struct {
	kernel             []Expression
	strides, dilations []int64
	begin, end         []int64
	automatic          string // "SAME_UPPER", "SAME_LOWER", "VALID" or "NOTSET"
	ceiling            bool
	outputPadding      []int64 // of a transposed convolution
}

// window reads a node's attributes; kernel is that of its weights, or nil.
func (o *operation) window(spatial int, kernel []Expression) (window, error) {
	w := window{kernel: kernel, automatic: o.Text("auto_pad", "NOTSET"), ceiling: o.Int("ceil_mode", 0) != 0}
	if list, ok := o.Ints("kernel_shape"); ok {
		w.kernel = numbers(list)
	}
	lengths := func(name string, each int, absent int64) ([]int64, error) {
		list, ok := o.Ints(name)
		if !ok || len(list) == 0 {
			return slices.Repeat([]int64{absent}, spatial*each), nil
		}
		if len(list) != spatial*each {
			return nil, unknownf("%s has %d numbers for %d dimensions", name, len(list), spatial)
		}
		return list, nil
	}
	if len(w.kernel) != spatial {
		return w, unknownf("the kernel has %d dimensions, not %d", len(w.kernel), spatial)
	}
	var err error
	if w.strides, err = lengths("strides", 1, 1); err != nil {
		return w, err
	}
	if w.dilations, err = lengths("dilations", 1, 1); err != nil {
		return w, err
	}
	pads, err := lengths("pads", 2, 0)
	if err != nil {
		return w, err
	}
	w.begin, w.end = pads[:spatial], pads[spatial:]
	if slices.ContainsFunc(w.strides, func(s int64) bool { return s <= 0 }) {
		return w, unknownf("a stride is not positive")
	}
	w.outputPadding, err = lengths("output_padding", 1, 0)
	return w, err
}

// span is the extent of the kernel along an axis, with the gaps of its dilation.
func (w window) span(k int) Expression {
	return w.kernel[k].Minus(Number(1)).Times(Number(w.dilations[k])).Plus(Number(1))
}

// forward are the spatial dimensions of a convolution or pooling.
func (w window) forward(dims []Expression) ([]Expression, error) {
	out := make([]Expression, len(dims))
	for k, d := range dims {
		stride := Number(w.strides[k])
		moves := d.Minus(w.span(k))
		switch w.automatic {
		case "SAME_UPPER", "SAME_LOWER":
			out[k] = d.Ceil(stride)
			continue
		case "VALID":
		default:
			moves = moves.Plus(Number(w.begin[k] + w.end[k]))
		}
		if n, ok := moves.Int(); ok && n < 0 {
			return nil, unknownf("the window of %s is larger than dimension %d, which is %s", w.span(k), k+2, d)
		}
		if out[k] = moves.Floor(stride).Plus(Number(1)); w.ceiling {
			out[k] = w.ceil(moves, d, k)
		}
	}
	return out, nil
}

// ceil counts the windows of which the last one may reach out of the data, where moves is what is left for a window
// to move in. None begins behind the data and the padding before it.
func (w window) ceil(moves, size Expression, k int) Expression {
	stride := Number(w.strides[k])
	count := moves.Ceil(stride).Plus(Number(1))
	if span, ok := w.span(k).Int(); ok && w.strides[k]+w.end[k] <= span {
		return count
	}
	return count.Min(size.Plus(Number(w.begin[k] - 1)).Floor(stride).Plus(Number(1)))
}

func inferConv(o *operation) error {
	weights := 1
	if o.OpType == "QLinearConv" {
		weights = 3
	}
	dims, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	kernel, err := o.rank(weights, 3)
	if err != nil {
		return err
	}
	if len(kernel) != len(dims) {
		return unknownf("the weights have %d dimensions, the data %d", len(kernel), len(dims))
	}
	channels, fixed := dims[1].Int()
	taken, also := kernel[1].Times(Number(o.Int("group", 1))).Int()
	if fixed && also && channels != taken {
		return unknownf("the data has %d channels, and the weights take %d", channels, taken)
	}
	w, err := o.window(len(dims)-2, kernel[2:])
	if err != nil {
		return err
	}
	spatial, err := w.forward(dims[2:])
	if err != nil {
		return err
	}
	v := Tensor(o.at(0).Type, append([]Expression{dims[0], kernel[0]}, spatial...)...)
	switch o.OpType {
	case "ConvInteger":
		v.Type = onnx.Int32
	case "QLinearConv":
		v.Type = o.at(7).Type
	}
	o.set(0, v)
	return nil
}

func inferConvTranspose(o *operation) error {
	dims, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	kernel, err := o.rank(1, 3)
	if err != nil {
		return err
	}
	if len(kernel) != len(dims) {
		return unknownf("the weights have %d dimensions, the data %d", len(kernel), len(dims))
	}
	w, err := o.window(len(dims)-2, kernel[2:])
	if err != nil {
		return err
	}
	shape := []Expression{dims[0], kernel[1].Times(Number(o.Int("group", 1)))}
	given, _ := o.Ints("output_shape")
	if len(given) == len(dims) {
		given = given[2:]
	}
	for k, d := range dims[2:] {
		stride := Number(w.strides[k])
		full := d.Minus(Number(1)).Times(stride).Plus(Number(w.outputPadding[k])).Plus(w.span(k))
		switch {
		case len(given) == len(dims)-2:
			full = Number(given[k])
		case w.automatic == "SAME_UPPER" || w.automatic == "SAME_LOWER": // nothing is added to reach it
			full = full.Min(d.Times(stride))
		case w.automatic != "VALID":
			full = full.Minus(Number(w.begin[k] + w.end[k]))
		}
		shape = append(shape, full)
	}
	o.set(0, Tensor(o.at(0).Type, shape...))
	return nil
}

func inferPool(o *operation) error {
	dims, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	w, err := o.window(len(dims)-2, nil)
	if err != nil {
		return err
	}
	spatial, err := w.forward(dims[2:])
	if err != nil {
		return err
	}
	shape := append([]Expression{dims[0], dims[1]}, spatial...)
	o.set(0, Tensor(o.at(0).Type, shape...))
	o.set(1, Tensor(onnx.Int64, shape...))
	return nil
}

func inferGlobalPool(o *operation) error {
	dims, err := o.rank(0, 2)
	if err != nil {
		return err
	}
	shape := slices.Clone(dims)
	for k := 2; k < len(shape); k++ {
		shape[k] = Number(1)
	}
	o.set(0, Tensor(o.at(0).Type, shape...))
	return nil
}

func inferMaxUnpool(o *operation) error {
	dims, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	if o.has(2) {
		v, why := o.shapeFrom(2, o.at(0).Type)
		o.set(0, v)
		return why
	}
	w, err := o.window(len(dims)-2, nil)
	if err != nil {
		return err
	}
	shape := slices.Clone(dims[:2])
	for k, d := range dims[2:] {
		shape = append(shape, d.Minus(Number(1)).Times(Number(w.strides[k])).Plus(w.kernel[k]).Minus(Number(w.begin[k]+w.end[k])))
	}
	o.set(0, Tensor(o.at(0).Type, shape...))
	return nil
}

func inferMaxRoiPool(o *operation) error {
	dims, err := o.rank(0, 2)
	if err != nil {
		return err
	}
	rois, err := o.rank(1, 1)
	if err != nil {
		return err
	}
	size, _ := o.Ints("pooled_shape")
	o.set(0, Tensor(o.at(0).Type, append([]Expression{rois[0], dims[1]}, numbers(size)...)...))
	return nil
}

func inferCol2Im(o *operation) error {
	dims, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	image, err := o.ints(1)
	if err != nil {
		return err
	}
	block, err := o.ints(2)
	if err != nil {
		return err
	}
	o.set(0, Tensor(o.at(0).Type, append([]Expression{dims[0], dims[1].Floor(product(block))}, image...)...))
	return nil
}
