package shape

import (
	"math"
	"math/big"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// vision are operators on images and signals.
func vision() map[string]rule {
	return map[string]rule{
		"Resize": inferResize, "Upsample": inferResize, "GridSample": inferGridSample, "AffineGrid": inferAffineGrid, "RoiAlign": inferRoiAlign,
		"NonMaxSuppression": inferNonMaxSuppression, "CenterCropPad": inferCenterCropPad, "DFT": inferDFT, "STFT": inferSTFT,
	}
}

// inferResize: scales and sizes changed their places in opsets 7, 9, 10, 11, 13 and 18.
func inferResize(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	v := o.at(0)
	v.Contents = nil
	v.Shape = slices.Clone(dims)
	axes := sequence(0, len(dims))
	if list, ok := o.Ints("axes"); ok {
		axes = nil
		for _, a := range list {
			at, err := axis(a, len(dims))
			if err != nil {
				return err
			}
			axes = append(axes, at)
		}
	}
	scaleInput, sizeInput := 2, 3
	if o.opset > 0 && o.opset < 11 || o.OpType == "Upsample" {
		scaleInput, sizeInput = 1, -1
	}
	if o.opset > 0 && o.opset < 13 && scaleInput == 2 && o.has(3) { // in opset 11 scales stand beside sizes, empty
		scaleInput = -1
	}
	scales, known := []float64(nil), false
	if list, ok := o.Floats("scales"); ok {
		for _, s := range list {
			scales = append(scales, float64(s))
		}
		known = true
	} else if scaleInput >= 0 && o.has(scaleInput) {
		if scales, known = o.at(scaleInput).floats(); known && len(scales) == 0 && sizeInput > 0 && o.has(sizeInput) {
			known = false
		}
	} else if h := o.Attribute("height_scale"); h != nil && len(dims) == 4 { // Upsample of opset 1
		scales, known = []float64{1, 1, float64(o.Float("height_scale", 1)), float64(o.Float("width_scale", 1))}, true
	}
	switch {
	case known && len(scales) == len(axes):
		for k, at := range axes {
			v.Shape[at] = o.scaled(dims[at], scales[k], at)
		}
		o.set(0, v)
		return nil
	case !known && sizeInput > 0 && o.has(sizeInput):
		if sizes, ok := o.at(sizeInput).ints(); ok && len(sizes) == len(axes) {
			o.resized(&v, dims, axes, sizes)
			o.set(0, v)
			return nil
		}
	}
	for _, at := range axes {
		v.Shape[at] = o.open(0, at)
	}
	o.set(0, v)
	return unknownf("neither scales nor sizes are known")
}

// scaled is the size times a factor, rounded down.
func (o *operation) scaled(d Expression, scale float64, at int) Expression {
	if n, ok := d.Int(); ok {
		return Number(int64(math.Floor(float64(n) * scale)))
	}
	ratio := new(big.Rat)
	if ratio.SetFloat64(scale) == nil || !ratio.Num().IsInt64() || ratio.Denom().BitLen() > 31 {
		return o.open(0, at)
	}
	if scaled := d.Times(Number(ratio.Num().Int64())).Floor(Number(ratio.Denom().Int64())); !scaled.Overflow() {
		return scaled
	}
	return o.open(0, at)
}

// resized gives axes their sizes. A policy keeps the aspect ratio: one scale for all axes, rounded.
func (o *operation) resized(v *Value, dims []Expression, axes []int, sizes []Expression) {
	policy := o.Text("keep_aspect_ratio_policy", "stretch")
	scale := math.Inf(1)
	if policy == "not_larger" || policy == "not_smaller" {
		if policy == "not_smaller" {
			scale = math.Inf(-1)
		}
		for k, at := range axes {
			n, ok := dims[at].Int()
			want, fixed := sizes[k].Int()
			if !ok || !fixed || n == 0 {
				scale = math.NaN()
				break
			}
			if ratio := float64(want) / float64(n); policy == "not_larger" {
				scale = math.Min(scale, ratio)
			} else {
				scale = math.Max(scale, ratio)
			}
		}
	}
	for k, at := range axes {
		switch {
		case policy != "not_larger" && policy != "not_smaller":
			v.Shape[at] = sizes[k]
		case math.IsNaN(scale):
			v.Shape[at] = o.open(0, at)
		default:
			n, _ := dims[at].Int()
			v.Shape[at] = Number(int64(math.Floor(float64(n)*scale + 0.5)))
		}
	}
}

func inferGridSample(o *operation) error {
	x, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	grid, err := o.rank(1, 3)
	if err != nil {
		return err
	}
	o.set(0, Tensor(o.at(0).Type, append([]Expression{x[0], x[1]}, grid[1:len(grid)-1]...)...))
	return nil
}

func inferAffineGrid(o *operation) error {
	size, err := o.ints(1)
	if err != nil {
		return err
	}
	if len(size) < 3 {
		return unknownf("the size has %d numbers", len(size))
	}
	spatial := size[2:]
	o.set(0, Tensor(o.at(0).Type, slices.Concat(size[:1], spatial, numbers([]int64{int64(len(spatial))}))...))
	return nil
}

func inferRoiAlign(o *operation) error {
	x, err := o.rank(0, 4)
	if err != nil {
		return err
	}
	rois, err := o.rank(1, 1)
	if err != nil {
		return err
	}
	o.set(0, Tensor(o.at(0).Type, rois[0], x[1], Number(o.Int("output_height", 1)), Number(o.Int("output_width", 1))))
	return nil
}

func inferNonMaxSuppression(o *operation) error {
	o.set(0, Tensor(onnx.Int64, o.open(0, 0), Number(3)))
	return nil
}

func inferCenterCropPad(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	sizes, err := o.ints(1)
	if err != nil {
		return err
	}
	axes, given := o.Ints("axes")
	if !given {
		for k := range dims {
			axes = append(axes, int64(k))
		}
	}
	if len(axes) != len(sizes) {
		return unknownf("%d sizes for %d axes", len(sizes), len(axes))
	}
	v := Tensor(o.at(0).Type, slices.Clone(dims)...)
	for k, a := range axes {
		at, err := axis(a, len(dims))
		if err != nil {
			return err
		}
		v.Shape[at] = sizes[k]
	}
	o.set(0, v)
	return nil
}

// inferDFT: the last dimension is 1 for real numbers and 2 for complex ones.
func inferDFT(o *operation) error {
	dims, err := o.rank(0, 2)
	if err != nil {
		return err
	}
	a := o.Int("axis", 1)
	if o.opset >= 20 {
		a = -2
		if o.has(2) {
			list, err := o.numbers(2)
			if err != nil {
				return err
			}
			if len(list) == 1 {
				a = list[0]
			}
		}
	}
	at, err := axis(a, len(dims))
	if err != nil {
		return err
	}
	shape := slices.Clone(dims)
	if o.has(1) {
		shape[at] = o.open(0, at)
		if list, ok := o.at(1).ints(); ok && len(list) == 1 {
			shape[at] = list[0]
		}
	}
	shape[len(shape)-1] = Number(2)
	switch {
	case o.Int("onesided", 0) == 0:
	case o.Int("inverse", 0) != 0: // back to real numbers
		shape[len(shape)-1] = Number(1)
		if !o.has(1) {
			shape[at] = shape[at].Minus(Number(1)).Times(Number(2))
		}
	default:
		shape[at] = shape[at].Floor(Number(2)).Plus(Number(1))
	}
	o.set(0, Tensor(o.at(0).Type, shape...))
	return nil
}

func inferSTFT(o *operation) error {
	signal, err := o.rank(0, 2)
	if err != nil {
		return err
	}
	step, ok := o.at(1).ints()
	length, known := Expression{}, false
	if w := o.at(2); o.has(2) && w.Ranked && len(w.Shape) == 1 {
		length, known = w.Shape[0], true
	}
	if list, ok := o.at(3).ints(); o.has(3) && ok && len(list) == 1 {
		length, known = list[0], true
	}
	if !ok || len(step) != 1 || !known {
		return unknownf("the step or the frame's length is not known")
	}
	bins := length
	if o.Int("onesided", 1) != 0 {
		bins = length.Floor(Number(2)).Plus(Number(1))
	}
	o.set(0, Tensor(o.at(0).Type, signal[0], signal[1].Minus(length).Floor(step[0]).Plus(Number(1)), bins, Number(2)))
	return nil
}
