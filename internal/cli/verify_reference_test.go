//go:build linux

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
)

// referenceScript is the program of docs/verify.md that makes a reference.
func referenceScript(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/verify.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, found := strings.Cut(string(page), "where reference.py is:\n\n```python\n")
	code, _, closed := strings.Cut(code, "```")
	if !found || !closed {
		t.Fatal("the page has no reference.py")
	}
	return code
}

// modelsForReference makes a LeakyRelu of float16, and a model in which every way to narrow numbers would show:
// constants of two kinds, casts, the branch of an If. It also computes the latter in plain float64.
const modelsForReference = `
import sys
import numpy
from onnx import TensorProto, helper, numpy_helper, save

folder = sys.argv[1]
rng = numpy.random.default_rng(5)

def value(name, kind, shape):
    return helper.make_tensor_value_info(name, kind, shape)

def model(name, nodes, inputs, outputs, initializers=()):
    graph = helper.make_graph(nodes, "g", inputs, outputs, initializers)
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), folder + "/" + name)

shape = [1, 4, 8, 8]
model("leaky.onnx", [helper.make_node("LeakyRelu", ["x"], ["y"], alpha=0.2)], [value("x", TensorProto.FLOAT16, shape)], [value("y", TensorProto.FLOAT16, shape)])
numpy.savez(folder + "/leaky.npz", x=rng.standard_normal(shape).astype(numpy.float16))

weights = rng.standard_normal((6, 5)).astype(numpy.float16)
bias = rng.standard_normal(5).astype(numpy.float32)
factor = rng.standard_normal(5).astype(numpy.float32)
branch = helper.make_graph([helper.make_node("Constant", [], ["c"], value=numpy_helper.from_array(factor)), helper.make_node("Mul", ["wide", "c"], ["scaled"])],
                           "branch", [], [value("scaled", TensorProto.FLOAT, [3, 5])])
other = helper.make_graph([helper.make_node("Identity", ["wide"], ["same"])], "other", [], [value("same", TensorProto.FLOAT, [3, 5])])
model("deep.onnx", [
    helper.make_node("MatMul", ["x", "w"], ["product"]),
    helper.make_node("Cast", ["product"], ["cast"], to=TensorProto.FLOAT),
    helper.make_node("Add", ["cast", "b"], ["wide"]),
    helper.make_node("If", ["flag"], ["y"], then_branch=branch, else_branch=other),
], [value("x", TensorProto.FLOAT16, [3, 6]), value("flag", TensorProto.BOOL, [])], [value("y", TensorProto.FLOAT, [3, 5])],
    [numpy_helper.from_array(weights, "w"), numpy_helper.from_array(bias, "b")])
x = rng.standard_normal((3, 6)).astype(numpy.float16)
numpy.savez(folder + "/deep.npz", x=x, flag=numpy.array(True))
wide = numpy.float64
numpy.save(folder + "/deep.npy", (x.astype(wide) @ weights.astype(wide) + bias.astype(wide)) * factor.astype(wide))
`

// TestDocumentedReference makes references as docs/verify.md says, and verifies with one.
func TestDocumentedReference(t *testing.T) {
	folder := verifyFolder(t, "leaky", "leaky-twice")
	python, _ := rtx.Python(t, rtx.Versions()[0])
	run := func(code string, args ...string) {
		t.Helper()
		if output, err := exec.Command(python, append([]string{"-c", code}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	path := func(name string) string { return filepath.Join(folder, name) }
	run(modelsForReference, folder)
	for _, name := range []string{"leaky", "deep"} {
		run(referenceScript(t), path(name+".onnx"), path(name+".npz"), path(name+"-reference.npz"))
	}
	run(`
import sys, numpy
got, want = numpy.load(sys.argv[1])["y"], numpy.load(sys.argv[2])
assert got.dtype == numpy.float64, got.dtype
assert numpy.abs(got - want).max() <= 1e-14, numpy.abs(got - want).max()
`, path("deep-reference.npz"), path("deep.npy"))
	document := verifyJSON(t, folder, "leaky", "leaky-twice", exitFindings, "--inputs", path("leaky.npz"), "--reference", path("leaky-reference.npz"))
	if o := document.Results[0].Outputs[0]; o.ReferenceA.Rounded != 256 || o.ReferenceB.Rounded >= 250 {
		t.Errorf("%+v and %+v", o.ReferenceA, o.ReferenceB)
	}
}
