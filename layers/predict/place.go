package predict

import (
	"slices"

	"github.com/planlint/planlint/layers/fuse"
	"github.com/planlint/planlint/layers/onnx"
)

// place is a graph as the fusing builder knows it, and the same one at each set of shapes: of an operator of the model's
// own, each inference has a graph for each call. calls are the places of what was unfolded into the graph.
type place struct {
	graph *onnx.Graph
	at    []*onnx.Graph
	// body names the nodes that the graph is inside of.
	body string

	calls    []place
	unfolded map[string]fuse.Unfolded
}

// unfold returns a place with those of what was unfolded into its graph.
func (s *sizes) unfold(p place, graph *fuse.Graph) place {
	p.unfolded = graph.Unfolded
	for _, call := range graph.Calls {
		found := place{graph: call.Graph, body: call.Name}
		if p.body != "" {
			found.body = p.body + "/" + call.Name
		}
		for i, at := range p.at {
			for _, node := range call.Path {
				if at != nil {
					at = s.at[i].Call(at, at.Nodes[node])
				}
			}
			found.at = append(found.at, at)
		}
		p.calls = append(p.calls, found)
	}
	return p
}

// inside returns the bodies of a node that can run.
func (s *sizes) inside(p place, node int) []place {
	var all []place
	n := p.graph.Nodes[node]
	name := named(n)
	if p.body != "" {
		name = p.body + "/" + name
	}
	for i, inner := range slices.Collect(n.Bodies()) {
		if s.fusing.Dead(inner) { // the other branch of an If whose condition is known
			continue
		}
		found := place{graph: inner, body: name}
		for _, at := range p.at {
			var same *onnx.Graph
			if at != nil {
				same = slices.Collect(at.Nodes[node].Bodies())[i]
			}
			found.at = append(found.at, same)
		}
		all = append(all, found)
	}
	return all
}

// main is the model's main graph.
func (s *sizes) main(g *onnx.Graph) place {
	return place{graph: g, at: slices.Repeat([]*onnx.Graph{g}, len(s.at))}
}
