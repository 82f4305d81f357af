package fuse

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/fixtures/rtx"
)

var update = flag.Bool("update", false, "rewrite docs/fusion-scores.md")

// TestScorePage keeps docs/fusion-scores.md what was measured.
func TestScorePage(t *testing.T) {
	const path = "../../docs/fusion-scores.md"
	page := scorePage(t)
	if *update {
		if err := os.WriteFile(path, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(page, string(text)); diff != "" {
		t.Errorf("docs/fusion-scores.md is old (-update writes it):\n%s", diff)
	}
}

func scorePage(t *testing.T) string {
	var b strings.Builder
	b.WriteString(`# Scores of the fusion tables

Written by ` + "`go test ./layers/fuse -update`" + `; docs/fusion.md says what is counted, and how the models were chosen.

A group is found if exactly its nodes are predicted as one that stays alone. Precision is what part of the predicted
groups is there, recall what part of those there is predicted, each with the interval that Wilson gives for 95 %.
"Always alone" says of every group that it stays alone.

## TensorRT-RTX, the part of the corpus that no rule was made with
`)
	versions := rtx.Versions()
	table := func(heldOut bool) (all []missed) {
		b.WriteString("\n| version | models | groups | alone | predicted | found | precision | recall | always alone | kernels named |\n" +
			"| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
		for _, version := range versions {
			s := scoreRTX(t, version, heldOut)
			fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %s | %s | %.3f and %.3f | %d of %d |\n", version, s.models, s.groups, s.alone, s.predicted, s.found,
				interval(s.found, s.predicted), interval(s.found, s.alone), share(s.allFound, s.all), share(s.allFound, s.alone), s.sameName, s.found)
			all = append(all, s.missed...)
		}
		return all
	}
	all := table(true)
	b.WriteString("\nWhat was missed there:\n\n| model | versions | alone and not predicted | predicted and not alone | reason |\n| --- | --- | --- | --- | --- |\n")
	reasons := missReasons(t)
	for _, line := range gathered(all) {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", line[0].model, versionsOf(line), line[0].alone(), line[0].predicted(), reasons[line[0].model])
	}
	b.WriteString("\n## TensorRT-RTX, the part that the rules were made with\n")
	table(false)
	return b.String() + scorePage8(t)
}

// gathered puts together what was missed in the same way with several versions.
func gathered(all []missed) [][]missed {
	var lines [][]missed
	for _, m := range all {
		at := slices.IndexFunc(lines, func(line []missed) bool {
			return line[0].model == m.model && line[0].alone() == m.alone() && line[0].predicted() == m.predicted()
		})
		if at < 0 {
			lines = append(lines, []missed{m})
			continue
		}
		lines[at] = append(lines[at], m)
	}
	slices.SortStableFunc(lines, func(a, b []missed) int { return strings.Compare(a[0].model, b[0].model) })
	return lines
}

func versionsOf(line []missed) string {
	if len(line) == len(rtx.Versions()) {
		return "all"
	}
	var versions []string
	for _, m := range line {
		parts := strings.Split(m.version, ".")
		versions = append(versions, parts[0]+"."+parts[1])
	}
	return strings.Join(versions, ", ")
}

func interval(part, of int) string {
	low, high := wilson(part, of)
	return fmt.Sprintf("%.3f (%.3f to %.3f)", share(part, of), low, high)
}
