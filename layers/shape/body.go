package shape

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// maxDepth bounds functions that call functions; a valid model has none that call themselves.
const maxDepth = 64

// function infers the body of one of the model's own operators, with the node's inputs and attributes.
func (i *inference) function(o *operation, f *onnx.Function) error {
	if i.depth >= maxDepth {
		return unknownf("functions call each other more than %d deep", maxDepth)
	}
	i.depth++
	defer func() { i.depth-- }()
	g := &onnx.Graph{ValueInfo: f.ValueInfo, Nodes: make([]*onnx.Node, len(f.Nodes))}
	for k, n := range f.Nodes {
		g.Nodes[k] = substituted(n, o.Node, f)
	}
	s := i.scope(g, nil, opsets(f.Opsets))
	defer delete(i.result.values, g) // of no use to others: it is another graph for each call
	for k, name := range f.Inputs {
		if k < len(o.in) {
			s.values[name] = o.in[k]
		}
	}
	i.unseen++
	err := i.graph(s)
	i.unseen--
	for k, name := range f.Outputs {
		o.set(k, s.values[name])
	}
	return err
}

// substituted is a node of a function whose attributes have the values that the call gives them.
func substituted(n, call *onnx.Node, f *onnx.Function) *onnx.Node {
	references := func(a *onnx.Attribute) bool { return a.RefName != "" }
	if !slices.ContainsFunc(n.Attributes, references) && len(slices.Collect(n.Bodies())) == 0 {
		return n
	}
	n = n.Clone()
	for _, a := range slices.Clone(n.Attributes) {
		if body, ok := a.Value.(*onnx.Graph); ok {
			for k, inner := range body.Nodes {
				body.Nodes[k] = substituted(inner, call, f)
			}
		}
		if a.RefName == "" {
			continue
		}
		n.RemoveAttribute(a.Name)
		value := call.Attribute(a.RefName)
		if value == nil {
			if k := slices.IndexFunc(f.Defaults, func(d *onnx.Attribute) bool { return d.Name == a.RefName }); k >= 0 {
				value = f.Defaults[k]
			}
		}
		if value != nil {
			n.SetAttribute(a.Name, value.Value)
		}
	}
	return n
}

// body infers a graph that stands in a node, for given inputs, and returns its outputs.
func (o *operation) body(g *onnx.Graph, inputs []Value) ([]Value, error) {
	s := o.inference.scope(g, o.scope, o.scope.opsets)
	for k, in := range g.Inputs {
		if k < len(inputs) {
			s.values[in.Name] = o.inference.agree(s, in.Name, inputs[k])
		} else {
			s.values[in.Name] = declared(in.Type, in.Name)
		}
	}
	if err := o.inference.graph(s); err != nil {
		return nil, err
	}
	outputs := make([]Value, len(g.Outputs))
	for k, out := range g.Outputs {
		outputs[k], _ = s.lookup(out.Name)
	}
	return outputs, nil
}

// either is what holds for both of two values. Dimensions that differ become output's own.
func (o *operation) either(a, b Value, output int) Value {
	if a.Kind != b.Kind {
		return Value{}
	}
	v := a
	if a.Type != b.Type {
		v.Type = onnx.Undefined
	}
	v.Contents = equalContents(a.Contents, b.Contents)
	if a.Of != nil && b.Of != nil {
		of := o.either(*a.Of, *b.Of, output)
		v.Of = &of
	} else {
		v.Of = nil
	}
	if !a.Ranked || !b.Ranked || len(a.Shape) != len(b.Shape) {
		v.Ranked, v.Shape = false, nil
		return v
	}
	v.Shape = slices.Clone(a.Shape)
	for k := range v.Shape {
		if !a.Shape[k].Equal(b.Shape[k]) {
			v.Shape[k] = o.open(output, k)
		}
	}
	return v
}

func equalContents(a, b *Contents) *Contents {
	if a == nil || b == nil || !slices.EqualFunc(a.Ints, b.Ints, Expression.Equal) || !slices.Equal(a.Floats, b.Floats) {
		return nil
	}
	return a
}

// inferIf knows what both branches agree on; if the condition is known, what its branch says.
func inferIf(o *operation) error {
	branches := map[bool]*onnx.Graph{true: o.Body("then_branch"), false: o.Body("else_branch")}
	if branches[true] == nil || branches[false] == nil {
		return unknownf("a branch is missing")
	}
	results := map[bool][]Value{}
	for _, which := range []bool{true, false} {
		outputs, err := o.body(branches[which], nil)
		if err != nil {
			return err
		}
		results[which] = outputs
	}
	taken, known := o.at(0).ints()
	for k := range o.out {
		if k >= len(results[true]) || k >= len(results[false]) {
			return unknownf("the branches have fewer outputs than the node")
		}
		o.out[k] = o.either(results[true][k], results[false][k], k)
		if known && len(taken) == 1 {
			if n, ok := taken[0].Int(); ok {
				o.out[k] = results[n != 0][k]
			}
		}
	}
	return nil
}

