package inspect

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

// measuredPlan is what fixtures/measured says of a plan.
type measuredPlan struct {
	Name, Settings string
	Layers         *int
}

// detail is the verbosity that a plan was built with.
func (p measuredPlan) detail() result.LayerDetail {
	words := strings.Fields(p.Settings)
	switch {
	case slices.Contains(words, "noverb"):
		return result.LayersNone
	case slices.Contains(words, "detail"):
		return result.LayersDetailed
	}
	return result.LayersNames
}

func measuredPlans(t *testing.T) map[string]measuredPlan {
	t.Helper()
	text, err := os.ReadFile("../../fixtures/measured/tensorrt-8.6.1-h200.json")
	if err != nil {
		t.Fatal(err)
	}
	var document struct{ Plans []measuredPlan }
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	plans := map[string]measuredPlan{}
	for _, plan := range document.Plans {
		plans[plan.Name] = plan
	}
	return plans
}

// TestReadReal reads what TensorRT 8.6.1 printed of the plans of fixtures/measured: NAME.inspect.json beside
// NAME.plan.
func TestReadReal(t *testing.T) {
	folder := os.Getenv("PLANLINT_TRT8_PLANS")
	if folder == "" {
		testutil.Require(t, "trt8", "PLANLINT_TRT8_PLANS names no folder with the plans of fixtures/measured")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.inspect.json"))
	if err != nil || len(files) == 0 {
		testutil.Require(t, "trt8", "no *.inspect.json in PLANLINT_TRT8_PLANS")
	}
	measured := measuredPlans(t)
	alone := map[string][]string{}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".inspect.json")
		layers := readFile(t, path)
		for _, layer := range layers.List {
			if layer.Pointwise == result.PointwiseAlone {
				alone[name] = append(alone[name], layer.PointwiseNodes...)
			}
			if layers.Detail == result.LayersDetailed && (layer.Type == "" || layer.Outputs == nil) {
				t.Errorf("%s: of %s there is no type or output", name, layer.Name)
			}
		}
		plan, known := measured[name]
		if !known {
			continue
		}
		if layers.Detail != plan.detail() {
			t.Errorf("%s: %s, want %s", name, layers.Detail, plan.detail())
		}
		if plan.Layers != nil && layers.Detail != result.LayersNone && len(layers.List) != *plan.Layers {
			t.Errorf("%s: %d layers, want %d", name, len(layers.List), *plan.Layers)
		}
	}
	// As the kernels in the plans have it: the head has two generated for pointwise operations (docs/compare.md).
	for name, want := range map[string]int{"leaky_fp16": 1, "leaky_fp32": 1, "convleaky_fp16": 0, "head_bug_fp16": 2} {
		if _, there := measured[name]; there && slices.Contains(files, filepath.Join(folder, name+".inspect.json")) && len(alone[name]) != want {
			t.Errorf("%s: %q alone, want %d", name, alone[name], want)
		}
	}
}

func readFile(t *testing.T, path string) result.Layers {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	layers, err := Read(strings.NewReader(string(text)))
	if err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return layers
}
