package rewrite

import (
	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
)

// pad repeats elements, or adds a constant, which becomes f of it.
func pad(s *scene, n *onnx.Node) (*change, error) {
	b, err := s.oneByAxis(n)
	if err != nil {
		return nil, err
	}
	mode := n.Text("mode", "constant")
	if mode != "constant" && mode != "reflect" && mode != "edge" && mode != "wrap" {
		return nil, refuse(named(n), "mode %q is none that is known", mode)
	}
	rank := len(b.inputs[0])
	name := "pads"
	if s.opset < 2 {
		name = "paddings"
	}
	pads, given, err := s.integers(n, name, 1)
	if err != nil {
		return nil, err
	}
	axes, some, err := s.integers(n, "", 3)
	if err != nil {
		return nil, err
	}
	if !some {
		axes = counted(rank)
	}
	if !given || len(pads) != 2*len(axes) {
		return nil, refuse(named(n), "its pads are not known")
	}
	for i, a := range axes {
		at, err := axis(n, a, rank)
		if err != nil {
			return nil, err
		}
		before, behind := pads[i], pads[len(axes)+i]
		if before == 0 && behind == 0 {
			continue
		}
		b.maps[0][0][at] = along{moved: true}
		if size := b.inputs[0][at]; size != free && size <= maxOperand {
			list, err := interpret.Padded(mode, size, before, behind)
			if err != nil {
				return nil, refuse(named(n), "%v", err)
			}
			b.maps[0][0][at] = along{of: list}
		}
	}
	c := single(n, places, b)
	if mode == "constant" {
		c.obligation = filled
		c.constant, err = s.padding(n)
	}
	return c, err
}

// padding is the constant that a Pad adds.
func (s *scene) padding(n *onnx.Node) (*constant, error) {
	kind := s.shapes.Value(s.graph, n.Input(0)).Type
	if s.opset < 11 {
		return inAttribute(n, "value", kind), nil
	}
	value := &interpret.Tensor{Type: kind, Data: []float64{0}}
	if name := n.Input(2); name != "" {
		t, err := s.known(n, name)
		if err != nil {
			return nil, err
		}
		if len(t.Data) != 1 {
			return nil, refuse(named(n), "its constant has %d elements", len(t.Data))
		}
		value.Data[0] = t.Data[0]
	}
	return &constant{n, value, "", func(s *scene, to *interpret.Tensor) error {
		name, err := s.initializer(named(n)+"_value", &interpret.Tensor{Type: to.Type, Data: to.Data})
		for len(n.Inputs) < 3 {
			n.Inputs = append(n.Inputs, "")
		}
		n.Inputs[2] = name
		return err
	}}, nil
}
