package rewrite

import (
	"slices"

	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
)

// keptAll keeps every element of as many dimensions.
func keptAll(rank int) []along {
	list := make([]along, rank)
	for i := range list {
		list[i].kept = true
	}
	return list
}

// oneByAxis is the map of a node with one input and one output.
func (s *scene) oneByAxis(n *onnx.Node) (*byAxis, error) {
	in, err := s.ranked(n, n.Input(0))
	if err != nil {
		return nil, err
	}
	out, err := s.ranked(n, n.Output(0))
	if err != nil {
		return nil, err
	}
	if len(in) != len(out) {
		return nil, refuse(named(n), "it makes %d dimensions of %d", len(out), len(in))
	}
	return &byAxis{inputs: [][]int64{in}, outputs: [][]int64{out}, side: -1, maps: [][][]along{{keptAll(len(in))}}}, nil
}

// slice takes some elements of a dimension. Those that it drops may become anything.
func slice(s *scene, n *onnx.Node) (*change, error) {
	b, err := s.oneByAxis(n)
	if err != nil {
		return nil, err
	}
	var lists [4][]int64
	for i, name := range []string{"starts", "ends", "axes", "steps"} {
		if i == 3 {
			name = ""
		}
		list, given, err := s.integers(n, name, i+1)
		if err != nil {
			return nil, err
		}
		switch {
		case given:
		case i == 2:
			list = counted(len(lists[0]))
		case i == 3:
			list = slices.Repeat([]int64{1}, len(lists[0]))
		}
		if len(list) != len(lists[0]) && i > 0 {
			return nil, refuse(named(n), "its starts, ends, axes and steps are not as many")
		}
		lists[i] = list
	}
	for i, a := range lists[2] {
		at, err := axis(n, a, len(b.inputs[0]))
		if err != nil {
			return nil, err
		}
		size := b.inputs[0][at]
		b.maps[0][0][at] = along{moved: true}
		if size != free && size <= maxOperand && lists[3][i] != 0 {
			b.maps[0][0][at] = along{of: interpret.Sliced(size, lists[0][i], lists[1][i], lists[3][i])}
		}
	}
	return single(n, places, b), nil
}

func counted(n int) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(i)
	}
	return list
}

// split takes a dimension apart: all parts need the same f.
func split(s *scene, n *onnx.Node) (*change, error) {
	in, err := s.ranked(n, n.Input(0))
	if err != nil {
		return nil, err
	}
	at, err := axis(n, n.Int("axis", 0), len(in))
	if err != nil {
		return nil, err
	}
	c := &change{node: n, inputs: []int{0}, obligation: parts}
	b := &byAxis{inputs: [][]int64{in}, side: at, maps: [][][]along{nil}}
	from := int64(0)
	for i, name := range n.Outputs {
		if name == "" {
			return nil, refuse(named(n), "an output is left out")
		}
		out, err := s.ranked(n, name)
		if err != nil {
			return nil, err
		}
		if len(out) != len(in) {
			return nil, refuse(named(n), "its outputs have other numbers of dimensions")
		}
		part := keptAll(len(in))
		part[at] = span(from, out[at])
		if from = sum(from, out[at]); from == free {
			part[at] = along{moved: true}
		}
		c.outputs, b.outputs, b.maps[0] = append(c.outputs, i), append(b.outputs, out), append(b.maps[0], part)
	}
	c.indexes = b
	return c, nil
}

// span are some elements from one on.
func span(from, size int64) along {
	if from == free || size == free || size > maxOperand {
		return along{moved: true}
	}
	list := make([]int64, size)
	for i := range list {
		list[i] = from + int64(i)
	}
	return along{of: list}
}

func sum(a, b int64) int64 {
	if a == free || b == free {
		return free
	}
	return a + b
}

// concat puts inputs side by side: all get the same f.
func concat(s *scene, n *onnx.Node) (*change, error) {
	out, err := s.ranked(n, n.Output(0))
	if err != nil {
		return nil, err
	}
	at, err := axis(n, n.Int("axis", 0), len(out))
	if err != nil {
		return nil, err
	}
	c := &change{node: n, outputs: []int{0}, obligation: parts}
	b := &byAxis{outputs: [][]int64{out}, side: at}
	from := int64(0)
	for i, name := range n.Inputs {
		if name == "" {
			return nil, refuse(named(n), "an input is left out")
		}
		in, err := s.ranked(n, name)
		if err != nil {
			return nil, err
		}
		if len(in) != len(out) {
			return nil, refuse(named(n), "its inputs have other numbers of dimensions")
		}
		part := keptAll(len(out))
		part[at] = along{moved: true}
		if from != free && in[at] != free && out[at] != free && out[at] <= maxOperand {
			list := slices.Repeat([]int64{-1}, int(out[at]))
			for j := range in[at] {
				if from+j >= out[at] {
					return nil, refuse(named(n), "its inputs are longer than its output")
				}
				list[from+j] = j
			}
			part[at] = along{of: list}
		}
		from = sum(from, in[at])
		c.inputs, b.inputs, b.maps = append(c.inputs, i), append(b.inputs, in), append(b.maps, [][]along{part})
	}
	c.indexes = b
	return c, nil
}
