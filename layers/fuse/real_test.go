package fuse

import (
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/fixtures/fusion"
	"github.com/planlint/planlint/fixtures/models"
	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

// realScore is what one real model gives: groups that the builder made, how many of them stay alone, how many are
// predicted to, and how many of these are the same. Reason says what is missed and why.
type realScore struct {
	Groups    int    `json:"groups"`
	Alone     int    `json:"alone"`
	Predicted int    `json:"predicted"`
	Found     int    `json:"found"`
	Reason    string `json:"reason,omitempty"`
}

// TestRealModels compares the predictions for models that people use with what the newest TensorRT-RTX makes of them.
// What it cannot build without a GPU is left out.
func TestRealModels(t *testing.T) {
	const path = "testdata/real-rtx.json"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]realScore
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	version := rtx.Versions()[len(rtx.Versions())-1]
	var paths []string
	names := map[string]string{}
	sets := []string{models.Real, models.Light}
	if testing.Short() {
		sets = sets[:1]
		maps.DeleteFunc(want, func(name string, _ realScore) bool { return strings.HasPrefix(name, "light_") })
	}
	for _, model := range models.In(t, sets...) {
		if info, err := os.Stat(model.Path); err == nil && info.Size() < 64<<20 {
			paths, names[model.Path] = append(paths, model.Path), model.Name
		}
	}
	got := map[string]realScore{}
	for path, built := range fusion.BuildFiles(t, version, paths...) {
		if built.Error == "" {
			s := scoreFile(t, path, built, version)
			got[names[path]] = realScore{s.groups, s.alone, s.predicted, s.found, want[names[path]].Reason}
			if s.found < max(s.alone, s.predicted) && want[names[path]].Reason == "" {
				for _, m := range s.missed {
					t.Errorf("%s: alone and not predicted: %s; predicted and not alone: %s", names[path], m.alone(), m.predicted())
				}
			}
		}
	}
	if *update {
		text, err := json.MarshalIndent(got, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(text, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
		want = got
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("real models (-was +is):\n%s", diff)
	}
}

func scoreFile(t *testing.T, path string, built fusion.BuiltFile, version string) score {
	t.Helper()
	model, err := onnx.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer model.Close()
	shapes, err := shape.Infer(t.Context(), model, shape.Options{Inputs: built.Shapes})
	if err != nil {
		t.Fatal(err)
	}
	graph := FromONNX(model.Graph, shapes)
	described := fusion.Model{Name: path}
	for _, node := range graph.Nodes {
		described.Nodes = append(described.Nodes, fusion.Node{Name: node.Name, Op: node.Op})
	}
	var s score
	s.add(described, built.Result, version, graph, rtxTable(t))
	return s
}
