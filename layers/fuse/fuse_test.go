package fuse

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// head is the upsampling head of NVIDIA/TensorRT issue 4841: one stage, a convolution with its activation, the last one.
func head(reordered bool) *Graph {
	image := func(channels, height, width int64) Value {
		return Value{Type: "float16", Shape: []Dim{{Size: 1}, {Size: channels}, {Size: height}, {Size: width}}}
	}
	weights := Value{Type: "float16", Shape: []Dim{{Size: 64}, {Size: 64}, {Size: 3}, {Size: 3}}, Constant: true}
	g := &Graph{Outputs: []string{"last"}, Values: map[string]Value{
		"x": image(64, 1472, 832), "w": weights, "up": image(256, 1472, 832), "shuffle": image(64, 2944, 1664), "act": image(64, 2944, 1664),
		"hr": image(64, 2944, 1664), "hr.act": image(64, 2944, 1664), "last": image(3, 2944, 1664),
	}}
	node := func(op, name string, inputs ...string) {
		g.Nodes = append(g.Nodes, Node{Name: name, Op: op, Inputs: inputs, Outputs: []string{name}})
	}
	node("Conv", "up", "x", "w")
	if reordered {
		g.Values["act"] = image(256, 1472, 832)
		node("LeakyRelu", "act", "up")
		node("DepthToSpace", "shuffle", "act")
		node("Conv", "hr", "shuffle", "w")
	} else {
		node("DepthToSpace", "shuffle", "up")
		node("LeakyRelu", "act", "shuffle")
		node("Conv", "hr", "act", "w")
	}
	node("LeakyRelu", "hr.act", "hr")
	node("Conv", "last", "hr.act", "w")
	return g
}

