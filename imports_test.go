package planlint_test

import (
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/planlint/planlint/"

// allowed says what each part of the project may import of the others. The scanner knows nothing of
// plans, the analysis nothing of models, the reports nothing but results: so each can be used, tested and
// replaced by itself.
var allowed = map[string][]string{
	"zerorun":                 {},
	"internal/result":         {},
	"internal/units":          {},
	"internal/bytemap":        {"internal/result"},
	"analyze":                 {"zerorun", "internal/bytemap", "internal/result"},
	"analyze/fit":             {},                                                 // numbers alone
	"analyze/compare":         {"zerorun", "internal/bytemap", "internal/result"}, // results and bytes, nothing of what plans are
	"analyze/verify":          {"internal/result", "internal/tensor"},
	"report":                  {"internal/bytemap", "internal/result", "internal/units"},
	"report/sarif":            {}, // plain structs
	"fixtures":                {},
	"fixtures/rtx":            {"internal/testutil"}, // real builders, for tests alone
	"fixtures/models":         {"internal/testutil"}, // ONNX models, for tests alone
	"fixtures/seedmodels":     {"layers/onnx"},
	"fixtures/movable":        {"internal/tensor", "layers/onnx"},
	"fixtures/fusion":         {"fixtures/rtx"},
	"fixtures/fusion/inspect": {"analyze/inspect", "internal/core", "internal/trt", "internal/worker"},
	"fixtures/ort":            {"internal/testutil"}, // ONNX Runtime, for tests alone
	"fixtures/linters":        {"internal/testutil"}, // for tests alone
	"fixtures/cuda":           {"internal/testutil"},
	"internal/npy":            {"internal/tensor"},
	"internal/replace":        {},
	"internal/redact":         {}, // any result, by reflection
	"internal/bugreport":      {"analyze/compare", "internal/redact", "internal/result", "internal/units", "layers/recreate"},
	"layers/recreate":         {"internal/result", "layers/onnx", "layers/shape"},
	"internal/sparse":         {"zerorun"},
	"internal/input":          {"zerorun", "internal/sparse", "internal/units"},
	"internal/testutil":       {"internal/result"},
	"internal/tensor":         {}, // numbers, nothing of what computes with them
	"layers/onnx":             {}, // meant for import by others
	"layers/shape":            {"layers/onnx"},
	"layers/widen":            {"layers/onnx", "internal/tensor"},
	"layers/fuse":             {"layers/onnx", "layers/shape"},
	"layers/law":              {},
	"layers/predict":          {"internal/result", "layers/fuse", "layers/law", "layers/onnx", "layers/shape"},
	"layers/interpret":        {"layers/onnx", "internal/tensor"},
	"layers/rewrite":          {"internal/result", "layers/interpret", "layers/onnx", "layers/predict", "layers/shape"},
	"layers/prove":            {"internal/result", "internal/tensor", "layers/interpret", "layers/onnx", "layers/predict", "layers/rewrite", "layers/shape"},
	"layers/attribute":        {}, // numbers alone
	"layers/explain":          {"internal/result", "layers/attribute", "layers/fuse", "layers/onnx"},
	"internal/trt":            {"internal/tensor"}, // TensorRT itself
	"internal/worker":         {"zerorun", "internal/replace", "internal/tensor", "internal/trt"},
	"internal/ort":            {"internal/tensor", "internal/trt"}, // ONNX Runtime
	"internal/core":           {"internal/result", "internal/trt", "internal/worker"},
	"internal/build":          {"zerorun", "analyze", "layers/onnx", "internal/replace", "internal/result", "internal/sparse", "internal/trt", "internal/worker"},
	"internal/cli":            {"zerorun", "analyze", "layers", "report", "fixtures", "internal"},
	"cmd/planlint":            {"internal/cli", "layers/onnx"},
	"cmd/planlint-trt":        {"zerorun", "internal/tensor", "internal/trt", "internal/worker"},
	"cmd/planlint-ort":        {"internal/ort", "internal/worker"},

	"analyze/gate": {"analyze/blocks", "internal/result", "internal/units"}, // results and numbers

	"internal/testutil/faketrt": {"fixtures", "internal/tensor", "internal/trt", "internal/worker"}, // for tests alone
}

// native may use cgo, and only with a build tag that names a family of TensorRT: without one there is a twin.
var native = []string{"internal/trt", "cmd/planlint-trt", "internal/ort", "cmd/planlint-ort"}

// forTests may be imported by the tests of every package; the plain structs of results, too, to read what was printed.
var forTests = []string{"internal/testutil", "fixtures", "internal/result"}

type listed struct {
	ImportPath                                   string
	Imports, TestImports, XTestImports, CgoFiles []string
	IgnoredOtherFiles                            []string
}

func TestImports(t *testing.T) {
	output, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports,CgoFiles,IgnoredOtherFiles", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(output)))
	packages := 0
	for {
		var p listed
		if err := decoder.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages++
		check(t, p)
	}
	if packages < len(allowed) {
		t.Errorf("go list names %d packages, fewer than the rules here", packages)
	}
}

func check(t *testing.T, p listed) {
	t.Helper()
	path := strings.TrimPrefix(p.ImportPath, module)
	own := part(path)
	if own == "" {
		if p.ImportPath+"/" != module {
			t.Errorf("%s: no rule says what it may import", path)
		}
		return
	}
	if len(p.CgoFiles) > 0 {
		t.Errorf("%s uses cgo without a build tag", path)
	}
	if !within(path, native) && slices.ContainsFunc(p.IgnoredOtherFiles, func(f string) bool { return strings.HasSuffix(f, ".cpp") }) {
		t.Errorf("%s has C++, which belongs into the workers", path)
	}
	for _, imported := range p.Imports {
		if target, ours := strings.CutPrefix(imported, module); ours && !within(target, append(allowed[own], own)) {
			t.Errorf("%s imports %s", path, target)
		}
	}
	for _, imported := range append(p.TestImports, p.XTestImports...) {
		if target, ours := strings.CutPrefix(imported, module); ours && !within(target, append(append(forTests, own), allowed[own]...)) {
			t.Errorf("a test of %s imports %s", path, target)
		}
	}
}

// part is the longest entry of allowed that a package lies in.
func part(path string) string {
	longest := ""
	for candidate := range allowed {
		if within(path, []string{candidate}) && len(candidate) > len(longest) {
			longest = candidate
		}
	}
	return longest
}

// within is true for a package that is one of some folders or lies in one.
func within(path string, folders []string) bool {
	for _, folder := range folders {
		if path == folder || strings.HasPrefix(path, folder+"/") {
			return true
		}
	}
	return false
}
