//go:build linux

package cli

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/analyze/verify"
	"github.com/planlint/planlint/fixtures/ort"
	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/npy"
	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
)

// modelsForORT makes models of a LeakyRelu: behind a convolution that changes nothing, which has no float64
// kernel, and of operations that have one; with another input, and another output; of an operator that nobody
// knows; and a product with a large constant.
const modelsForORT = `
import sys
import numpy
from onnx import TensorProto, helper, numpy_helper, save

folder = sys.argv[1]
half = TensorProto.FLOAT16

def value(name, shape):
    return helper.make_tensor_value_info(name, half, shape)

def model(name, nodes, shape, outputs, initializers=(), x="x"):
    graph = helper.make_graph(nodes, "g", [value(x, shape)], outputs, initializers)
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("own", 1)], ir_version=9), folder + "/" + name)

shape = [1, 4, 8, 8]
y = [value("y", shape)]
identity = numpy_helper.from_array(numpy.eye(4, dtype=numpy.float16).reshape(4, 4, 1, 1), "w")
model("leaky.onnx", [helper.make_node("Conv", ["x", "w"], ["c"]), helper.make_node("LeakyRelu", ["c"], ["y"], alpha=0.2)], shape, y, [identity])
model("turned.onnx", [helper.make_node("Transpose", ["x"], ["y"], perm=[2, 3, 1, 0])], shape, [value("y", [8, 8, 4, 1])])
alpha = numpy_helper.from_array(numpy.array(0.2, numpy.float32), "alpha")
model("parts.onnx", [helper.make_node("Cast", ["x"], ["wide"], to=TensorProto.FLOAT), helper.make_node("Mul", ["wide", "alpha"], ["scaled"]),
      helper.make_node("Max", ["wide", "scaled"], ["both"]), helper.make_node("Cast", ["both"], ["y"], to=half)], shape, y, [alpha])
model("other.onnx", [helper.make_node("LeakyRelu", ["z"], ["y"], alpha=0.2)], shape, y, x="z")
model("unknown.onnx", [helper.make_node("Guess", ["x"], ["y"], domain="own")], shape, y)
rng = numpy.random.default_rng(5)
weights = rng.standard_normal((800, 700)).astype(numpy.float16)
model("product.onnx", [helper.make_node("MatMul", ["x", "w"], ["y"])], [3, 800], [value("y", [3, 700])], [numpy_helper.from_array(weights, "w")])
x = rng.standard_normal((3, 800)).astype(numpy.float16)
x.tofile(folder + "/product.x")
numpy.save(folder + "/product.npy", x.astype(numpy.float64) @ weights.astype(numpy.float64))
`

// ortFolder has those models, and fake plans.
func ortFolder(t *testing.T) string {
	t.Helper()
	folder := verifyFolder(t, "leaky", "leaky-twice")
	python, _ := rtx.Python(t, rtx.Versions()[0])
	if output, err := exec.Command(python, "-c", modelsForORT, folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return folder
}

func TestVerifyAgainstONNXRuntime(t *testing.T) {
	library, program := ort.Installed(t)
	folder := ortFolder(t)
	for name, precision := range map[string]string{"leaky": "float32", "parts": "float64"} {
		document := verifyJSON(t, folder, "leaky", "leaky-twice", exitFindings, "--model", filepath.Join(folder, name+".onnx"), "--ort", library, "--ort-worker", program,
			"--distributions", "normal,small,large,denormals,zeros")
		v := document.Results[0]
		if !strings.HasPrefix(v.Ran.Reference, "ONNX Runtime 1.") || !strings.HasSuffix(v.Ran.Reference, " in "+precision) {
			t.Errorf("%s: the reference is %q", name, v.Ran.Reference)
		}
		a, b := v.Outputs[0].ReferenceA, v.Outputs[0].ReferenceB
		if elements := v.Outputs[0].Elements; a == nil || a.Elements != elements || a.Rounded != elements || a.InfinityMismatch+a.NaNMismatch != 0 {
			t.Errorf("%s: the plan that rounds once: %+v of %d", name, a, elements)
		}
		if b == nil || b.Rounded != b.Elements-v.Outputs[0].Different || b.MaxULP != 1 {
			t.Errorf("%s: the plan that rounds twice: %+v", name, b)
		}
	}
}

// TestComputedReference computes a product with a large constant, which has a file of its own.
func TestComputedReference(t *testing.T) {
	library, program := ort.Installed(t)
	folder := ortFolder(t)
	v := &verifier{folder: t.TempDir()}
	v.flags.model, v.flags.ort, v.flags.ortWorker = filepath.Join(folder, "product.onnx"), library, program
	a := &subject{Description: trt.Description{Bindings: []trt.Binding{{Name: "x", Mode: trt.ModeInput, DType: "float16"}}}}
	given := givenInputs{files: map[string]string{"x": filepath.Join(folder, "product.x")}}
	r, err := v.computeReference(t.Context(), a, given)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if weights, err := os.Stat(filepath.Join(v.folder, "reference-float64.weights")); err != nil || weights.Size() != 8*800*700 {
		t.Errorf("the constants are not in a file of their own: %v, %v", weights, err)
	}
	numbers, err := r.Output(t.Context(), verify.Question{Output: "y", Shape: []int64{3, 700},
		Inputs: []verify.Tensor{{Name: "x", Input: true, DType: "float16", Shape: []int64{3, 800}, Bytes: 4800}}})
	if err != nil {
		t.Fatal(err)
	}
	arrays, err := npy.Open(filepath.Join(folder, "product.npy"))
	if err != nil {
		t.Fatal(err)
	}
	defer arrays.Close()
	array, err := arrays.Array("y")
	if err != nil {
		t.Fatal(err)
	}
	defer array.Close()
	exact, err := npy.NumbersOf(array)
	if err != nil {
		t.Fatal(err)
	}
	got, want := make([]float64, 2100), make([]float64, 2100)
	if err := exact.Next(want); err != nil {
		t.Fatal(err)
	}
	if err := numbers.Next(got); err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-11 {
			t.Fatalf("number %d is %v, numpy has %v", i, got[i], want[i])
		}
	}
}

