package fuse

import (
	"fmt"
	"testing"
)

// TestLarge predicts graphs of 40,000 nodes: their time grows with their size, or this test would take minutes.
func TestLarge(t *testing.T) {
	const count = 40_000
	value := func(i int) string { return fmt.Sprintf("v%d", i) }
	for name, add := range map[string]func(g *Graph, i int){
		"a chain": func(g *Graph, i int) { g.Nodes = append(g.Nodes, Node{Op: "LeakyRelu", Inputs: []string{value(i)}}) },
		"convolutions": func(g *Graph, i int) {
			g.Nodes = append(g.Nodes, Node{Op: []string{"Conv", "LeakyRelu"}[i%2], Inputs: []string{value(i)}})
		},
		"residuals": func(g *Graph, i int) {
			g.Nodes = append(g.Nodes, Node{Op: []string{"Relu", "Add"}[i%2], Inputs: []string{value(i), value(max(0, i-1))}[:1+i%2]})
		},
		"residuals of convolutions": func(g *Graph, i int) {
			g.Nodes = append(g.Nodes, Node{Op: []string{"Conv", "Add"}[i%2], Inputs: []string{value(i), value(max(0, i-1))}[:1+i%2]})
		},
		"sums with the first value": func(g *Graph, i int) {
			g.Nodes = append(g.Nodes, Node{Op: "Add", Inputs: []string{value(i), value(0)}})
		},
		"a star": func(g *Graph, i int) { g.Nodes = append(g.Nodes, Node{Op: "Exp", Inputs: []string{value(0)}}) },
		"a star of convolutions": func(g *Graph, i int) {
			g.Nodes = append(g.Nodes, Node{Op: []string{"Conv", "LeakyRelu"}[i%2], Inputs: []string{value(i * (i % 2))}})
		},
		"every value an output": func(g *Graph, i int) {
			g.Nodes, g.Outputs = append(g.Nodes, Node{Op: "Relu", Inputs: []string{value(i)}}), append(g.Outputs, value(i+1))
		},
		"changes of layout": func(g *Graph, i int) {
			g.Nodes = append(g.Nodes, Node{Op: []string{"Transpose", "Relu"}[i%2], Inputs: []string{value(i)}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := &Graph{Values: map[string]Value{}, Outputs: []string{value(count)}}
			for i := range count {
				add(g, i)
				last := &g.Nodes[i]
				last.Name, last.Outputs = fmt.Sprintf("n%d", i), []string{value(i + 1)}
				g.Values[value(i+1)] = Value{Shape: []Dim{{Size: 1}, {Size: 64}, {Size: 32}, {Size: 32}}, Type: "float16"}
			}
			table, err := LoadTable("rtx")
			if err != nil {
				t.Fatal(err)
			}
			if groups := Groups(g, table, ""); len(groups) == 0 {
				t.Error("no groups")
			}
		})
	}
}
