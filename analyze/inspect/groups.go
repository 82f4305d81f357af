package inspect

import (
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// Group is a group of pointwise operations in a layer: the ground truth for a prediction of what is fused.
type Group struct {
	// Layer is the index of the layer in the list.
	Layer int
	// Nodes are the group's nodes of the model, as far as they are known; Into are the layer's other ones, which the
	// group was fused with.
	Nodes, Into []string
	// Alone is true if the layer has nothing but pointwise operations and changes of layout.
	Alone bool
}

// Groups returns the groups of pointwise operations of a plan. A layer counts as one: where a convolution's
// activation has no name of its own, Nodes is empty and Into has them all.
func Groups(layers result.Layers) []Group {
	var groups []Group
	for i, l := range layers.List {
		if l.Pointwise == "" {
			continue
		}
		group := Group{Layer: i, Nodes: l.PointwiseNodes, Alone: l.Pointwise == result.PointwiseAlone}
		for _, node := range l.Nodes {
			if !slices.Contains(l.PointwiseNodes, node) {
				group.Into = append(group.Into, node)
			}
		}
		groups = append(groups, group)
	}
	return groups
}
