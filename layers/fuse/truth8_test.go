package fuse

import (
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/fusion"
)

// inspected is what the engine inspector of TensorRT 8.6 says of a plan, as far as it is certain.
type inspected struct {
	groups []measured
	// listed are the nodes that a layer names.
	listed map[string]bool
	// unsure are nodes of which the kernel is not known, free those that cost none. partly: some layers do not name
	// all of their nodes.
	unsure, free map[string]bool
	partly       bool
}

// inspectedGroups reads the groups of a model out of the layers of its plan. A layer is a kernel; one that the graph
// compiler made of several names the first and the last node alone, and nothing in it is judged.
func inspectedGroups(model fusion.Model, layers []fusion.Kernel) inspected {
	classes := map[string]Class{}
	for _, node := range model.Nodes {
		classes[node.Name] = ClassOf(Node{Name: node.Name, Op: node.Op})
	}
	found := inspected{listed: map[string]bool{}, unsure: map[string]bool{}, free: map[string]bool{}}
	for _, layer := range layers {
		if strings.HasSuffix(layer.Name, "...") {
			found.partly = true
		}
		group := measured{kernel: layer.Name, alone: true}
		for _, name := range layer.Nodes {
			switch {
			case layer.Name == "NoOp":
				found.free[name] = true
			case strings.HasSuffix(layer.Name, "..."):
				found.unsure[name] = true
			case classes[name] == Pointwise:
				group.nodes = append(group.nodes, name)
			case classes[name] != Layout:
				group.alone = false
			}
			found.listed[name] = true
		}
		if len(group.nodes) > 0 {
			slices.Sort(group.nodes)
			found.groups = append(found.groups, group)
		}
	}
	return found
}

// judged returns the nodes of a predicted group that count, and whether it can be judged at all. Nodes that no layer
// names are inside of something else: a bias is part of a product. That is not known where a layer does not name all.
func (in inspected) judged(group Group) ([]string, bool) {
	certain := false
	nodes := slices.DeleteFunc(slices.Clone(group.Nodes), func(name string) bool { return in.free[name] || !in.listed[name] })
	for _, name := range nodes {
		certain = certain || !in.unsure[name]
	}
	inside := !in.partly && slices.ContainsFunc(group.Nodes, func(name string) bool { return !in.listed[name] })
	return nodes, certain || len(nodes) == 0 && inside
}

// addInspected counts what was predicted of a model that TensorRT 8.6 built.
func (s *score) addInspected(model fusion.Model, layers []fusion.Kernel, graph *Graph, table *Table) {
	s.models++
	m := missed{model: model.Name, version: fusion.TRT8Version}
	in := inspectedGroups(model, layers)
	alone := map[string]measured{}
	for _, group := range in.groups {
		s.groups++
		if group.alone {
			s.alone++
			alone[key(group.nodes)] = group
		}
	}
	for _, group := range Groups(graph, table, fusion.TRT8Version) {
		nodes, ok := in.judged(group)
		if !ok {
			continue
		}
		s.all++
		_, isAlone := alone[key(nodes)]
		if isAlone {
			s.allFound++
		}
		if !group.Alone {
			continue
		}
		s.predicted++
		if isAlone {
			s.found++
			delete(alone, key(nodes))
			continue
		}
		m.wrong = append(m.wrong, group)
	}
	for _, at := range fusion.Names(alone) {
		m.notFound = append(m.notFound, alone[at])
	}
	if len(m.wrong)+len(m.notFound) > 0 {
		s.missed = append(s.missed, m)
	}
}

func scoreTRT8(t *testing.T, table *Table, wanted func(name string) bool) score {
	t.Helper()
	models := fusion.Models(t)
	var s score
	for name, result := range fusion.TRT8(t) {
		if result.Error == "" && wanted(name) {
			s.addInspected(models[name], result.Kernels, graphOf(t, models[name]), table)
		}
	}
	slices.SortFunc(s.missed, func(a, b missed) int { return strings.Compare(a.model, b.model) })
	return s
}
