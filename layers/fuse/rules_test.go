package fuse

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/fusion"
)

func rtxTable(t testing.TB) *Table {
	t.Helper()
	table, err := LoadTable(RTX)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// right tells whether all that stays alone in a model is predicted, and nothing else.
func right(t testing.TB, table *Table, model fusion.Model, result fusion.Result, version string) bool {
	var s score
	s.add(model, result, version, graphOf(t, model), table)
	return len(s.missed) == 0
}

// TestEvidence takes each rule out of the table: the models that stand as its evidence must then be predicted wrong, and
// right with it, for every version that the rule is for. No evidence may be held out.
func TestEvidence(t *testing.T) {
	table, models, results := rtxTable(t), fusion.Models(t), fusion.RTX(t)
	for i, rule := range table.Rules {
		if len(rule.Evidence) == 0 || rule.Why == "" {
			t.Errorf("rule %q (%s) has no evidence, or says nothing", rule.Name, rule.Versions)
		}
		less := *table
		less.Rules = slices.Delete(slices.Clone(table.Rules), i, i+1)
		for _, name := range rule.Evidence {
			if model, ok := models[name]; !ok || fusion.HeldOut(name) {
				t.Errorf("rule %q: %s is held out, or no model", rule.Name, name)
				continue
			} else if !needed(t, table, &less, rule, model, results[name]) {
				t.Errorf("rule %q (%s): %s is no evidence", rule.Name, rule.Versions, name)
			}
		}
	}
}

// needed tells whether a model is predicted right with a rule and wrong without it, with every version it is for.
func needed(t testing.TB, table, less *Table, rule *Rule, model fusion.Model, results map[string]fusion.Result) bool {
	versions := 0
	for version, result := range results {
		if result.Error != "" || !rule.isFor(version) {
			continue
		}
		versions++
		if !right(t, table, model, result, version) || right(t, less, model, result, version) {
			return false
		}
	}
	return versions > 0
}

// TestFindEvidence is for whoever changes the table: it writes what each rule is needed for into $EVIDENCE.
func TestFindEvidence(t *testing.T) {
	path := os.Getenv("EVIDENCE")
	if path == "" {
		t.Skip("EVIDENCE names no file to write")
	}
	table, models, results := rtxTable(t), fusion.Models(t), fusion.RTX(t)
	found := make([][]string, len(table.Rules))
	for i, rule := range table.Rules {
		less := *table
		less.Rules = slices.Delete(slices.Clone(table.Rules), i, i+1)
		for _, name := range fusion.Names(models) {
			if !fusion.HeldOut(name) && needed(t, table, &less, rule, models[name], results[name]) {
				found[i] = append(found[i], name)
			}
		}
	}
	text, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestTableNamesOnlyWhatThereIs: operators, classes, lists and conditions that nothing knows would never hold.
func TestTableNamesOnlyWhatThereIs(t *testing.T) {
	for _, family := range Families() {
		table, err := LoadTable(family)
		if err != nil {
			t.Fatal(err)
		}
		checkNames(t, table)
	}
}

func checkNames(t *testing.T, table *Table) {
	known := conditions()
	for _, rule := range table.Rules {
		forms := 0
		for _, form := range []bool{rule.Follow != nil, rule.Read != nil, rule.Join != nil, rule.Take != nil, rule.Parallel != nil, rule.Normalize != nil} {
			if form {
				forms++
			}
		}
		if forms != 1 {
			t.Errorf("rule %q has %d forms", rule.Name, forms)
		}
		for _, list := range rule.lists() {
			for _, op := range *list {
				name, _, _ := strings.Cut(op, " ")
				if ClassOf(Node{Op: name}) == Other && !slices.Contains([]string{"pointwise", "layout", "reduction", "resampling"}, op) {
					t.Errorf("rule %q: no operator or class is called %q", rule.Name, op)
				}
			}
		}
		for _, condition := range rule.conditions() {
			if _, ok := known[condition]; !ok {
				t.Errorf("rule %q: no condition is called %q", rule.Name, condition)
			}
		}
	}
	for _, open := range table.Open {
		for _, op := range slices.Concat(open.Ops, open.Reads, open.ReadBy) {
			if ClassOf(Node{Op: op}) == Other && op != string(Pointwise) {
				t.Errorf("open: no operator is called %q", op)
			}
		}
		if open.Why == "" || len(open.Evidence) == 0 {
			t.Errorf("open: %+v says nothing, or has no evidence", open)
		}
	}
}

// conditions returns all conditions of a rule.
func (r *Rule) conditions() []string {
	var all []string
	if f := r.Follow; f != nil {
		all = append(append(all, f.Unless...), f.Only...)
		for _, step := range f.Steps {
			all = append(append(all, step.Unless...), step.Only...)
		}
	}
	if f := r.Read; f != nil {
		all = append(append(all, f.Unless...), f.Only...)
	}
	if f := r.Join; f != nil {
		all = append(append(all, f.Unless...), f.Only...)
	}
	if f := r.Take; f != nil {
		all = append(append(all, f.Unless...), f.OnlyRead...)
		all = append(all, slices.DeleteFunc([]string{f.Operands, f.Constants}, func(c string) bool { return c == "" })...)
	}
	if f := r.Parallel; f != nil {
		all = append(all, f.Unless...)
	}
	if f := r.Normalize; f != nil {
		all = append(all, f.Unless...)
	}
	return all
}
