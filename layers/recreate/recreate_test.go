package recreate_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/recreate"
	"github.com/planlint/planlint/layers/shape"
)

// written is the file of a model.
func written(t testing.TB, m *onnx.Model) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := onnx.Write(t.Context(), &out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// reread is a model as it is read from its file.
func reread(t testing.TB, m *onnx.Model) *onnx.Model {
	t.Helper()
	data := written(t, m)
	read, err := onnx.Read(t.Context(), bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// secretModel has a secret wherever nothing of a graph is said, and in its weights.
func secretModel() *onnx.Model {
	m := seedmodels.Head(seedmodels.Half(1, 64, 8, 8), false)
	m.ProducerName, m.ProducerVersion, m.Domain = "SECRET", "SECRET", "SECRET"
	m.Metadata = []onnx.Property{{Key: "SECRET", Value: "SECRET"}}
	m.Graph.Inputs[0].Type.Denotation = "SECRET"
	weights := bytes.Repeat([]byte("SECRET"), 2*64*256*9/6)
	m.Graph.Initializers[0].SetValues(bytes.NewReader(weights))
	return m
}

func TestFreshHoldsNothingElse(t *testing.T) {
	t.Parallel()
	m := reread(t, secretModel())
	if !bytes.Contains(written(t, m), []byte("SECRET")) {
		t.Fatal("the model has no secret")
	}
	fresh, err := recreate.Fresh(t.Context(), m, recreate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	data := written(t, fresh)
	if bytes.Contains(data, []byte("SECRET")) {
		t.Error("a secret is left")
	}
	if len(data) > 2<<10 {
		t.Errorf("%d bytes: weights are left", len(data))
	}
	with, err := recreate.Fresh(t.Context(), m, recreate.Options{Weights: true})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(written(t, with), []byte("SECRETSECRET")) {
		t.Error("weights that were asked for are not there")
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	long := seedmodels.Head(seedmodels.Half(1, 64, 8, 8), false)
	long.Graph.Nodes[0].SetAttribute("ep_cache_context", strings.Repeat("x", 2000))
	functions := seedmodels.Head(seedmodels.Half(1, 64, 8, 8), false)
	functions.Functions = []*onnx.Function{{Name: "f", Domain: "d"}}
	sparse := seedmodels.Head(seedmodels.Half(1, 64, 8, 8), false)
	sparse.Graph.SparseInitializers = []*onnx.SparseTensor{{}}
	for name, m := range map[string]*onnx.Model{"a long text": long, "functions": functions, "sparse constants": sparse} {
		if _, err := recreate.Fresh(t.Context(), m, recreate.Options{}); !errors.Is(err, recreate.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
	many := seedmodels.New(seedmodels.Half(1, 64))
	for range 500 {
		many.LeakyRelu("y")
	}
	if _, err := recreate.Python(t.Context(), "repro", many.ONNX()); !errors.Is(err, recreate.ErrUnsupported) {
		t.Errorf("500 nodes: %v", err)
	}
}

func TestLoneAndControl(t *testing.T) {
	t.Parallel()
	m := seedmodels.All()[seedmodels.MulMax]
	shapes, err := shape.Infer(t.Context(), m, shape.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lone, err := recreate.Lone(t.Context(), m, shapes, result.PredictGroup{Nodes: []string{"scaled", "y"}, Ops: []string{"Mul", "Max"}, Output: "y"})
	if err != nil {
		t.Fatal(err)
	}
	if g := lone.Graph; len(g.Nodes) != 2 || len(g.Inputs) != 1 || g.Inputs[0].Type.String() != "float16[1,64,2944,1664]" || len(g.Initializers) != 1 {
		t.Errorf("alone it is %v with %v", g.Nodes, g.Inputs[0].Type)
	}
	control, err := recreate.Control(lone)
	if err != nil {
		t.Fatal(err)
	}
	if g := control.Graph; g.Nodes[0].OpType != "Conv" || g.Nodes[0].Output(0) != "x" || g.Inputs[0].Name != "image" {
		t.Errorf("behind a convolution it is %v", g.Nodes[0])
	}
	if _, err := recreate.Lone(t.Context(), m, shapes, result.PredictGroup{Output: "nowhere"}); !errors.Is(err, recreate.ErrUnsupported) {
		t.Errorf("a group that is not there: %v", err)
	}
}

func TestRename(t *testing.T) {
	t.Parallel()
	m := reread(t, seedmodels.All()[seedmodels.HeadFree])
	recreate.Rename(m, func(name string) string {
		if name == "" {
			return name
		}
		return "n_" + name
	})
	code, err := recreate.Fresh(t.Context(), m, recreate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := recreate.Python(t.Context(), "repro", code)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"n_x", T.FLOAT16, [1, 64, "n_height", "n_width"]`, `["n_x", "n_up1.w"], ["n_up1"], name="n_up1"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
}

// Names cannot leave their quotes, end the line, or act on a terminal.
func TestQuote(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`a"b\c`: `"a\"b\\c"`, "a\nb\x1b[31m\x00": `"a\u000ab\u001b[31m\u0000"`, "\u202e\U0001f600é": "\"\\u202e\U0001f600é\"", "\xff": `"�"`, "": `""`,
	} {
		if got := recreate.Quote(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	m := seedmodels.New(seedmodels.Half(1))
	m.Then("LeakyRelu", "y").SetAttribute("alpha", float32(math.Inf(-1)))
	code, err := recreate.Python(t.Context(), "repro", m.ONNX())
	if err != nil || !strings.Contains(code, `alpha=float("-inf")`) {
		t.Errorf("%v in %s", err, code)
	}
}
