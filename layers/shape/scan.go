package shape

import "slices"

// inferScan takes slices of its last inputs along an axis, and stacks its last outputs.
func inferScan(o *operation) error {
	g := o.Body("body")
	if g == nil {
		return unknownf("the body is missing")
	}
	old := o.opset == 8 // there, the lengths of the sequences come first, and a batch runs before all other axes
	scanned := int(o.Int("num_scan_inputs", 0))
	given := o.in
	if old && len(given) > 0 {
		given = given[1:]
	}
	states := len(given) - scanned
	if scanned < 0 || states < 0 {
		return unknownf("the node has fewer inputs than it scans")
	}
	s := scan{o: o, batched: old, states: states}
	s.inputAxes, _ = o.Ints("scan_input_axes")
	s.outputAxes, _ = o.Ints("scan_output_axes")
	inputs := make([]Value, len(given))
	for k, v := range given {
		var err error
		if inputs[k], err = s.slice(v.plain(), k); err != nil {
			return err
		}
	}
	first := slices.Clone(inputs)
	outputs, err := o.fixpoint(g, inputs, 0, 0, states)
	if err != nil {
		return err
	}
	if len(outputs) < len(o.out) {
		return unknownf("the body has %d outputs for %d of the node", len(outputs), len(o.out))
	}
	for k := range o.out {
		v := outputs[k].plain()
		if k < states {
			v = either(first[k], inputs[k], o.opening(k))
		}
		if o.out[k], err = s.stack(v, k); err != nil {
			return err
		}
	}
	return nil
}

// scan knows which axes a Scan goes along.
type scan struct {
	o                     *operation
	batched               bool
	states                int
	inputAxes, outputAxes []int64
	batch, length         *Expression
}

// slice is what the body sees of an input.
func (s *scan) slice(v Value, k int) (Value, error) {
	if !v.Ranked {
		return v, nil
	}
	v.Shape = slices.Clone(v.Shape)
	if s.batched {
		if len(v.Shape) == 0 {
			return v, unknownf("input %d has no batch", k+1)
		}
		if s.batch == nil {
			s.batch = &v.Shape[0]
		}
		v.Shape = v.Shape[1:]
	}
	if k < s.states {
		return v, nil
	}
	at, err := axis(nth(s.inputAxes, k-s.states), len(v.Shape))
	if err != nil {
		return v, err
	}
	n := v.Shape[at]
	if _, fixed := n.Int(); s.length == nil || fixed {
		s.length = &n
	}
	v.Shape = slices.Delete(v.Shape, at, at+1)
	return v, nil
}

// stack is what the node makes of an output of its body.
func (s *scan) stack(v Value, k int) (Value, error) {
	if !v.Ranked {
		return v, nil
	}
	if k >= s.states {
		at, err := axis(nth(s.outputAxes, k-s.states), len(v.Shape)+1)
		if err != nil {
			return v, err
		}
		n := s.o.open(k, at)
		if s.length != nil {
			n = *s.length
		}
		v = stacked(v, n, at)
	}
	if s.batched {
		n := s.o.open(k, 0)
		if s.batch != nil {
			n = *s.batch
		}
		v = stacked(v, n, 0)
	}
	return v, nil
}

// nth is a number of a list; 0, as axes are by default, if the list is shorter.
func nth(list []int64, k int) int64 {
	if k < len(list) {
		return list[k]
	}
	return 0
}
