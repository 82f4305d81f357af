package fuse

import (
	"slices"
	"strings"

	"github.com/planlint/planlint/fixtures/fusion"
)

// measured is a group that a builder made: the pointwise nodes of a kernel.
type measured struct {
	nodes  []string // in order of names
	alone  bool
	kernel string
}

// Words of a kernel's name that are neither pointwise operations nor a change of layout: a group with one of
// them is not alone.
var takingWords = []string{"Corr", "Deco", "Fc", "Mean", "Sum", "Maxr", "Minr", "Inor", "Gnor", "Resi"}

// measuredGroups reads the groups of a model out of the kernels that a builder made of it. A node that several
// kernels list is part of the first product whose name has a word for it, or else of the last kernel with one.
func measuredGroups(model fusion.Model, kernels []fusion.Kernel) []measured {
	pointwise := map[string]Node{}
	for _, node := range model.Nodes {
		n := Node{Name: node.Name, Op: node.Op}
		if ClassOf(n) == Pointwise {
			pointwise[node.Name] = n
		}
	}
	kernels = withLost(model, kernels)
	place := map[string]int{}
	byWord, inProduct := map[string]bool{}, map[string]bool{}
	for i, kernel := range kernels {
		words := kernelWord.FindAllString(kernel.Name, -1)
		if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(layoutWords, w) }) {
			continue // moves elements only
		}
		taken := slices.ContainsFunc(takingWords, func(w string) bool { return slices.Contains(words, w) })
		for _, name := range kernel.Nodes {
			if inProduct[name] {
				continue
			}
			node, ok := pointwise[name]
			if named := ok && hasWord(words, node.Op); ok && (named || !byWord[name]) {
				place[name], byWord[name] = i+1, named
				inProduct[name] = named && taken
			}
		}
	}
	groups := make([]measured, len(kernels))
	for name, i := range place {
		groups[i-1].nodes = append(groups[i-1].nodes, name)
	}
	var made []measured
	for i, group := range groups {
		group.nodes = withoutFolded(pointwise, kernels[i].Name, group.nodes)
		if len(group.nodes) > 0 {
			words := kernelWord.FindAllString(kernels[i].Name, -1)
			group.kernel = kernels[i].Name
			group.alone = len(words) > 0 && !slices.ContainsFunc(takingWords, func(w string) bool { return slices.Contains(words, w) })
			slices.Sort(group.nodes)
			made = append(made, group)
		}
	}
	return made
}

var rtxWords = func() map[string]string {
	table, err := LoadTable(RTX)
	if err != nil {
		panic(err)
	}
	return table.Words
}()

func hasWord(words []string, op string) bool {
	if len(words) == 0 {
		return false // the library's
	}
	own := strings.Fields(rtxWords[op])
	switch op {
	case "Add", "Sub":
		own = []string{"Add", "Sub"}
	case "Div":
		own = []string{"Div", "Mul"}
	}
	if len(own) == 0 {
		return true
	}
	return slices.ContainsFunc(own, func(w string) bool { return slices.Contains(words, w) })
}

// withoutFolded leaves the Adds out that a kernel's name has no word for: they have become part of the constant that
// another operation adds, such as a HardSigmoid behind a bias.
func withoutFolded(pointwise map[string]Node, kernel string, nodes []string) []string {
	have := strings.Count(strings.ReplaceAll(kernel, "Sub", "Add"), "Add")
	if have == 0 {
		return nodes
	}
	need := 0
	for _, name := range nodes {
		need += strings.Count(strings.ReplaceAll(rtxWords[pointwise[name].Op], "Sub", "Add"), "Add")
	}
	return slices.DeleteFunc(slices.Clone(nodes), func(name string) bool {
		folded := need > have && pointwise[name].Op == "Add"
		if folded {
			need--
		}
		return folded
	})
}

// withLost gives kernels the nodes of type Elu, whose names all versions lose: in order, to kernels with that word.
func withLost(model fusion.Model, kernels []fusion.Kernel) []fusion.Kernel {
	kernels = slices.Clone(kernels)
	var lost []string
	for _, node := range model.Nodes {
		listed := slices.ContainsFunc(kernels, func(k fusion.Kernel) bool { return slices.Contains(k.Nodes, node.Name) })
		if node.Op == "Elu" && !listed {
			lost = append(lost, node.Name)
		}
	}
	for i := range kernels {
		for range strings.Count(kernels[i].Name, "Elu") {
			if len(lost) > 0 {
				kernels[i].Nodes = append(slices.Clone(kernels[i].Nodes), lost[0])
				lost = lost[1:]
			}
		}
	}
	return kernels
}

// withSame adds to some nodes those that compute the same, of which a kernel lists one.
func withSame(graph *Graph, nodes []string) []string {
	for _, node := range newNetwork(graph).nodes {
		all := append([]string{node.Name}, node.same...)
		if len(all) > 1 && slices.ContainsFunc(all, func(name string) bool { return slices.Contains(nodes, name) }) {
			for _, name := range all {
				if !slices.Contains(nodes, name) {
					nodes = append(nodes, name)
				}
			}
		}
	}
	slices.Sort(nodes)
	return nodes
}

// isSame tells whether a node computes the same as another one.
func isSame(graph *Graph, name string) bool {
	return slices.ContainsFunc(newNetwork(graph).nodes, func(n node) bool {
		return len(n.same) > 0 && (n.Name == name || slices.Contains(n.same, name))
	})
}
