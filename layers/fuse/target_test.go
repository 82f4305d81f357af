package fuse

import (
	"fmt"
	"strings"
	"testing"
)

func TestTargets(t *testing.T) {
	for version, want := range map[string]Target{
		"11.2.1.2": {"trt11", "11.2.1.2"}, "8.6": {"trt8", "8.6"}, "10": {"trt10", "10"}, "1.7.1.116": {RTX, "1.7.1.116"},
	} {
		if got, err := TargetOf(version); err != nil || got != want {
			t.Errorf("%s: %+v, %v", version, got, err)
		}
	}
	for _, version := range []string{"", "rtx", "0.5", "-3", ".1"} {
		if got, err := TargetOf(version); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %+v, %v", version, got, err)
		}
	}
}

// chained is a graph of operators that follow each other, on an image; Conv gets weights, Mul and the like a number.
func chained(ops ...string) *Graph {
	number := 0.1
	image := Value{Type: "float16", Shape: []Dim{{Size: 1}, {Size: 64}, {Size: 2944}, {Size: 1664}}}
	g := &Graph{Values: map[string]Value{
		"x": image, "w": {Type: "float16", Shape: []Dim{{Size: 64}, {Size: 64}, {Size: 3}, {Size: 3}}, Constant: true},
		"n": {Type: "float16", Shape: []Dim{}, Constant: true, Number: &number},
	}}
	last := "x"
	for i, op := range ops {
		n := Node{Name: fmt.Sprint(op, i), Op: op, Inputs: []string{last}, Outputs: []string{fmt.Sprint(op, i)}}
		switch op {
		case "Conv":
			n.Inputs = append(n.Inputs, "w")
		case "Mul":
			n.Inputs = append(n.Inputs, "n")
		case "Max":
			n.Inputs = append(n.Inputs, g.Nodes[i-1].Inputs[0])
		}
		g.Nodes, last = append(g.Nodes, n), n.Name
		g.Values[last] = image
	}
	g.Outputs = []string{last}
	return g
}

// TestIssue4841 is what the issue says of 11.2.1.2, of which nothing is open, and what it leaves open.
func TestIssue4841(t *testing.T) {
	for name, test := range map[string]struct {
		graph *Graph
		want  string // of each group: whether it is alone, at least and at most
	}{
		"leaky_relu":                         {chained("LeakyRelu"), "LeakyRelu true true true"},
		"mul_max_rewrite":                    {chained("Mul", "Max"), "Mul Max true true true"},
		"conv_leaky_relu":                    {chained("Conv", "LeakyRelu"), "LeakyRelu false false false"},
		"super_resolution_x4_head":           {head(false), "LeakyRelu true true true, LeakyRelu false false false"},
		"super_resolution_x4_head_reordered": {head(true), "LeakyRelu false false false, LeakyRelu false false false"},
		"another operation":                  {chained("Conv", "Elu", "Conv"), "Elu false false false"},
	} {
		target, err := TargetOf("11.2.1.2")
		if err != nil {
			t.Fatal(err)
		}
		groups, err := Predict(test.graph, target)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, g := range groups {
			got = append(got, fmt.Sprint(strings.Join(g.Ops, " "), " ", g.Alone, " ", g.AloneMin, " ", g.AloneMax))
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: %s, want %s", name, strings.Join(got, ", "), test.want)
		}
	}
}

// TestSignatureOfIssue4841 is the kernel that the issue's plan names.
func TestSignatureOfIssue4841(t *testing.T) {
	groups, err := Predict(chained("LeakyRelu"), Target{"trt11", "11.2.1.2"})
	if err != nil || len(groups) != 1 || !groups[0].Signature.Same(SignatureOf("__myl_CastMulLtSeleCast_myl6_0")) {
		t.Errorf("%+v, %v", groups, err)
	}
}

// TestOtherFamilies: a family without a table gets the groups of one that has been measured.
func TestOtherFamilies(t *testing.T) {
	groups, err := Predict(chained("Conv", "PRelu", "Conv"), Target{"trt10", "10.16.1.11"})
	if err != nil || len(groups) != 1 || groups[0].Table != RTX || !groups[0].AloneMin || !groups[0].AloneMax {
		t.Errorf("%+v, %v", groups, err)
	}
	older, err := Predict(chained("Conv", "LeakyRelu"), Target{RTX, "1.4.0.76"})
	if err != nil || len(older) != 1 || !older[0].Alone {
		t.Errorf("%+v, %v", older, err)
	}
	if _, err := LoadTable("trt99"); err == nil || !strings.Contains(err.Error(), "rtx, trt11") {
		t.Error(err)
	}
}
