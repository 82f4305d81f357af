package fuse

import (
	"strings"
	"testing"
)

// TestTRT8Target: a prediction for TensorRT 8 is that of its own table, which says what it does not know.
func TestTRT8Target(t *testing.T) {
	full := func(g *Graph) *Graph {
		for name, value := range g.Values {
			value.Type = "float"
			g.Values[name] = value
		}
		return g
	}
	for name, test := range map[string]struct {
		graph *Graph
		want  []string // of each group: its operators, and whether it is alone, at least and at most
	}{
		"convolution":            {chained("Conv", "LeakyRelu"), []string{"LeakyRelu false false false"}},
		"in full precision":      {full(chained("Conv", "LeakyRelu")), []string{"LeakyRelu true false true"}},
		"Relu in full precision": {full(chained("Conv", "Relu")), []string{"Relu false false false"}},
		"behind a convolution":   {chained("Conv", "PRelu", "Conv"), []string{"PRelu true true true"}},
		"LayerNormalization":     {chained("Exp", "LayerNormalization"), []string{"Exp true false true"}},
		"Sign":                   {chained("Conv", "Sign"), []string{"Sign true true true"}},
		"behind Sign":            {chained("Conv", "Sign", "Exp"), []string{"Sign true true true", "Exp true false true"}},
		"int8":                   {chained("QuantizeLinear"), []string{"QuantizeLinear true false true"}},
	} {
		groups, err := Predict(test.graph, Target{TRT8, "8.6.1"})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, g := range groups {
			got = append(got, strings.Join(g.Ops, " ")+fmt3(g.Alone, g.AloneMin, g.AloneMax))
			if g.Table != TRT8 || g.AloneMin != g.AloneMax && !strings.Contains(g.Why, "; not sure: ") {
				t.Errorf("%s: %+v", name, g)
			}
		}
		if strings.Join(got, ", ") != strings.Join(test.want, ", ") {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func fmt3(values ...bool) string {
	var b strings.Builder
	for _, value := range values {
		b.WriteString(map[bool]string{true: " true", false: " false"}[value])
	}
	return b.String()
}