func TestGroupsOfTheHead(t *testing.T) {
	var lines []string
	for _, g := range Groups(head(false), rtxTable(t), "") {
		lines = append(lines, fmt.Sprintf("%v %v %s %v %s %q: %s", g.Nodes, g.Ops, g.Output, g.Alone, g.Table, g.Signature, g.Why))
	}
	want := []string{
		`[act] [LeakyRelu] act true rtx "Mul Max": DepthToSpace "shuffle" stands between Conv "up" and it, and is one kernel with it`,
		`[hr.act] [LeakyRelu] hr.act false rtx "Mul Max": Conv "hr" takes it in: a convolution computes what follows it, ` +
			`if that is in its layout and nothing else reads its result`,
	}
	if !slices.Equal(lines, want) {
		t.Errorf("groups:\n%s\nwant:\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	groups := Groups(head(true), rtxTable(t), "1.7.1.116")
	if len(groups) != 2 || !groups[0].Alone || groups[1].Alone {
		t.Errorf("reordered: %+v", groups)
	}
	if why := groups[0].Why; why != `DepthToSpace "shuffle" behind it is one kernel with it, which Conv "up" does not take in` {
		t.Errorf("reordered: %s", why)
	}
}

func TestSignatures(t *testing.T) {
	for kernel, want := range map[string]Signature{
		"__myl_TranReshMoveMulMax_0x78bed4d6fd928ec252a16738349a6c31":         "Mul Max",
		"__myl_TranReshMoveMulMax_0x78bed4d6fd928ec252a16738349a6c31_com_vec": "Mul Max",
		"__myl_CastMulLtSeleCast_myl6_0":                                      "Cast Mul Lt Sele Cast",
		"__myl_ExpLog1IsinSele":                                               "Exp Log1 Isin Sele",
		"sm80_xmma_fprop_implicit_gemm":                                       "",
		"":                                                                    "",
	} {
		if got := SignatureOf(kernel); got != want {
			t.Errorf("%s: %q, want %q", kernel, got, want)
		}
	}
	if !Signature("Mul Add").Same("Add Mul") || Signature("Mul Add").Same("Mul") || Signature("Mul Mul").Same("Mul") {
		t.Error("signatures compare by their words")
	}
}

// TestBrokenModels: whatever a graph says, each pointwise node is in one group at most.
func TestBrokenModels(t *testing.T) {
	node := func(op string, outputs string, inputs ...string) Node {
		return Node{Op: op, Inputs: inputs, Outputs: strings.Fields(outputs)}
	}
	for name, nodes := range map[string][]Node{
		"nothing":           nil,
		"no outputs":        {node("Relu", "", "x"), node("Conv", "", "x")},
		"no inputs":         {node("Relu", "y"), node("Conv", "z"), node("Add", "a")},
		"reads itself":      {node("Relu", "y", "y"), node("Identity", "x", "x"), node("Transpose", "t", "t")},
		"a circle":          {node("Relu", "a", "b"), node("Exp", "b", "a"), node("Conv", "c", "b")},
		"names in a circle": {node("Identity", "a", "b"), node("Identity", "b", "a"), node("Relu", "c", "a")},
		"made twice":        {node("Relu", "a", "x"), node("Exp", "a", "x"), node("Conv", "b", "a")},
		"made too late":     {node("Relu", "a", "b"), node("Exp", "b", "x"), node("Concat", "c", "a", "b")},
		"optional inputs":   {node("Clip", "a", "x", "", ""), node("Resize", "b", "a", "", "s"), node("Conv", "c", "b", "")},
		"two Transposes":    {{Op: "Transpose", Inputs: []string{"x"}, Outputs: []string{"a"}, Attributes: map[string]any{"perm": []int64{9, -1}}}, {Op: "Transpose", Inputs: []string{"a"}, Outputs: []string{"b"}, Attributes: map[string]any{"perm": []int64{7, 3}}}},
		"a Gelu of nothing": {node("Mul", "a", "x", "a"), node("Mul", "b", "a", "half")},
	} {
		for _, version := range []string{"", "1.4.0.76", "not a version"} {
			checkGroups(t, name, &Graph{Nodes: nodes, Outputs: []string{"c", "nowhere"}}, version)
		}
	}
}

// checkGroups fails if a node is in two groups, or a group has no node.
func checkGroups(t *testing.T, name string, graph *Graph, version string) {
	t.Helper()
	left := map[string]int{}
	for _, node := range graph.Nodes {
		left[node.Name+" "+node.Op]++
	}
	for _, group := range Groups(graph, rtxTable(t), version) {
		if len(group.Nodes) == 0 || len(group.Ops) > len(group.Nodes) || group.Why == "" || group.Output == "" {
			t.Errorf("%s: %+v", name, group)
		}
		if len(group.Ops) == len(group.Nodes) {
			for i, op := range group.Ops {
				left[group.Nodes[i]+" "+op]--
			}
		}
	}
	for node, count := range left {
		if count < 0 {
			t.Errorf("%s: %q is in too many groups", name, node)
		}
	}
}

// FuzzGroups draws graphs from bytes: three of them are a node.
func FuzzGroups(f *testing.F) {
	f.Add([]byte{30, 0, 1, 20, 1, 1, 30, 2, 2}, "1.7")
	f.Add([]byte{1, 0, 0, 1, 1, 0, 50, 2, 1, 60, 3, 1, 3, 3, 4}, "")
	f.Fuzz(func(t *testing.T, data []byte, version string) {
		ops := slices.Sorted(func(yield func(string) bool) {
			for op := range classes() {
				if !yield(op) {
					return
				}
			}
		})
		ops = append(ops, "Custom")
		graph := &Graph{Values: map[string]Value{}}
		for i := 0; i+2 < min(len(data), 600); i += 3 {
			at := i / 3
			n := Node{Name: fmt.Sprint("n", at), Op: ops[int(data[i])%len(ops)], Outputs: []string{fmt.Sprint("v", at)},
				Inputs: []string{fmt.Sprint("v", int(data[i+1])%(at+2)), fmt.Sprint("v", int(data[i+2])%(at+3))}}
			if data[i+1]%7 == 0 {
				n.Inputs[1] = "half"
			}
			dims := []Dim{{Size: 1}, {Size: int64(data[i] % 3)}, {Size: 4}, {Size: 4}, {Size: 2}, {Size: 2}}
			graph.Values[n.Outputs[0]] = Value{Type: "float16", Shape: dims[:data[i+2]%7]}
			graph.Nodes = append(graph.Nodes, n)
			if data[i+2]%5 == 0 {
				graph.Outputs = append(graph.Outputs, n.Outputs[0])
			}
		}
		half := 0.5
		graph.Values["half"] = Value{Type: "float16", Shape: []Dim{}, Constant: true, Number: &half}
		checkGroups(t, "fuzzed", graph, version)
	})
}

// BenchmarkGroups is a network of 5,000 nodes: residual blocks, each with a Silu and an upsampling.
func BenchmarkGroups(b *testing.B) {
	graph := &Graph{Values: map[string]Value{"w": {Type: "float16", Shape: []Dim{{Size: 64}, {Size: 64}, {Size: 3}, {Size: 3}}, Constant: true}}}
	image := Value{Type: "float16", Shape: []Dim{{Size: 1}, {Size: 64}, {Size: 128}, {Size: 128}}}
	last := "x"
	graph.Values[last] = image
	for i := 0; len(graph.Nodes) < 5000; i++ {
		node := func(op string, inputs ...string) string {
			name := fmt.Sprintf("%s%d", op, len(graph.Nodes))
			graph.Nodes = append(graph.Nodes, Node{Name: name, Op: op, Inputs: inputs, Outputs: []string{name}})
			graph.Values[name] = image
			return name
		}
		y := node("Conv", last, "w")
		y = node("Mul", y, node("Sigmoid", y))
		y = node("Conv", y, "w")
		y = node("Softplus", node("DepthToSpace", y))
		last = node("Relu", node("Add", y, last))
	}
	graph.Outputs = []string{last}
	table := rtxTable(b)
	b.ReportAllocs()
	for b.Loop() {
		if groups := Groups(graph, table, ""); len(groups) < 1000 {
			b.Fatal(len(groups))
		}
	}
}