func TestVerifyORTErrors(t *testing.T) {
	library, program := ort.Installed(t)
	folder := ortFolder(t)
	model := func(name string) string { return filepath.Join(folder, name+".onnx") }
	for want, test := range map[string]struct {
		status int
		args   []string
	}{
		"there is no libonnxruntime.so in ":                 {exitEnvironment, []string{"--model", model("leaky"), "--ort", folder, "--ort-worker", program}},
		"the worker is for family \"trt8\", \"ort\" is":     {exitEnvironment, []string{"--model", model("leaky"), "--ort", library, "--ort-worker", os.Args[0]}},
		"its input z is none of the plan's: x":              {exitNoJudgement, []string{"--model", model("other"), "--ort", library, "--ort-worker", program}},
		"ONNX Runtime cannot run it: ":                      {exitEnvironment, []string{"--model", model("unknown"), "--ort", library, "--ort-worker", program}},
		"the model's has shape 8x8x4x1, the plan's 1x4x8x8": {exitNoJudgement, []string{"--model", model("turned"), "--ort", library, "--ort-worker", program}},
		"there is no planlint-ort beside planlint, in PLAN": {exitEnvironment, []string{"--model", model("leaky"), "--ort", library}},
	} {
		document := verifyJSON(t, folder, "leaky", "leaky", test.status, test.args...)
		if len(document.Errors) != 1 || !strings.Contains(document.Errors[0].Message, want) {
			t.Errorf("%+v, want %q", document.Errors, want)
		}
	}
}

// TestReferenceInputs makes every kind of input in another type.
func TestReferenceInputs(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "given")
	if err := os.WriteFile(path, []byte{0, 0x3c, 0, 0x40}, 0o666); err != nil {
		t.Fatal(err)
	}
	r := &computedReference{given: givenInputs{files: map[string]string{"given": path}}, ranges: map[string]tensor.Range{"ids": {Low: 5, High: 5}}}
	of := verify.CaseOf{Distribution: "integers", Seed: 3}
	for _, test := range []struct {
		input verify.Tensor
		dtype string
		want  []float64
	}{
		{verify.Tensor{Name: "given", DType: "float16", Shape: []int64{2}, Bytes: 4}, "float64", []float64{1, 2}},
		{verify.Tensor{Name: "ids", DType: "int32", Shape: []int64{2}, Bytes: 8}, "int64", []float64{5, 5}},
		{verify.Tensor{Name: "shape", DType: "int32", Shape: []int64{3}, Bytes: 12, Values: []int64{1, -2, 3}}, "int64", []float64{1, -2, 3}},
	} {
		target := filepath.Join(folder, "out")
		if err := r.writeInput(target, of, test.input, test.dtype); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(target)
		if err != nil {
			t.Fatal(err)
		}
		dtype, err := tensor.TypeOf(test.dtype)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]float64, len(test.want))
		if err := tensor.NewNumbers(file, dtype).Next(got); err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("input %s is %v, want %v", test.input.Name, got, test.want)
			}
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
