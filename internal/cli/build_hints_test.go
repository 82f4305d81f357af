package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/build"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/layers/onnx"
)

// written is the path of a model.
func written(t *testing.T, graph *onnx.Graph) string {
	t.Helper()
	var text bytes.Buffer
	if err := onnx.Write(t.Context(), &text, &onnx.Model{IRVersion: 8, Graph: graph}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "m.onnx")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TensorRT does not say what it needed a GPU for. The messages are those of TensorRT-RTX 1.4 to 1.7.
func TestFailureHint(t *testing.T) {
	t.Parallel()
	const (
		myelin = "Error Code 1: Myelin (MyelinCheckException: graph_jit.cpp:278: CHECK(status == CUDA_SUCCESS) failed."
		cuda   = "[checkMacros.cpp::catchCudaError::229] Error Code 1: Cuda Runtime (In catchCudaError at checkMacros.cpp:229)"
		lean   = "Error Code 6: API Usage Error (Unable to load library: libnvinfer_lean.so.1: cannot open shared object file"
		none   = "no NVIDIA driver is loaded here"
	)
	refit := trt.Settings{Flags: []string{"STRIP_PLAN", "REFIT", "DIRECT_IO"}}
	for _, test := range []struct {
		settings           trt.Settings
		why, message, want string
	}{
		{refit, none, myelin, "and no NVIDIA driver is loaded here: build there, or without --stripWeights and --refit"},
		{trt.Settings{Flags: []string{"REFIT_IDENTICAL"}}, none, myelin, "without --flag REFIT_IDENTICAL"},
		{trt.Settings{Capabilities: []string{"SM75", "CURRENT"}}, none, cuda, "name the GPUs that the plan is for, as in --computeCapabilities 8.9"},
		{trt.Settings{}, none, cuda, "; this build needs a GPU, and no NVIDIA driver is loaded here"},
		{trt.Settings{}, "", lean, "--excludeLeanRuntime builds one"},
		{refit, "", myelin, ""}, {refit, none, "no kernel for it", ""},
	} {
		got := failureHint(test.settings, test.why, test.message)
		if !strings.Contains(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%+v, %q: hint %q, want %q", test.settings, test.message, got, test.want)
		}
	}
}

// A missing file with weights is not the model, which is there.
func TestMissingWeights(t *testing.T) {
	t.Parallel()
	path := written(t, &onnx.Graph{Initializers: []*onnx.Tensor{{
		Name: "w", DataType: onnx.Int8, Dims: []int64{4}, External: &onnx.External{Location: "w.data", Length: 4},
	}}})
	_, _, err := build.Model(t.Context(), path, "m.onnx")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("error %v", err)
	}
	f := failedModel("m.onnx", err)
	if !strings.Contains(f.Message, `tensor "w"`) || !strings.Contains(f.Message, `"w.data"`) || f.code != exitNoJudgement {
		t.Errorf("message %q, exit status %d", f.Message, f.code)
	}
}
