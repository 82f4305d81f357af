package inspect

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/internal/result"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// texts are what TensorRT prints, drawn by hand in the form of its versions.
func texts(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, name := range []string{"head", "split", "names", "none", "profiles", "compiled", "metadata"} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = text
	}
	return all
}

func TestRead(t *testing.T) {
	for name, text := range texts(t) {
		layers, err := Read(iotest.HalfReader(bytes.NewReader(text)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got bytes.Buffer
		encoder := json.NewEncoder(&got)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(layers); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", "golden", name+".json")
		if *update {
			if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if difference := cmp.Diff(string(want), got.String()); difference != "" {
			t.Errorf("%s (-want +got):\n%s", name, difference)
		}
	}
}

// TestReadForms reads the same layers out of what tools make of the inspector's text.
func TestReadForms(t *testing.T) {
	layer := `{"Name":"PWN(a)","LayerType":"PointWiseV2","Outputs":[{"Name":"y","Dimensions":[2,3],"Format/Datatype":"Half"}]}`
	for name, text := range map[string]string{
		"inspector": `{"Layers": [` + layer + `],"Bindings": ["x","y"]}`,
		"list":      `[` + layer + `]`,
		"other key": `{"layers": [` + layer + `]}`,
		"more keys": `{"Version": {"a": [1, {"b": "Layers"}]}, "Layers": [` + layer + `], "More": null}`,
		"comma":     `{"Layers": [` + layer + ",\n],\n}",
		"mark":      "\xef\xbb\xbf" + `{"Layers": [` + layer + `]}` + "\n\x00",
	} {
		layers, err := Read(strings.NewReader(text))
		if err != nil || len(layers.List) != 1 {
			t.Errorf("%s: %+v, %v", name, layers, err)
			continue
		}
		l := layers.List[0]
		if layers.Detail != result.LayersDetailed || l.Pointwise != result.PointwiseAlone || l.OutputBytes == nil || *l.OutputBytes != 12 {
			t.Errorf("%s: %+v", name, l)
		}
	}
}

// TestReadNothing reads what plans without layers give.
func TestReadNothing(t *testing.T) {
	for _, text := range []string{`{"Layers": []}`, `{"Layers": [], "Bindings": ["x"]}`, `{"LayerInfo": []}`, `{"Layers": ["", ""]}`, `[""]`} {
		layers, err := Read(strings.NewReader(text))
		if err != nil || layers.Detail != result.LayersNone || layers.List == nil || len(layers.List) > 0 {
			t.Errorf("%q: %+v, %v", text, layers, err)
		}
	}
}

// TestReadNoList refuses what is JSON, and no list of layers: that of a plan which keeps none is there, and empty.
func TestReadNoList(t *testing.T) {
	for text, want := range map[string]string{
		"": "there is no text", " \n": "there is no text", "{}": `the engine inspector's has "Layers"`, "[]": "an empty list",
		`{"Layers": null}`: `its "Layers" is no list`, `{"layers": {"a": 1}}`: `its "layers" is no list`, `{"Layers": "a"}`: "is no list",
		`{"Layers": 3}`: "is no list", `{"Bindings": []}`: `has "Layers"`, `{"Layers": [], "Layers": {}}`: "is no list", "null": "neither an object nor a list",
	} {
		if layers, err := Read(strings.NewReader(text)); !errors.Is(err, ErrNoLayers) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, error %v, want %q", text, layers, err, want)
		}
	}
}

// TestReadWrongFields takes layers whose fields are of other types than ever seen.
func TestReadWrongFields(t *testing.T) {
	text := `[{"Name": 7, "LayerType": null, "ParameterType": {"a": 1}, "TacticValue": 12, "StreamId": "2", "Inputs": "x",
		"Outputs": ["y", {"Name": "z", "Dimensions": [1, null], "Format/Datatype": 3}, 5, {"Dimensions": [1e3]}, {"Dimensions": [2, -7], "Format/Datatype": "Half"}],
		"Weights": [1], "Bias": {"Type": "Half", "Count": 1.5}, "Metadata": ["[ONNX Layer: a]"]}]`
	layers, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	stream := int64(2)
	want := result.Layer{Name: "7", TacticValue: "12", Stream: &stream, Outputs: []result.LayerTensor{
		{Name: "y"}, {Name: "z", Format: "3"}, {}, {}, {Shape: []int64{2, -1}, DType: "float16"},
	}, Nodes: []string{"7"}, NodesFrom: result.NodesFromName}
	if difference := cmp.Diff(want, layers.List[0]); difference != "" {
		t.Error(difference)
	}
}

func TestReadWeights(t *testing.T) {
	for fields, want := range map[string]int64{
		`"Weights": {"Type": "Half", "Count": 10}`:                                                      20,
		`"Weights": {"Type": "Int8", "Count": 10}, "Bias": {"Type": "Float", "Count": 2}`:               18,
		`"ConvWeights": {"Type": "FP32", "Count": 3}, "ConvBias": {"Type": "Half", "Count": 0}`:         12,
		`"Constants": [{"Name": "w", "Dimensions": [3, 3], "Format/Datatype": "Int4"}]`:                 5, // 4.5
		`"Weights": {"Type": "Odd", "Count": 10}`:                                                       -1,
		`"Weights": {"Type": "Half", "Count": 9223372036854775807}`:                                     -1,
		`"Weights": {"Type": "Half", "Count": -1}`:                                                      -1,
		`"Constants": [{"Name": "w", "Dimensions": [-1], "Format/Datatype": "Half"}]`:                   -1,
		`"Constants": [{"Name": "w", "Dimensions": [4294967296,4294967296], "Format/Datatype": "FP8"}]`: -1,
		`"Constants": []`: -1,
	} {
		layers, err := Read(strings.NewReader(`[{"Name": "a", ` + fields + `}]`))
		if err != nil {
			t.Fatal(err)
		}
		got := int64(-1)
		if size := layers.List[0].WeightsBytes; size != nil {
			got = *size
		}
		if got != want {
			t.Errorf("%s: %d bytes, want %d", fields, got, want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	layer := `{"Name": "conv", "LayerType": "Convolution"}`
	for name, test := range map[string]struct{ text, want string }{
		"cut":          {`{"Layers": [` + layer + `, {"Name": "a`, `the text breaks off behind layer 1, "conv"`},
		"cut early":    {`{"Layers"`, "the text breaks off"},
		"other":        {`{"schema": "planlint/scan/v1", "results": []}`, `the engine inspector's has "Layers"`},
		"number":       {`12`, "neither an object nor a list"},
		"text":         {"[01/01/2024-10:00:00] [I] Layers:", "neither an object nor a name"},
		"plan":         {"ftrt\x00\x00\x00", "invalid character"},
		"times":        {`[{"count": 2}, {"name": "a", "averageMs": 0.1}]`, "--exportProfile"},
		"element":      {`{"Layers": [1]}`, "neither an object nor a name"},
		"brackets":     {`{"Layers": [` + layer + `}]}`, `behind layer 1, "conv"`},
		"more":         {`[` + layer + `] [1]`, "something follows"},
		"deep":         {`{"a": ` + strings.Repeat("[", 2*maxDepth), "values inside each other"},
		"deep layer":   {`[` + strings.Repeat(`{"a":`, 20_000), "exceeded max depth"},
		"long name":    {`["` + strings.Repeat("a", 2*maxValue) + `"]`, "larger than that of any plan"},
		"tensors":      {`[{"Inputs": [` + strings.Repeat(`{},`, maxTensors) + `{}]}]`, "larger than that of any plan"},
		"long literal": {`[` + strings.Repeat("a", 1000) + `]`, "invalid character"},
	} {
		_, err := Read(strings.NewReader(test.text))
		if !errors.Is(err, ErrNoLayers) || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 300 {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
	broken := errors.New("broken pipe")
	if _, err := Read(io.MultiReader(strings.NewReader(`{"Layers": [`), iotest.ErrReader(broken))); !errors.Is(err, broken) || errors.Is(err, ErrNoLayers) {
		t.Errorf("of a pipe that breaks: %v", err)
	}
}

// repeated is a text of any length that takes no memory.
type repeated struct {
	head, unit, tail string
	units            int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.head == "" && r.units > 0 {
		r.head, r.units = r.unit, r.units-1
	}
	if r.head == "" {
		r.head, r.tail = r.tail, ""
	}
	if r.head == "" {
		return 0, io.EOF
	}
	n := copy(p, r.head)
	r.head = r.head[n:]
	return n, nil
}

// TestReadLong reads far more than may be kept: of what is passed over nothing stays, of layers only so much.
func TestReadLong(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped, it reads 70 MB")
	}
	passed := &repeated{head: `{"Layers": ["a"], "More": [`, unit: `{"b": [1, 2, "c"]},` + strings.Repeat(" ", 4000), units: 5_000, tail: `{}]}`}
	if layers, err := Read(passed); err != nil || len(layers.List) != 1 {
		t.Errorf("%d layers, %v", len(layers.List), err)
	}
	unit := `{"Name": "` + strings.Repeat("a", 1000) + `"},`
	if _, err := Read(&repeated{head: `[`, unit: unit, units: 1 << 20, tail: `{}]`}); !errors.Is(err, ErrNoLayers) || !strings.Contains(err.Error(), "128 MiB") {
		t.Error(err)
	}
}
