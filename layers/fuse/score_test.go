package fuse

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/fusion"
	"github.com/planlint/planlint/fixtures/rtx"
)

// missed is what a prediction of one model got wrong with one version.
type missed struct {
	model, version string
	// notFound are groups that are alone and were not predicted so; wrong were predicted and are not there.
	notFound []measured
	wrong    []Group
}

// score counts groups. A group that stays alone counts as found if exactly its nodes are predicted as one. Nodes that no
// kernel lists are left out: the builder has made them part of something else, or of nothing, and does not say.
type score struct {
	models, groups, alone   int // measured
	predicted, found        int // alone
	all, allFound, sameName int // all predicted groups, as "always alone" would have them; names of kernels
	missed                  []missed
}

func (s *score) add(model fusion.Model, result fusion.Result, version string, graph *Graph, table *Table) {
	s.models++
	m := missed{model: model.Name, version: version}
	alone := map[string]measured{}
	for _, group := range measuredGroups(model, result.Kernels) {
		s.groups++
		if group.alone {
			s.alone++
			alone[key(withSame(graph, group.nodes))] = group
		}
	}
	listed := map[string]bool{}
	for _, kernel := range withLost(model, result.Kernels) {
		for _, node := range kernel.Nodes {
			listed[node] = true
		}
	}
	for _, group := range Groups(graph, table, version) {
		group.Nodes = slices.DeleteFunc(group.Nodes, func(node string) bool { return !listed[node] && !isSame(graph, node) })
		if len(group.Nodes) == 0 {
			continue
		}
		s.all++
		at := key(group.Nodes)
		real, isAlone := alone[at]
		if isAlone {
			s.allFound++
		}
		switch {
		case !group.Alone:
		case isAlone:
			s.predicted++
			s.found++
			if group.Signature.Same(SignatureOf("__myl_" + real.kernel)) {
				s.sameName++
			}
			delete(alone, at)
		default:
			s.predicted++
			m.wrong = append(m.wrong, group)
		}
	}
	for _, at := range slices.Sorted(maps.Keys(alone)) {
		m.notFound = append(m.notFound, alone[at])
	}
	if len(m.wrong)+len(m.notFound) > 0 {
		s.missed = append(s.missed, m)
	}
}

func key(nodes []string) string {
	nodes = slices.Clone(nodes)
	slices.Sort(nodes)
	return strings.Join(nodes, " ")
}

// wilson is the interval that holds a share with 95 %, for a part of a number.
func wilson(part, of int) (low, high float64) {
	if of == 0 {
		return 0, 1
	}
	const z = 1.96
	n, p := float64(of), float64(part)/float64(of)
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return middle - half, middle + half
}

func scoreRTX(t *testing.T, version string, heldOut bool) score {
	t.Helper()
	table, err := LoadTable(RTX)
	if err != nil {
		t.Fatal(err)
	}
	models, results := fusion.Models(t), fusion.RTX(t)
	var s score
	for _, name := range fusion.Names(models) {
		if result := results[name][version]; fusion.HeldOut(name) == heldOut && result.Error == "" {
			s.add(models[name], result, version, graphOf(t, models[name]), table)
		}
	}
	return s
}

// TestScoreRTX holds the predictions against what the builders did, model by model, on the part of the corpus that no
// rule was made with. A model that is missed has its reason in testdata/misses-rtx.json.
func TestScoreRTX(t *testing.T) {
	var reasons map[string]string
	text, err := os.ReadFile("testdata/misses-rtx.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &reasons); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, version := range rtx.Versions() {
		s := scoreRTX(t, version, true)
		for _, m := range s.missed {
			used[m.model] = true
			if reasons[m.model] == "" {
				t.Errorf("%s with %s: alone but not predicted %v, predicted but not alone %v", m.model, version, m.notFound, m.wrong)
			}
		}
		if s.groups < 200 || s.alone < 60 {
			t.Errorf("%s: %d groups, %d of them alone: too few to say anything", version, s.groups, s.alone)
		}
		precision, recall := float64(s.found)/float64(s.predicted), float64(s.found)/float64(s.alone)
		if precision < 0.95 || recall < 0.95 {
			t.Errorf("%s: precision %.4f, recall %.4f", version, precision, recall)
		}
		fmt.Printf("%s: %d models, %d groups, %d alone, %d predicted, %d found, %d names; always alone %d/%d\n", version, s.models, s.groups, s.alone, s.predicted, s.found, s.sameName, s.allFound, s.all)
	}
	for model := range reasons {
		if !used[model] {
			t.Errorf("testdata/misses-rtx.json explains %s, which is not missed", model)
		}
	}
}
