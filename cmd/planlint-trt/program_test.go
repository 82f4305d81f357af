package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/testutil"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// headers returns the folder of NVIDIA's headers, which has TRT-RTX-1.7 and so on in it: PLANLINT_TRT_HEADERS,
// or where cargo keeps the crate trtx-sys.
func headers(t *testing.T) string {
	t.Helper()
	if folder := os.Getenv("PLANLINT_TRT_HEADERS"); folder != "" {
		return folder
	}
	cargo := os.Getenv("CARGO_HOME")
	if home, err := os.UserHomeDir(); cargo == "" && err == nil {
		cargo = filepath.Join(home, ".cargo")
	}
	found, err := filepath.Glob(filepath.Join(cargo, "registry", "src", "*", "trtx-sys-0.9.1+rtx1.7", "TensorRT-Headers"))
	if err != nil || len(found) == 0 {
		testutil.Require(t, "core", "TensorRT's headers are not here: PLANLINT_TRT_HEADERS is not set, and cargo has no crate trtx-sys 0.9.1")
	}
	return found[0]
}

// newest returns the newest version there are libraries of.
func newest() string { return slices.Max(rtx.Versions()) }

// programs has the workers that were built, by minor version, in a folder that main removes.
var programs = struct {
	folder string
	built  map[string]string
}{built: map[string]string{}}

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "planlint-trt")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	programs.folder = folder
	code := m.Run()
	if err := os.RemoveAll(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// program returns a worker compiled against the headers of a version of TensorRT-RTX.
func program(t *testing.T, version string) string {
	t.Helper()
	minor := strings.Join(strings.Split(version, ".")[:2], ".")
	if path, ok := programs.built[minor]; ok {
		return path
	}
	if _, err := exec.LookPath("g++"); err != nil {
		testutil.Require(t, "core", "no C++ compiler: "+err.Error())
	}
	folder := headers(t)
	path := filepath.Join(programs.folder, "planlint-trt-"+minor)
	cmd := exec.Command("go", "build", "-buildvcs=false", "-tags", "rtx", "-o", path, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1", "CGO_CPPFLAGS=-I"+filepath.Join(folder, "TRT-RTX-"+minor)+" -I"+folder)
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building the worker for %s: %v\n%s", version, err, output)
	}
	programs.built[minor] = path
	return path
}

// libraries returns the folder of a version's libraries.
func libraries(t *testing.T, version string) string {
	t.Helper()
	_, site := rtx.Python(t, version)
	return filepath.Join(site, "tensorrt_rtx_libs")
}

// start starts a worker for a version of TensorRT-RTX.
func start(t *testing.T, version string) *worker.Client {
	t.Helper()
	client, err := worker.Start(context.Background(), worker.Options{
		Path: program(t, version), Folder: libraries(t, version), Family: trt.RTX})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	if got := client.Hello().Library; !strings.HasPrefix(version, got+".") {
		t.Fatalf("the worker opened version %s, want %s", got, version)
	}
	return client
}

// bindingsScript builds one model with the bindings: SITE MODEL PLAN.
const bindingsScript = `
import sys
sys.path.insert(0, sys.argv[1])
import tensorrt_rtx_bindings as trt
log = trt.Logger(trt.Logger.ERROR)
builder = trt.Builder(log)
network = builder.create_network(1 << int(trt.NetworkDefinitionCreationFlag.STRONGLY_TYPED))
parser = trt.OnnxParser(network, log)
assert parser.parse(open(sys.argv[2], "rb").read())
open(sys.argv[3], "wb").write(builder.build_serialized_network(network, builder.create_builder_config()))
`

func buildWithBindings(t *testing.T, p rtx.Plan) []byte {
	t.Helper()
	python, site := rtx.Python(t, p.Version)
	out := filepath.Join(t.TempDir(), "again.plan")
	if output, err := exec.Command(python, "-B", "-c", bindingsScript, site, p.ONNX, out).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return content(t, out)
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
