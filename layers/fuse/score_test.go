package fuse

import (
	"encoding/json"
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
	reasons := missReasons(t)
	used := map[string]bool{}
	for _, version := range rtx.Versions() {
		s := scoreRTX(t, version, true)
		for _, m := range s.missed {
			used[m.model] = true
			if reasons[m.model] == "" {
				t.Errorf("%s with %s: alone and not predicted: %s; predicted and not alone: %s", m.model, version, m.alone(), m.predicted())
			}
		}
		if s.groups < 200 || s.alone < 60 {
			t.Errorf("%s: %d groups, %d of them alone: too few to say anything", version, s.groups, s.alone)
		}
		if precision, recall := share(s.found, s.predicted), share(s.found, s.alone); precision < 0.95 || recall < 0.95 {
			t.Errorf("%s: precision %.4f, recall %.4f", version, precision, recall)
		}
	}
	for model := range reasons {
		if !used[model] {
			t.Errorf("testdata/misses-rtx.json explains %s, which is not missed", model)
		}
	}
}

func missReasons(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/misses-rtx.json")
	if err != nil {
		t.Fatal(err)
	}
	var reasons map[string]string
	if err := json.Unmarshal(text, &reasons); err != nil {
		t.Fatal(err)
	}
	return reasons
}

func (m missed) alone() string {
	var groups []string
	for _, group := range m.notFound {
		groups = append(groups, strings.Join(group.nodes, " "))
	}
	return orNothing(groups)
}

func (m missed) predicted() string {
	var groups []string
	for _, group := range m.wrong {
		groups = append(groups, strings.Join(group.Nodes, " "))
	}
	return orNothing(groups)
}

func orNothing(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}

func share(part, of int) float64 { return float64(part) / float64(of) }

func TestWilson(t *testing.T) {
	// Worked examples: 10 of 20, 0 of 10, 95 of 100.
	for _, test := range []struct {
		part, of  int
		low, high float64
	}{{10, 20, 0.2993, 0.7007}, {0, 10, 0, 0.2775}, {95, 100, 0.8883, 0.9785}} {
		if low, high := wilson(test.part, test.of); math.Abs(low-test.low) > 1e-4 || math.Abs(high-test.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", test.part, test.of, low, high, test.low, test.high)
		}
	}
}
