package fuse

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/fusion"
)

// TestScoreTRT8 holds the predictions for TensorRT 8.6 against the plans that were measured, model by model. They are a
// sample of the corpus, too small for the 200 groups and 60 that stay alone which a score should have at least.
func TestScoreTRT8(t *testing.T) {
	table, misses := trt8Table(t), trt8Misses(t)
	used := map[string]bool{}
	for _, m := range append(scoreTRT8(t, table, fusion.HeldOut).missed, scoreTRT8(t, table, training).missed...) {
		used[m.model] = true
		if misses.Reasons[m.model] == "" {
			t.Errorf("%s: alone and not predicted: %s; predicted and not alone: %s", m.model, m.alone(), m.predicted())
		}
	}
	for model := range misses.Reasons {
		if !used[model] {
			t.Errorf("testdata/misses-trt8.json explains %s, which is not missed", model)
		}
	}
	for _, model := range misses.Seen {
		if _, measured := fusion.TRT8(t)[model]; !measured || !fusion.HeldOut(model) {
			t.Errorf("testdata/misses-trt8.json says that %s was seen, which is not measured or not held out", model)
		}
	}
	s := scoreTRT8(t, table, fusion.HeldOut)
	if s.models < 53 || s.groups < 70 || s.alone < 39 {
		t.Errorf("%d models, %d groups, %d of them alone: fewer than were measured", s.models, s.groups, s.alone)
	}
	if precision, recall := share(s.found, s.predicted), share(s.found, s.alone); precision < 0.94 || recall < 0.94 {
		t.Errorf("precision %.4f, recall %.4f", precision, recall)
	}
}

func training(name string) bool { return !fusion.HeldOut(name) }

func trt8Table(t testing.TB) *Table {
	t.Helper()
	table, err := LoadTable(TRT8)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// trt8Missed is testdata/misses-trt8.json: Seen are held-out models of which it was seen what they became before
// rules were made.
type trt8Missed struct {
	Seen    []string          `json:"seen"`
	Reasons map[string]string `json:"reasons"`
}

func trt8Misses(t testing.TB) trt8Missed {
	t.Helper()
	text, err := os.ReadFile("testdata/misses-trt8.json")
	if err != nil {
		t.Fatal(err)
	}
	var misses trt8Missed
	if err := json.Unmarshal(text, &misses); err != nil {
		t.Fatal(err)
	}
	return misses
}

// scorePage8 is the part of docs/fusion-scores.md on TensorRT 8.6.
func scorePage8(t *testing.T) string {
	var b strings.Builder
	table, misses := trt8Table(t), trt8Misses(t)
	unseen := func(name string) bool { return fusion.HeldOut(name) && !slices.Contains(misses.Seen, name) }
	b.WriteString("\n## TensorRT " + fusion.TRT8Version + `

A sample of the corpus, built on an H200. Of the held-out part it has fewer than the 200 groups, and the 60 that stay alone, which
a score should have: the intervals say how little is sure. Groups of which the plan does not say what became of them are not counted.

| models | of them | groups | alone | predicted | found | precision | recall | always alone |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
`)
	for _, part := range []struct {
		name   string
		wanted func(string) bool
	}{{"held out", fusion.HeldOut}, {"held out, and not seen before", unseen}, {"what rules were made with", training}} {
		s := scoreTRT8(t, table, part.wanted)
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %s | %s | %.3f and %.3f |\n", part.name, s.models, s.groups, s.alone, s.predicted, s.found,
			interval(s.found, s.predicted), interval(s.found, s.alone), share(s.allFound, s.all), share(s.allFound, s.alone))
	}
	fmt.Fprintf(&b, `
The first score, with 47 models held out, was a precision of %s and a recall of %s. What was missed then was looked at, and the two
constants of a Clip counted as numbers since, which a model of the other part shows as well (conv_p_conv-clip). Six more held-out models came after that. What became of %d held-out
models had been seen before rules were made, though none was made with them.
`, interval(34, 38), interval(34, 36), len(misses.Seen))
	b.WriteString("\nWhat was missed:\n\n| model | part | alone and not predicted | predicted and not alone | reason |\n| --- | --- | --- | --- | --- |\n")
	for _, part := range []struct {
		name   string
		wanted func(string) bool
	}{{"held out", fusion.HeldOut}, {"rules made with", training}} {
		for _, m := range scoreTRT8(t, table, part.wanted).missed {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", m.model, part.name, m.alone(), m.predicted(), misses.Reasons[m.model])
		}
	}
	return b.String()
}
