package onnx

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/models"
)

// TestEditRealModels puts an Identity around nodes of real models, renames values, and
// lets onnx's checker look at the result.
func TestEditRealModels(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var paths []string
	for _, model := range models.In(t, models.Real, models.Light) {
		if testing.Short() && model.Set == models.Real {
			continue
		}
		m := opened(t, model.Path)
		for i, n := range slices.Clone(m.Graph.Nodes) {
			if i < 30 {
				between(m.Graph, n)
			}
		}
		for i, n := range m.Graph.Nodes[:min(60, len(m.Graph.Nodes))] {
			if err := m.Graph.Rename(n.Outputs[0], fmt.Sprintf("value %d", i)); err != nil {
				t.Fatal(err)
			}
		}
		target := filepath.Join(folder, strings.ReplaceAll(model.Name, "/", "-")+".onnx")
		if err := os.WriteFile(target, written(t, m), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, target)
	}
	for i, answer := range python(t, "check.py", paths) {
		if len(answer) > 0 {
			t.Errorf("%s: %s", filepath.Base(paths[i]), answer)
		}
	}
}

// TestEditedModelsCompute does the same to models of one operator, and lets onnx compute with both on the
// inputs that come with them.
func TestEditedModelsCompute(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var pairs []string
	for i, model := range models.In(t, models.Node) {
		if i%10 != 0 && testing.Short() || strings.Contains(model.Name, "expanded") || strings.Contains(model.Name, "bernoulli") {
			continue // expanded ones are of the same kind as others, and random numbers differ
		}
		m := opened(t, model.Path)
		if _, ok := m.Opset(""); !ok {
			continue // it may not use Identity
		}
		for _, n := range slices.Clone(m.Graph.Nodes) {
			between(m.Graph, n)
		}
		target := filepath.Join(folder, fmt.Sprint(i, ".onnx"))
		if err := os.WriteFile(target, written(t, m), 0o600); err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, model.Path+"\t"+target)
	}
	computed := 0
	for i, answer := range python(t, "compute.py", pairs) {
		switch text := string(answer); {
		case text == "same":
			computed++
		case !strings.HasPrefix(text, "not computed"):
			t.Errorf("%s: %s", pairs[i], text)
		}
	}
	if computed < len(pairs)*3/4 {
		t.Errorf("only %d of %d models could be computed", computed, len(pairs))
	}
	t.Logf("%d of %d models give the same bits", computed, len(pairs))
}

// between puts an Identity before a node and one behind it.
func between(g *Graph, n *Node) {
	if n.Input(0) != "" {
		name := g.UniqueName("before")
		g.InsertBefore(n, &Node{OpType: "Identity", Inputs: []string{n.Inputs[0]}, Outputs: []string{name}})
		n.Inputs[0] = name
	}
	if n.Output(0) != "" {
		name := g.UniqueName("behind")
		g.InsertAfter(n, &Node{OpType: "Identity", Inputs: []string{name}, Outputs: []string{n.Outputs[0]}})
		n.Outputs[0] = name
	}
}