// maxRounds bounds how often a loop's body is looked at. Each time at least one more dimension becomes open.
const maxRounds = 16

// inferLoop looks for shapes of the values that the body hands on to its next run that hold for all runs.
func inferLoop(o *operation) error {
	g := o.Body("body")
	if g == nil {
		return unknownf("the body is missing")
	}
	carried := max(len(o.in)-2, 0)
	counter, condition := Tensor(onnx.Int64), Tensor(onnx.Bool)
	inputs := []Value{counter, condition}
	for k := range carried {
		v := o.at(2 + k)
		v.Contents = nil
		inputs = append(inputs, v)
	}
	outputs, err := o.fixpoint(g, inputs, 2, 1, carried)
	if err != nil {
		return err
	}
	for k := range o.out {
		if k+1 >= len(outputs) {
			return unknownf("the body has fewer outputs than the node")
		}
		v := outputs[k+1]
		v.Contents = nil
		if k >= carried { // one for each run
			trips := o.open(k, 0)
			if list, ok := o.at(0).ints(); ok && len(list) == 1 && !o.has(1) {
				trips = list[0]
			}
			v = stacked(v, trips, 0)
		} else if k < carried {
			v = inputs[2+k] // holds before, between and after the runs
		}
		o.out[k] = v
	}
	return nil
}

// fixpoint runs a body until the values that it hands on, at inputs[in:] and outputs[out:], stay as they are.
// It changes inputs to what holds in every run.
func (o *operation) fixpoint(g *onnx.Graph, inputs []Value, in, out, carried int) ([]Value, error) {
	o.inference.unseen++
	for range maxRounds {
		outputs, err := o.body(g, inputs)
		if err != nil {
			o.inference.unseen--
			return nil, err
		}
		stable := true
		for k := 0; k < carried && out+k < len(outputs); k++ {
			next := o.either(inputs[in+k], outputs[out+k], k)
			next.Contents = nil
			stable = stable && next.String() == inputs[in+k].String()
			inputs[in+k] = next
		}
		if stable {
			break
		}
	}
	o.inference.unseen--
	return o.body(g, inputs)
}

// stacked is a tensor with one more dimension.
func stacked(v Value, n Expression, at int) Value {
	v.Contents = nil
	if v.Ranked && at <= len(v.Shape) {
		v.Shape = slices.Insert(slices.Clone(v.Shape), at, n)
	}
	return v
}

// inferScan takes slices of its last inputs along an axis, and stacks its last outputs.
func inferScan(o *operation) error {
	g := o.Body("body")
	if g == nil {
		return unknownf("the body is missing")
	}
	first := 0
	if o.opset == 8 { // sequence_lens comes first, and all have a batch
		return unknownf("Scan of opset 8 is not known")
	}
	scanned := int(o.Int("num_scan_inputs", 0))
	states := len(o.in) - first - scanned
	if states < 0 {
		return unknownf("the node has fewer inputs than it scans")
	}
	inputs := slices.Clone(o.in[first:])
	axes, _ := o.Ints("scan_input_axes")
	var length *Expression
	for k := range inputs {
		inputs[k].Contents = nil
		if k < states || !inputs[k].Ranked {
			continue
		}
		a := int64(0)
		if k-states < len(axes) {
			a = axes[k-states]
		}
		at, err := axis(a, len(inputs[k].Shape))
		if err != nil {
			return err
		}
		if length == nil {
			length = &inputs[k].Shape[at]
		}
		inputs[k].Shape = slices.Delete(slices.Clone(inputs[k].Shape), at, at+1)
	}
	outputs, err := o.fixpoint(g, inputs, 0, 0, states)
	if err != nil {
		return err
	}
	outAxes, _ := o.Ints("scan_output_axes")
	for k := range o.out {
		switch {
		case k >= len(outputs):
			return unknownf("the body has fewer outputs than the node")
		case k < states:
			o.out[k] = inputs[k]
			continue
		case length == nil:
			o.out[k] = Value{Kind: onnx.TensorType, Type: outputs[k].Type}
			continue
		}
		a := int64(0)
		if k-states < len(outAxes) {
			a = outAxes[k-states]
		}
		at, err := axis(a, len(outputs[k].Shape)+1)
		if err != nil {
			return err
		}
		o.out[k] = stacked(outputs[k], *length, at)
	}
	return nil
}
