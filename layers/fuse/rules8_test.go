package fuse

import (
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/fusion"
)

// TestEvidenceTRT8 takes each rule out of the table, as TestEvidence does: the models that stand as its evidence must
// then be predicted wrong, and right with it. What is left open must be so in its evidence.
func TestEvidenceTRT8(t *testing.T) {
	table, models, results := trt8Table(t), fusion.Models(t), fusion.TRT8(t)
	right := func(table *Table, name string) bool {
		var s score
		s.addInspected(models[name], results[name].Kernels, graphOf(t, models[name]), table)
		return len(s.missed) == 0
	}
	for i, rule := range table.Rules {
		if len(rule.Evidence) == 0 || rule.Why == "" {
			t.Errorf("rule %q has no evidence, or says nothing", rule.Name)
		}
		less := *table
		less.Rules = slices.Delete(slices.Clone(table.Rules), i, i+1)
		for _, name := range rule.Evidence {
			if results[name].Error != "" || results[name].Kernels == nil || fusion.HeldOut(name) {
				t.Errorf("rule %q: %s is held out, or was not built", rule.Name, name)
			} else if !right(table, name) || right(&less, name) {
				t.Errorf("rule %q: %s is no evidence", rule.Name, name)
			}
		}
	}
	for _, open := range table.Open {
		for _, name := range open.Evidence {
			if strings.HasPrefix(name, "docs/h200.md: ") { // TestPlansOfTRT8 has it
				continue
			}
			result, measured := results[name]
			partly := slices.ContainsFunc(result.Kernels, func(k fusion.Kernel) bool { return strings.HasSuffix(k.Name, "...") })
			left := slices.ContainsFunc(Groups(graphOf(t, models[name]), table, ""), func(g Group) bool {
				return !g.AloneMin && g.AloneMax && strings.Contains(g.Why, open.Why)
			})
			if !measured || fusion.HeldOut(name) || !partly && result.Error == "" || !left {
				t.Errorf("%s is no evidence that this is open: %s", name, open.Why)
			}
		}
	}
}

// TestInspected reads layers as the engine inspector names them.
func TestInspected(t *testing.T) {
	model := fusion.Model{Nodes: []fusion.Node{{Name: "c", Op: "Conv"}, {Name: "a", Op: "Exp"}, {Name: "b", Op: "Add"}, {Name: "s", Op: "Cast"}, {Name: "n", Op: "Tanh"}, {Name: "u", Op: "Exp"}}}
	layers := []fusion.Kernel{{Name: "CaskConvolution", Nodes: []string{"c", "a"}}, {Name: "ElementWise", Nodes: []string{"b"}}, {Name: "NoOp", Nodes: []string{"s"}}, {Name: "Myelin...", Nodes: []string{"n"}}}
	in := inspectedGroups(model, layers)
	if len(in.groups) != 2 || in.groups[0].alone || !in.groups[1].alone || in.groups[1].nodes[0] != "b" {
		t.Errorf("%+v", in.groups)
	}
	for _, test := range []struct {
		in     inspected
		nodes  string // of a prediction
		judged string
		ok     bool
	}{
		{in, "a", "a", true}, {in, "s b", "b", true}, {in, "s", "", false}, // costs nothing
		{in, "n", "n", false}, {in, "b n", "b n", true}, // the graph compiler's
		{in, "u", "", false}, {inspectedGroups(model, layers[:3]), "u", "", true}, // named nowhere: inside of a product, unless the graph compiler has some
	} {
		nodes, ok := test.in.judged(Group{Nodes: strings.Fields(test.nodes)})
		if strings.Join(nodes, " ") != test.judged || ok != test.ok {
			t.Errorf("%s: %v, %v", test.nodes, nodes, ok)
		}
	}
}
