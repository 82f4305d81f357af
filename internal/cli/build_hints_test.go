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

// TensorRT does not say which inputs have free dimensions, nor how to give them shapes.
func TestProfileHint(t *testing.T) {
	t.Parallel()
	shape := onnx.NewTensorType(onnx.Float32, onnx.Symbol("batch"), onnx.Fixed(3))
	path := written(t, &onnx.Graph{Inputs: []*onnx.ValueInfo{{Name: "x", Type: shape}}})
	const refused = "Network has dynamic or shape inputs, but no optimization profile has been defined."
	if got := profileHint(t.Context(), path, refused); !strings.HasSuffix(got, "--optShapes gives the shapes of inputs with free dimensions: x:?x3") {
		t.Errorf("hint %q", got)
	}
	if got := profileHint(t.Context(), path, "no kernel for it"); got != "" {
		t.Errorf("hint %q for another error", got)
	}
	if got := profileHint(t.Context(), written(t, &onnx.Graph{}), refused); got != "" {
		t.Errorf("hint %q for a model without inputs", got)
	}
}

// A missing file with weights is not the model, which is there.
func TestMissingWeights(t *testing.T) {
	t.Parallel()
	path := written(t, &onnx.Graph{Initializers: []*onnx.Tensor{{
		Name: "w", DataType: onnx.Int8, Dims: []int64{4}, External: &onnx.External{Location: "w.data", Length: 4},
	}}})
	_, err := build.Model(t.Context(), path, "m.onnx")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("error %v", err)
	}
	f := failedModel("m.onnx", err)
	if !strings.Contains(f.Message, `tensor "w"`) || !strings.Contains(f.Message, `"w.data"`) || f.code != exitNoJudgement {
		t.Errorf("message %q, exit status %d", f.Message, f.code)
	}
}
