package wrap_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/fixtures/rtx"
)

// Real plans, of all versions that can be built without a GPU, come out of every wrapper as they went in.
func TestRealPlans(t *testing.T) {
	plans := rtx.Plans(t)
	if testing.Short() {
		plans = plans[len(plans)-2:]
	}
	for _, built := range plans {
		plan, err := os.ReadFile(built.Path)
		if err != nil {
			t.Fatal(err)
		}
		for name, file := range map[string][]byte{
			"bare": plan, "ultralytics": ultralytics(plan), "executorch": program(delegate("TR01", plan)),
			"base64": encoded(plan), "lines": lines(encoded(plan), 76, "\n"), "gzip": gzipped(t, plan), "zstd": zstandard(t, plan),
			"torchscript": archive(t, member{"m/constants.pkl", zip.Store, pickled()}, member{"m/data.pkl", zip.Store, pickled([]byte("10"), encoded(plan))}),
			"pickle":      pickled([]byte(string(bytesAsRunes(plan)))),
			"onnx":        model(relu(), onnxNode{cache: plan}.bytes()),
		} {
			plans, err := find(t, file, wrap.Options{})
			if err != nil || len(plans) != 1 || plans[0].Err != nil || !bytes.Equal(content(t, plans[0]), plan) {
				t.Errorf("%s %s in %s: %+v, %v", built.Version, built.Name, name, plans, err)
			}
		}
	}
}

// makeModels writes EPContext models with the onnx package, as ONNX Runtime writes them.
const makeModels = `
import sys, onnx
from onnx import helper, TensorProto
plan = open(sys.argv[1], "rb").read()
out = sys.argv[2] + "/"
def value(name): return helper.make_tensor_value_info(name, TensorProto.FLOAT16, [1, 64])
def node(name, i, o, **attributes): return helper.make_node("EPContext", [i], [o], name=name, domain="com.microsoft", **attributes)
def save(name, nodes, functions=()):
    graph = helper.make_graph(nodes, "g", [value("x")], [value("y")], initializer=[helper.make_tensor("w", TensorProto.FLOAT, [4096], [1.0] * 4096)])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)], functions=list(functions))
    onnx.save(model, out + name)
embedded = dict(main_context=1, embed_mode=1, ep_cache_context=plan, ep_sdk_version="10.9", source="TensorrtExecutionProvider", partition_name="part_0", hardware_architecture="90")
save("embedded.onnx", [node("n", "x", "y", **embedded)])
save("mixed.onnx", [helper.make_node("Relu", ["x"], ["a"]), node("n", "a", "b", **embedded), node("m", "b", "y", embed_mode=0, ep_cache_context="sub/n.engine")])
branch = helper.make_graph([node("n", "x", "z", **embedded)], "branch", [], [value("z")])
save("branch.onnx", [helper.make_node("If", ["x"], ["y"], then_branch=branch, else_branch=branch)])
function = helper.make_function("local", "f", ["x"], ["y"], [node("n", "x", "y", **embedded)], [helper.make_opsetid("com.microsoft", 1)])
save("function.onnx", [helper.make_node("f", ["x"], ["y"], domain="local")], [function])
save("none.onnx", [helper.make_node("Relu", ["x"], ["y"])])
`

func TestONNXPackage(t *testing.T) {
	versions := rtx.Versions()
	python, _ := rtx.Python(t, versions[len(versions)-1])
	plan := planBytes(t)
	folder := t.TempDir()
	write(t, filepath.Join(folder, "sub", "n.engine"), plan)
	output(t, nil, python, "-c", makeModels, filepath.Join(folder, "sub", "n.engine"), folder)
	for name, members := range map[string][]string{
		"embedded.onnx": {"part_0"}, "mixed.onnx": {"part_0", "m"}, "branch.onnx": {"part_0", "part_0"}, "function.onnx": {"part_0"}, "none.onnx": nil,
	} {
		path := filepath.Join(folder, name)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		plans, err := find(t, data, wrap.Options{Path: path})
		if len(plans) != len(members) || (err == nil) != (members != nil) {
			t.Errorf("%s: %+v, %v; want %q", name, plans, err, members)
			continue
		}
		for i, p := range plans {
			if p.Err != nil || p.Member != members[i] || !bytes.Equal(content(t, p), plan) {
				t.Errorf("%s: %+v, or other bytes than the plan's", name, p)
			}
		}
	}
}
