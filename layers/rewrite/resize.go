package rewrite

import "github.com/planlint/planlint/layers/onnx"

// resize takes the nearest element, in dimensions that it makes longer or shorter from places that are not worked out
// here. By tf_crop_and_resize, what lies outside becomes a constant.
func resize(s *scene, n *onnx.Node) (*change, error) {
	b, err := s.oneByAxis(n)
	if err != nil {
		return nil, err
	}
	if mode := n.Text("mode", "nearest"); mode != "nearest" {
		return nil, refuse(named(n), "a %s by mode %q computes values of several elements", n.OpType, mode)
	}
	crops := n.Text("coordinate_transformation_mode", "") == "tf_crop_and_resize"
	same, err := s.unscaled(n, len(b.inputs[0]))
	if err != nil {
		return nil, err
	}
	for d := range b.inputs[0] {
		if crops || !same[d] {
			b.maps[0][0][d] = along{moved: true}
		}
	}
	c := single(n, places, b)
	if crops {
		c.obligation = filled
		c.constant, err = s.extrapolation(n)
	}
	return c, err
}

// unscaled tells which dimensions a Resize leaves alone: those whose scale is 1, or whose size is to be what it is.
func (s *scene) unscaled(n *onnx.Node, rank int) ([]bool, error) {
	same := make([]bool, rank)
	scales, given := n.Floats("scales")
	input := 2
	if s.opset <= 10 {
		input = 1
	}
	switch name := n.Input(input); {
	case given:
	case name == "", s.shapes.Value(s.graph, name).Ranked && s.empty(name), !s.constant(name):
	default:
		t, err := s.known(n, name)
		if err != nil {
			return nil, err
		}
		for _, x := range t.Data {
			scales = append(scales, float32(x))
		}
	}
	_, some := n.Ints("axes")
	for d := range same {
		switch {
		case some: // which dimensions the numbers are for is not worked out
		case len(scales) == rank:
			same[d] = scales[d] == 1
		case s.opset > 10 && n.Input(3) != "":
			before, after := s.shapes.Value(s.graph, n.Input(0)), s.shapes.Value(s.graph, n.Output(0))
			same[d] = before.Shape[d].Equal(after.Shape[d]) && n.Text("keep_aspect_ratio_policy", "stretch") == "stretch"
		}
	}
	return same, nil
}

func (s *scene) empty(name string) bool {
	dims, ok := s.dims(name)
	return ok && product(dims) == 0
}

// extrapolation is what lies outside of the image.
func (s *scene) extrapolation(n *onnx.Node) (*constant, error) {
	kind := s.shapes.Value(s.graph, n.Input(0)).Type
	if kind != onnx.Float16 && kind != onnx.Float32 && kind != onnx.BFloat16 {
		return nil, refuse(named(n), "an extrapolation value of type %s", kind)
	}
	return inAttribute(n, "extrapolation_value", kind), nil
}
