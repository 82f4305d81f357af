package fuse

import (
	"slices"
	"testing"
)

// TestOperands: operators of any number of operands are predicted as TensorRT-RTX 1.7.1.116 builds them, one operation of two
// operands after the other: kernels are called CorrMulRelu of a Mean and CorrMaxMaxRelu of a Max of three.
func TestOperands(t *testing.T) {
	image := Value{Type: "float16", Shape: []Dim{{Size: 1}, {Size: 32}, {Size: 64}, {Size: 64}}}
	for name, test := range map[string]struct {
		op    string
		count int
		want  Signature
	}{
		"a residual": {"Sum", 2, "Add Relu"}, "three": {"Sum", 3, "Add Relu"}, "Max of three": {"Max", 3, "Max Max Relu"}, "one": {"Sum", 1, "Relu"},
		"Min of one": {"Min", 1, "Relu"},
	} {
		g := &Graph{Outputs: []string{"y"}, Values: map[string]Value{"x": image, "w": {Type: "float16", Shape: []Dim{{Size: 32}, {Size: 32}, {Size: 3}, {Size: 3}}, Constant: true}, "s": image, "r": image, "y": image}}
		var operands []string
		for i := range test.count {
			made := string(rune('a' + i))
			g.Values[made] = image
			g.Nodes = append(g.Nodes, Node{Name: made, Op: "Conv", Inputs: []string{"x", "w"}, Outputs: []string{made}})
			operands = append(operands, made)
		}
		g.Nodes = append(g.Nodes, Node{Name: "s", Op: test.op, Inputs: operands, Outputs: []string{"s"}}, Node{Name: "r", Op: "Relu", Inputs: []string{"s"}, Outputs: []string{"r"}},
			Node{Name: "y", Op: "Conv", Inputs: []string{"r", "w"}, Outputs: []string{"y"}})
		groups := Groups(g, rtxTable(t), "")
		if slices.ContainsFunc(groups, func(g Group) bool { return g.Alone }) {
			t.Errorf("%s: something stays alone: %+v", name, groups)
		}
		if at := slices.IndexFunc(groups, func(g Group) bool { return g.Output == "r" }); at < 0 || groups[at].Signature != test.want || slices.Compact(slices.Clone(groups[at].Nodes))[0] == "" {
			t.Errorf("%s: %+v, want %s", name, groups, test.want)
		}
		for _, group := range groups {
			if _, ok := g.Values[group.Output]; !ok {
				t.Errorf("%s: %q is no value of the model", name, group.Output)
			}
		}
	}
}

// TestNameless: nodes without names are not taken for each other.
func TestNameless(t *testing.T) {
	image := Value{Type: "float16", Shape: []Dim{{Size: 1}, {Size: 64}, {Size: 64}, {Size: 64}}}
	g := &Graph{Outputs: []string{"s", "y"}, Values: map[string]Value{"x": image, "w": {Type: "float16", Shape: []Dim{{Size: 64}, {Size: 64}, {Size: 3}, {Size: 3}}, Constant: true}, "c": image, "r": image, "s": image, "y": image}}
	g.Nodes = []Node{{Op: "Conv", Inputs: []string{"x", "w"}, Outputs: []string{"c"}}, {Op: "Relu", Inputs: []string{"c"}, Outputs: []string{"r"}},
		{Op: "Conv", Inputs: []string{"r", "w"}, Outputs: []string{"y"}}, {Op: "Exp", Inputs: []string{"x"}, Outputs: []string{"s"}}}
	groups, err := Predict(g, Target{"trt11", "11.2.1.2"})
	if err != nil || len(groups) != 2 {
		t.Fatal(groups, err)
	}
	if relu := groups[0]; relu.Alone || relu.AloneMax {
		t.Errorf("what the convolution takes in may stay alone: %+v", relu)
	}
	if exp := groups[1]; !exp.Alone || !exp.AloneMin {
		t.Errorf("what nothing takes in is open: %+v", exp)
	}
}
