package shape

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestScorePage keeps docs/shape-scores.md what the scores in testdata say, which the other tests measure.
func TestScorePage(t *testing.T) {
	t.Parallel()
	const path = "../../docs/shape-scores.md"
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
		t.Errorf("docs/shape-scores.md is old (-update writes it):\n%s", diff)
	}
}

func scorePage(t *testing.T) string {
	var run map[string]Score
	var stored map[string]corpusScore
	var inferred map[string]inferenceScore
	for name, into := range map[string]any{"run.json": &run, "stored.json": &stored, "onnx.json": &inferred} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	b.WriteString("# Scores of shape inference\n\n" +
		"Written by `go test ./layers/shape -update`, from what its tests measure on the models that `make oracles` fetches. A shape that contradicts\n" +
		"ONNX Runtime fails a test: there is none.\n\n" +
		"## While ONNX Runtime runs them\n\n" +
		"Every value of a model, in the bodies of its If, Loop and Scan too, is an output of ONNX Runtime with its optimizations off. The shapes of the model's inputs are given\n" +
		"(the second number: other ones), and nothing that the file itself says of shapes is used. Known is a shape of which all dimensions are numbers.\n\n" +
		"| model | values | known | share | contradicted |\n| --- | ---: | ---: | ---: | ---: |\n")
	var all Score
	for _, name := range slices.Sorted(maps.Keys(run)) {
		s := run[name]
		all.Values, all.Known = all.Values+s.Values, all.Known+s.Known
		fmt.Fprintf(&b, "| %s | %d | %d | %s | 0 |\n", name, s.Values, s.Known, percent(s.Known, s.Values))
	}
	fmt.Fprintf(&b, "| all | %d | %d | %s | 0 |\n\n", all.Values, all.Known, percent(all.Known, all.Values))
	b.WriteString("## What models of one operator store\n\n" +
		"Outputs that come with the test models of ONNX itself. Most of what is missing depends on values, such as how many boxes are left.\n\n" +
		"| models | of them | outputs | known | share | contradicted |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, set := range slices.Sorted(maps.Keys(stored)) {
		s := stored[set]
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %s | 0 |\n", set, s.Models, s.Values, s.Known, percent(s.Known, s.Values))
	}
	b.WriteString("\n## Beside onnx.shape_inference\n\n" +
		"Of the shapes that onnx infers (with `data_prop`), how many are known here too. Where the two say something else, the shape at run time decides.\n\n" +
		"| models | of them | onnx knows | known here too | not the same |\n| --- | ---: | ---: | ---: | ---: |\n")
	for _, set := range slices.Sorted(maps.Keys(inferred)) {
		s := inferred[set]
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", set, s.Models, s.ONNX, s.Both, len(s.Disagreements))
	}
	b.WriteString("\n| model | value | onnx | here | at run time |\n| --- | --- | --- | --- | --- |\n")
	for _, set := range slices.Sorted(maps.Keys(inferred)) {
		for _, d := range inferred[set].Disagreements {
			fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s |\n", d.Model, d.Value, d.ONNX, d.Here, d.Run)
		}
	}
	return b.String()
}

// percent never rounds up to all of them.
func percent(part, of int) string {
	if part == of {
		return "100 %"
	}
	return fmt.Sprintf("%.2f %%", min(99.99, 100*float64(part)/float64(of)))
}
