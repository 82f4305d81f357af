package topology

import (
	"math"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// compare compares what onnx-go read with the graph that it was given.
func (b *backend) compare(g *onnx.Graph) error {
	if len(b.operations) != len(g.Nodes) {
		return mismatch("onnx-go reads %d operations of %d nodes", len(b.operations), len(g.Nodes))
	}
	edges := 0
	for i, n := range g.Nodes {
		found, err := b.compareNode(n, b.operations[i])
		if err != nil {
			return err
		}
		edges += found
	}
	if got := b.Edges().Len(); got != edges {
		return mismatch("onnx-go reads %d edges of %d", got, edges)
	}
	want := map[string]bool{}
	for _, v := range slices.Concat(g.Inputs, g.Outputs) {
		want[v.Name] = true
	}
	for _, n := range g.Nodes {
		for _, name := range slices.Concat(inputsRead(n), n.Outputs) {
			want[name] = true
		}
	}
	if got := b.Nodes().Len(); got != len(want) {
		return mismatch("onnx-go reads %d values of %d", got, len(want))
	}
	return nil
}

// inputsRead are the inputs that onnx-go sees: for a node without any it makes one up.
func inputsRead(n *onnx.Node) []string {
	if len(n.Inputs) == 0 && len(n.Outputs) > 0 {
		return []string{n.Name + "/input"}
	}
	if len(n.Outputs) == 0 {
		return nil // it looks at inputs for the sake of outputs
	}
	return n.Inputs
}

// compareNode compares a node, and returns how many edges it has.
func (b *backend) compareNode(n *onnx.Node, o operation) (int, error) {
	if o.Name != n.OpType || len(o.outputs) != len(n.Outputs) {
		return 0, mismatch("node %q: onnx-go reads %q with %d outputs, not %q with %d", n.Name, o.Name, len(o.outputs), n.OpType, len(n.Outputs))
	}
	weights := map[string]float64{}
	for i, name := range inputsRead(n) {
		weights[name] = float64(i) // of several positions onnx-go keeps the last
	}
	edges := 0
	for i, output := range o.outputs {
		if output.Name != n.Outputs[i] {
			return 0, mismatch("output %d of %q: onnx-go reads %q, not %q", i, n.OpType, output.Name, n.Outputs[i])
		}
		from := sorted(b.From(output.id))
		if len(from) != len(weights) {
			return 0, mismatch("value %q: onnx-go reads %d inputs of %d", output.Name, len(from), len(weights))
		}
		for _, input := range from {
			want, ok := weights[input.Name]
			if got, _ := b.Weight(output.id, input.id); !ok || got != want {
				return 0, mismatch("value %q: onnx-go reads input %q at %v, not %v", output.Name, input.Name, got, want)
			}
		}
		edges += len(from)
	}
	return edges, compareAttributes(n, o.Attributes)
}

func compareAttributes(n *onnx.Node, got map[string]any) error {
	if len(got) != len(n.Attributes) {
		return mismatch("%s: onnx-go reads %d attributes of %d", n.OpType, len(got), len(n.Attributes))
	}
	for _, a := range n.Attributes {
		value, ok := got[a.Name]
		if !ok || !sameValue(value, a.Value) {
			return mismatch("%s: onnx-go reads attribute %q as %v, not %v", n.OpType, a.Name, value, a.Value)
		}
	}
	return nil
}

func sameValue(got, want any) bool {
	sameFloat := func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) }
	switch w := want.(type) {
	case float32:
		g, ok := got.(float32)
		return ok && sameFloat(g, w) || untyped(got)
	case []float32:
		g, ok := got.([]float32)
		return ok && slices.EqualFunc(g, w, sameFloat) || untyped(got)
	case []int64:
		g, ok := got.([]int64)
		return ok && slices.Equal(g, w) || untyped(got)
	case []string:
		g, ok := got.([]string)
		return ok && slices.Equal(g, w) || untyped(got)
	}
	return got == want || untyped(got)
}

// untyped is what onnx-go makes of an attribute whose type is not written down.
func untyped(value any) bool { return value == struct{}{} }
