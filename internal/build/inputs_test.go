package build

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/layers/onnx"
)

// modelInputs writes a model and reads its inputs.
func modelInputs(t *testing.T) []Input {
	t.Helper()
	input := func(name string, dims ...onnx.Dim) *onnx.ValueInfo {
		return &onnx.ValueInfo{Name: name, Type: onnx.NewTensorType(onnx.Float32, dims...)}
	}
	model := &onnx.Model{IRVersion: 8, Graph: &onnx.Graph{
		Inputs: []*onnx.ValueInfo{
			input("x", onnx.Symbol("batch"), onnx.Fixed(3), onnx.Dim{}), input("fixed", onnx.Fixed(3)), input("scalar"), {Name: "untyped"},
			{Name: "unranked", Type: &onnx.Type{Kind: onnx.TensorType, Elem: onnx.Float32}},
			input("minus", onnx.Fixed(-7), onnx.Fixed(8)), input("weights", onnx.Symbol("n")),
		},
		Initializers: []*onnx.Tensor{onnx.NewTensor("weights", onnx.Int8, []int64{1}, bytes.NewReader([]byte{1}))},
	}}
	var text bytes.Buffer
	if err := onnx.Write(t.Context(), &text, model); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "m.onnx")
	write(t, path, text.String())
	_, inputs, err := Model(t.Context(), path, "m.onnx")
	if err != nil {
		t.Fatal(err)
	}
	return inputs
}

func TestInputs(t *testing.T) {
	t.Parallel()
	if got, want := fmt.Sprint(modelInputs(t)), "[x:?x3x? fixed:3 scalar untyped unranked minus:?x8]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestCheckProfiles(t *testing.T) {
	t.Parallel()
	inputs := modelInputs(t)
	shape := func(input string, dims ...int64) trt.Profile {
		return trt.Profile{Input: input, Min: dims, Opt: dims, Max: dims}
	}
	at := func(index int, p trt.Profile) trt.Profile {
		p.Index = index
		return p
	}
	values := func(input string, list ...int64) trt.Profile {
		p := shape(input, list...)
		p.Values = true
		return p
	}
	x, minus := shape("x", 1, 3, 8), shape("minus", 4, 8)
	ordered := trt.Profile{Input: "x", Min: []int64{1, 3, 8}, Opt: []int64{1, 3, 8}, Max: []int64{1, 5, 8}}
	for _, test := range []struct {
		profiles []trt.Profile
		want     string // "": no error
	}{
		{nil, "inputs with free dimensions need shapes, which --optShapes gives: x:?x3x?, minus:?x8"},
		{[]trt.Profile{x, minus}, ""},
		{[]trt.Profile{x, minus, shape("fixed", 3), values("scalar", 7), values("fixed", 1, 2, 3), shape("untyped", 1), shape("unranked", 1, 2)}, ""},
		{[]trt.Profile{x}, "inputs with free dimensions have no shape in profile 0: minus:?x8"},
		{[]trt.Profile{x, minus, at(1, x)}, "no shape in profile 1: minus:?x8"},
		{[]trt.Profile{x, shape("y", 1)}, `the model has no input "y"; its inputs are x:?x3x?, fixed:3, scalar, untyped, unranked, minus:?x8`},
		{[]trt.Profile{x, shape("weights", 1)}, `the model has no input "weights"`},
		{[]trt.Profile{shape("x", 1, 3)}, `input "x" is 1x3 in a profile, which does not fit the model's x:?x3x?`},
		{[]trt.Profile{shape("scalar", 1)}, `input "scalar" is 1 in a profile, which does not fit the model's scalar`},
		{[]trt.Profile{ordered}, `input "x" is 1x5x8 in a profile, which does not fit the model's x:?x3x?`},
		{[]trt.Profile{shape("fixed", 4)}, `input "fixed" is 4 in a profile, which does not fit the model's fixed:3`},
		{[]trt.Profile{values("fixed", 4)}, `the values of input "fixed" are 1 in number in a profile, and 3 in the model: fixed:3`},
	} {
		err := CheckProfiles(inputs, test.profiles)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v, want %q", test.profiles, err, test.want)
		}
	}
	if err := CheckProfiles(nil, []trt.Profile{x}); err == nil || !strings.HasSuffix(err.Error(), "it has none") {
		t.Errorf("a model without inputs: error %v", err)
	}
	many := make([]Input, 30)
	if err := CheckProfiles(many, []trt.Profile{x}); err == nil || !strings.HasSuffix(err.Error(), ", 10 more") {
		t.Errorf("a model with many: error %v", err)
	}
}
