package fuse

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Target is a builder that a prediction is for.
type Target struct {
	Family string
	// Version is such as "11.2.1.2"; empty: the newest.
	Version string
}

// TargetOf returns the target of a version, such as "11.2.1.2" or "8.6". Versions 1.x are TensorRT-RTX.
func TargetOf(version string) (Target, error) {
	first, _, _ := strings.Cut(version, ".")
	major, err := strconv.Atoi(first)
	switch {
	case err != nil || major < 1:
		return Target{}, fmt.Errorf("%q is no version of TensorRT, such as 11.2.1.2, or 1.7 for TensorRT-RTX", version)
	case major == 1:
		return Target{RTX, version}, nil
	}
	return Target{"trt" + first, version}, nil
}

// Predict predicts the groups of a graph for a target. A family that was measured has a table of its own. For others the
// groups are those of the measured family that is closest to them: it decides Alone, and AloneMin and AloneMax say what
// the measured families agree on.
func Predict(graph *Graph, target Target) ([]Group, error) {
	table, err := LoadTable(target.Family)
	if err != nil {
		table, err = LoadTable(RTX)
	}
	if err != nil {
		return nil, err
	}
	version := target.Version
	if table.Family != target.Family || table.Base != "" {
		version = "" // another family's versions say nothing here
	}
	groups := Groups(graph, table, version)
	if table.Family == target.Family && table.Base == "" {
		return groups, nil
	}
	var families []map[string]bool
	for _, family := range measuredFamilies {
		measured, err := LoadTable(family)
		if err != nil {
			return nil, err
		}
		families = append(families, aloneNodes(Groups(graph, measured, "")))
	}
	for i := range groups {
		groups[i].bound(table, families)
	}
	return groups, nil
}

// aloneNodes tells of the nodes of all groups, by the values that they make, whether they stay alone.
func aloneNodes(groups []Group) map[string]bool {
	nodes := map[string]bool{}
	for _, group := range groups {
		for _, output := range group.Made {
			nodes[output] = group.Alone
		}
	}
	return nodes
}

// bound sets what is sure and what is possible: nothing is open where the family itself was observed.
func (g *Group) bound(table *Table, families []map[string]bool) {
	if table.decided(*g) {
		return
	}
	for _, alone := range families {
		all := !slices.ContainsFunc(g.Made, func(output string) bool { return !alone[output] })
		g.AloneMin, g.AloneMax = g.AloneMin && all, g.AloneMax || all
	}
}

// decided tells whether a group is one that its family was seen to do this with.
func (t *Table) decided(group Group) bool {
	if slices.ContainsFunc(t.Rules, func(r *Rule) bool { return r.Name == group.Rule && r.own }) {
		return true
	}
	return group.Alone && slices.ContainsFunc(t.Observed, func(o Observed) bool { return slices.Equal(o.Ops, group.Ops) })
}

// inherit puts the rules and words of another table behind those of this one.
func (t *Table) inherit(base *Table) {
	for _, rule := range t.Rules {
		rule.own = true
	}
	t.Rules = append(t.Rules, base.Rules...)
	words := maps.Clone(base.Words)
	maps.Copy(words, t.Words)
	t.Words = words
}
