package shape

import (
	"math"
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
	v := o.at(0).plain()
	v.Shape = slices.Clone(dims)
	places := sequence(0, len(dims))
	if list, ok := o.Ints("axes"); ok {
		if places, err = axes(list, len(dims)); err != nil {
			return err
		}
	}
	scales, sizes, err := o.factors()
	if err == nil && len(scales) != len(places) && len(sizes) != len(places) {
		err = unknownf("%d scales and %d sizes for %d axes", len(scales), len(sizes), len(places))
	}
	for k, at := range places {
		switch {
		case err != nil:
			v.Shape[at] = o.open(0, at)
		case len(scales) == len(places):
			v.Shape[at] = dims[at].Scale(float32(scales[k]))
		default:
			v.Shape[at] = sizes[k]
		}
	}
	if err == nil && len(scales) != len(places) {
		o.keepAspect(&v, dims, places)
	}
	o.set(0, v)
	return err
}

// factors are what a Resize or Upsample multiplies sizes with, or what it makes of them.
func (o *operation) factors() (scales []float64, sizes []Expression, err error) {
	scaleInput, sizeInput := 2, 3
	if o.before(11) || o.OpType == "Upsample" {
		scaleInput, sizeInput = 1, -1
	}
	if list, ok := o.Floats("scales"); ok { // Upsample of opset 7
		for _, s := range list {
			scales = append(scales, float64(s))
		}
		return scales, nil, nil
	}
	if o.Attribute("height_scale") != nil { // of opset 1
		return []float64{1, 1, float64(o.Float("height_scale", 1)), float64(o.Float("width_scale", 1))}, nil, nil
	}
	if sizeInput > 0 && o.has(sizeInput) { // scales that stand beside sizes are empty
		if n, ok := o.length(sizeInput); !ok || n > 0 {
			sizes, err = o.ints(sizeInput)
			return nil, sizes, err
		}
	}
	if !o.has(scaleInput) {
		return nil, nil, unknownf("there are neither scales nor sizes")
	}
	scales, ok := o.at(scaleInput).floats()
	if !ok {
		return nil, nil, unknownf("the contents of %q are not known", o.Input(scaleInput))
	}
	return scales, nil, nil
}

// keepAspect changes sizes so that all axes have one scale, if the node says so: the least or the largest that the
// sizes ask for.
func (o *operation) keepAspect(v *Value, dims []Expression, places []int) {
	policy := o.Text("keep_aspect_ratio_policy", "stretch")
	if policy != "not_larger" && policy != "not_smaller" {
		return
	}
	var scale float32
	known := true
	for k, at := range places {
		n, ok := dims[at].Int()
		want, fixed := v.Shape[at].Int()
		known = known && ok && fixed && n > 0
		if ratio := float32(want) / float32(n); k == 0 || policy == "not_larger" && ratio < scale || policy == "not_smaller" && ratio > scale {
			scale = ratio
		}
	}
	for _, at := range places {
		n, _ := dims[at].Int()
		if v.Shape[at] = o.open(0, at); known {
			v.Shape[at] = Number(int64(math.Round(float64(float32(n) * scale))))
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
	places := sequence(0, len(dims))
	if list, given := o.Ints("axes"); given {
		if places, err = axes(list, len(dims)); err != nil {
			return err
		}
	}
	if len(places) != len(sizes) {
		return unknownf("%d sizes for %d axes", len(sizes), len(places))
	}
	v := Tensor(o.at(0).Type, slices.Clone(dims)...)
	for k, at := range places {
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
	if !o.before(20) {
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
		if n, ok := o.scalar(1); ok {
			shape[at] = n
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
	step, ok := o.scalar(1)
	length, known := Expression{}, false
	if w := o.at(2); o.has(2) && w.Ranked && len(w.Shape) == 1 {
		length, known = w.Shape[0], true
	}
	if n, ok := o.scalar(3); ok && o.has(3) {
		length, known = n, true
	}
	if !ok || !known {
		return unknownf("the step or the frame's length is not known")
	}
	bins := length
	if o.Int("onesided", 1) != 0 {
		bins = length.Floor(Number(2)).Plus(Number(1))
	}
	o.set(0, Tensor(o.at(0).Type, signal[0], signal[1].Minus(length).Floor(step).Plus(Number(1)), bins, Number(2)))
	return nil
}
