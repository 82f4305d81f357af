//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/testutil"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// families are the newest headers of each family that there are headers of; in short tests those of TensorRT-RTX.
func families(t *testing.T) map[string]testutil.Headers {
	t.Helper()
	newest := map[string]testutil.Headers{}
	for _, h := range testutil.AllHeaders(t) { // the newest of a family are behind the others
		if !testing.Short() || h.Tag == "rtx" {
			newest[h.Tag] = h
		}
	}
	return newest
}

// fakeRun compiles a worker, and for it a CUDA driver without a GPU and a TensorRT that runs plans of text:
// testdata/fakerun.
func fakeRun(t *testing.T, h testutil.Headers, env ...string) worker.Options {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		t.Skip("skipped: the fake TensorRT knows the virtual tables of amd64")
	}
	folder := filepath.Join(programs.folder, "fakerun-"+h.Tag+"-"+h.Version)
	if programs.built[folder] == "" {
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		names, err := trt.LibrariesIn(trt.Family(h.Tag), folder)
		if err != nil {
			t.Fatal(err)
		}
		compileLibrary(t, h, "runtime.cpp", names.Core)
		compileLibrary(t, h, "cuda.cpp", filepath.Join(folder, "libcuda.so.1"))
		if err := os.Symlink("libcuda.so.1", filepath.Join(folder, "libnvidia-ml.so.1")); err != nil {
			t.Fatal(err)
		}
		programs.built[folder] = folder
	}
	return worker.Options{Path: programFor(t, h), Folder: folder, Env: env}
}

func compileLibrary(t *testing.T, h testutil.Headers, source, library string) {
	t.Helper()
	arguments := []string{"-std=c++17", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wno-deprecated-declarations"}
	if source == "cuda.cpp" {
		arguments = append(arguments, "-fvisibility=default")
	}
	for _, f := range h.Folders {
		arguments = append(arguments, "-isystem", f)
	}
	cmd := exec.Command("g++", append(arguments, "-o", library, filepath.Join("testdata", "fakerun", source), "-ldl")...)
	if output, err := cmd.CombinedOutput(); err != nil || len(output) > 0 {
		t.Fatalf("%s for %s %s: %v\n%s", source, h.Tag, h.Version, err, output)
	}
}

// textPlan is a file with a plan for the fake.
func textPlan(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.plan")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// ran runs a plan and returns the bytes of its outputs.
func ran(t *testing.T, c *worker.Client, r worker.RunRequest) ([]byte, worker.RunResult, error) {
	t.Helper()
	var data bytes.Buffer
	result, err := c.Run(t.Context(), r, func([]trt.Tensor) (io.Writer, error) { return &data, nil })
	return data.Bytes(), result, err
}

// grown are the bytes of an input, each one more.
func grown(t *testing.T, size int, name, dtype string, r tensor.Recipe) []byte {
	t.Helper()
	data := make([]byte, size)
	if err := tensor.Fill(data, 0, name, dtype, r); err != nil {
		t.Fatal(err)
	}
	for i := range data {
		data[i]++
	}
	return data
}

const (
	someInput  = "input x 1 -1,3 1,3 2,3 4,3"
	someOutput = "output y 1 -1,3"
)

var seeded = tensor.Recipe{Seed: 7, Distribution: "uniform"}

// TestFakeRuns runs plans of the fake TensorRT in every family there are headers of.
func TestFakeRuns(t *testing.T) {
	for tag, h := range families(t) {
		t.Run(tag+" "+h.Version, func(t *testing.T) {
			client := begin(t, fakeRun(t, h))
			testFakeDescription(t, client, tag)
			testFakeShapes(t, client, tag)
			testFakeHost(t, client)
			testFakeTypes(t, client)
			testFakeLate(t, client)
			testFakeDisagreement(t, client)
			testFakeKept(t, client)
			if tag == "rtx" || tag == "trt11" {
				testFakeShared(t, client)
			}
			testFakeBudget(t, client, tag)
		})
	}
}

func testFakeDescription(t *testing.T, client *worker.Client, tag string) {
	t.Helper()
	path := textPlan(t, someInput+" 5,3 5,3 5,3", "host s 3 2 1,1 2,-2 3,3 4,4 4,4 4,4", someOutput, "shape z")
	var data bytes.Buffer
	got, err := client.Inspect(t.Context(), worker.InspectRequest{Plan: path}, &data)
	if err != nil {
		t.Fatal(err)
	}
	shape := func(n ...int64) []int64 { return n }
	two := trt.Range{Min: shape(2), Opt: shape(2), Max: shape(2)}
	want := trt.Description{Name: "fake \"network\"\n", Layers: 2, Verbosity: "DETAILED", Capability: "STANDARD", HardwareCompatibility: "AMPERE_PLUS",
		Refittable: true, Profiles: 2, AuxStreams: 3, ContextMemory: 4096, Bindings: []trt.Binding{
			{Name: "x", Mode: "input", DType: "float16", Shape: shape(-1, 3), Format: "Row major \"linear\"", Shapes: []trt.Range{
				{Min: shape(1, 3), Opt: shape(2, 3), Max: shape(4, 3)}, {Min: shape(5, 3), Opt: shape(5, 3), Max: shape(5, 3)}}},
			{Name: "s", Mode: "input", DType: "int32", Shape: shape(2), Format: "Row major \"linear\"", Host: true, Shapes: []trt.Range{two, two},
				Values: []trt.Range{{Min: shape(1, 1), Opt: shape(2, -2), Max: shape(3, 3)}, {Min: shape(4, 4), Opt: shape(4, 4), Max: shape(4, 4)}}},
			{Name: "y", Mode: "output", DType: "float16", Shape: shape(-1, 3), Format: "Row major \"linear\""},
			{Name: "z", Mode: "output", DType: "int64", Shape: []int64{}, Format: "Row major \"linear\"", Host: true},
		}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("description %+v,\nwant %+v", got, want)
	}
	if data.String() != `{"Layers": ["whole"], "Bindings": []}` {
		t.Errorf("inspection %s", &data)
	}
	data.Reset()
	if _, err := client.Inspect(t.Context(), worker.InspectRequest{Plan: textPlan(t, someInput, someOutput, "wish layers")}, &data); err != nil {
		t.Error(err)
	}
	if data.String() != `{"Layers": ["first", {"Name": "second"}], "Bindings": ["x","y"]}` {
		t.Errorf("inspection %s", &data)
	}
}

func testFakeShapes(t *testing.T, client *worker.Client, tag string) {
	t.Helper()
	path := textPlan(t, someInput+" 5,3 6,3 7,3", someOutput, "output zero 4 0")
	for _, test := range []struct {
		request worker.RunRequest
		rows    int64
	}{
		{worker.RunRequest{}, 2}, {worker.RunRequest{Select: "min"}, 1}, {worker.RunRequest{Select: "max", Runs: 10, Contexts: 2}, 4},
		{worker.RunRequest{Shapes: map[string][]int64{"x": {3, 3}}, Contexts: 2}, 3}, {worker.RunRequest{Profile: 1}, 6},
		{worker.RunRequest{Profile: 1, Select: "max"}, 7},
	} {
		test.request.Plan, test.request.Input = path, seeded
		data, result, err := ran(t, client, test.request)
		if err != nil {
			t.Errorf("%+v: %v", test.request, err)
			continue
		}
		size := int(6 * test.rows)
		if !bytes.Equal(data, grown(t, size, "x", "float16", seeded)) {
			t.Errorf("%+v: %x", test.request, data)
		}
		both := int64(max(test.request.Contexts, 1))
		sequential := tag == "trt8" && both > 1
		if sequential {
			both = 1
		}
		want := worker.RunResult{Runs: max(test.request.Runs, 1), Contexts: max(test.request.Contexts, 1), Sequential: sequential, ContextMemory: 4096,
			DeviceMemory: 1<<20 + both*(4096+int64(2*size)+1), // CUDA cannot allocate nothing
			Tensors: []trt.Tensor{
				{Name: "x", Mode: "input", DType: "float16", Shape: []int64{test.rows, 3}, Bytes: int64(size)},
				{Name: "y", Mode: "output", DType: "float16", Shape: []int64{test.rows, 3}, Bytes: int64(size)},
				{Name: "zero", Mode: "output", DType: "bool", Shape: []int64{0}}}}
		if !reflect.DeepEqual(result, want) {
			t.Errorf("%+v:\n%+v, want\n%+v", test.request, result, want)
		}
	}
}

// testFakeHost has inputs and outputs on the host.
func testFakeHost(t *testing.T, client *worker.Client) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "s")
	if err := os.WriteFile(file, []byte{9, 0, 0, 0, 255, 255, 255, 255}, 0o666); err != nil {
		t.Fatal(err)
	}
	path := textPlan(t, "input x 2 4", "host s 3 2 1,1 2,-2 3,3", "shape z")
	for _, test := range []struct {
		request worker.RunRequest
		values  []int64
	}{{worker.RunRequest{}, []int64{2, -2}}, {worker.RunRequest{Files: map[string]string{"s": file}}, []int64{9, -1}}} {
		test.request.Plan, test.request.Runs, test.request.Contexts = path, 3, 2
		data, result, err := ran(t, client, test.request)
		want := fmt.Sprint([]byte{byte(test.values[0]), 0, 0, 0, 0, 0, 0, 0, byte(test.values[1]), 255, 255, 255, 255, 255, 255, 255})
		if err != nil || fmt.Sprint(data) != want || len(result.Differing) > 0 || !reflect.DeepEqual(result.Tensors[1].Values, test.values) {
			t.Errorf("%+v: %v, want %v; %+v, %v", test.request, data, want, result, err)
		}
	}
}

// testFakeTypes runs a plan for every data type, larger than a piece of memory on the host.
func testFakeTypes(t *testing.T, client *worker.Client) {
	t.Helper()
	names := []string{"float32", "float16", "int8", "int32", "bool", "uint8", "fp8", "bfloat16", "int64", "int4", "fp4", "e8m0"}
	for number, name := range names {
		elements := int64(1<<21 + 2)
		size, err := tensor.Bytes(name, elements)
		if err != nil {
			t.Fatal(err)
		}
		path := textPlan(t, fmt.Sprintf("input x %d %d", number, elements), fmt.Sprintf("output y %d %d", number, elements))
		data, result, err := ran(t, client, worker.RunRequest{Plan: path, Input: seeded, Runs: 2})
		if err != nil || !bytes.Equal(data, grown(t, int(size), "x", name, seeded)) || len(result.Differing) > 0 || result.Tensors[1].DType != name {
			t.Errorf("%s: %d bytes, %+v, %v", name, len(data), result, err)
		}
	}
}

// testFakeLate has an output whose shape depends on the numbers of the input.
func testFakeLate(t *testing.T, client *worker.Client) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x")
	path := textPlan(t, "input x 2 8", "late y 2")
	for content, want := range map[string]string{"a\x00b\x00\x00cde": "abcde", "\x00\x00\x00\x00\x00\x00\x00\x00": "", "12345678": "12345678"} {
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		data, result, err := ran(t, client, worker.RunRequest{Plan: path, Files: map[string]string{"x": file}, Runs: 10, Contexts: 2})
		if err != nil || string(data) != want || len(result.Differing) > 0 || !reflect.DeepEqual(result.Tensors[1].Shape, []int64{int64(len(want))}) {
			t.Errorf("%q: %q, %+v, %v", content, data, result, err)
		}
	}
}

func testFakeDisagreement(t *testing.T, client *worker.Client) {
	t.Helper()
	_, result, err := ran(t, client, worker.RunRequest{Plan: textPlan(t, someInput, someOutput, "wish unsteady"), Runs: 5, Contexts: 1})
	if want := []trt.Difference{{Run: 2, Tensor: "y", First: 1, Elements: 1}}; err != nil || !reflect.DeepEqual(result.Differing, want) {
		t.Errorf("%+v, %v, want %+v", result, err, want)
	}
	_, result, err = ran(t, client, worker.RunRequest{Plan: textPlan(t, "input x 2 4", "output y 2 4", "wish lazy"), Runs: 2})
	if want := []trt.Difference{{Run: 1, Tensor: "y", First: 3, Elements: 1, Unwritten: 1}}; err != nil || !reflect.DeepEqual(result.Differing, want) {
		t.Errorf("%+v, %v, want %+v", result, err, want)
	}
}

// testFakeKept checks that a plan stays loaded while its file stays what it is.
func testFakeKept(t *testing.T, client *worker.Client) {
	t.Helper()
	path := textPlan(t, "input x 2 4", "output y 2 4")
	then := time.Now().Add(-time.Hour).Truncate(time.Second)
	run := func(at time.Time) string {
		t.Helper()
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		_, result, err := ran(t, client, worker.RunRequest{Plan: path})
		if err != nil {
			t.Fatal(err)
		}
		return result.Tensors[1].Name
	}
	if got := run(then); got != "y" {
		t.Error(got)
	}
	if err := os.WriteFile(path, []byte("input x 2 4\noutput z 2 4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := run(then); got != "y" {
		t.Errorf("output %s: the plan was loaded again", got)
	}
	if got := run(then.Add(time.Second)); got != "z" {
		t.Errorf("output %s: the plan was not loaded again", got)
	}
}

// testFakeShared has an output in the memory of an input.
func testFakeShared(t *testing.T, client *worker.Client) {
	t.Helper()
	data, result, err := ran(t, client, worker.RunRequest{Plan: textPlan(t, "input x 2 4", "input c 2 6", "grown g 2 c"), Input: seeded, Runs: 10, Contexts: 2})
	if want := grown(t, 6, "c", "int8", seeded); err != nil || !bytes.Equal(data, want) || len(result.Differing) > 0 {
		t.Errorf("%x, want %x; %+v, %v", data, want, result, err)
	}
}

func testFakeBudget(t *testing.T, client *worker.Client, tag string) {
	t.Helper()
	for wish, want := range map[string]string{"streams": "", "nothing": "it was built without WEIGHT_STREAMING", "refuse-budget": "TensorRT refused a weight streaming budget of"} {
		for _, budget := range []int64{300, 5000, trt.AutomaticBudget} {
			plan := []string{"input x 2 4", "output y 2 4", "wish " + wish}
			if wish == "refuse-budget" {
				plan = append(plan, "wish streams")
			}
			_, _, err := ran(t, client, worker.RunRequest{Plan: textPlan(t, plan...), WeightStreamingBudget: budget})
			switch {
			case tag == "trt8":
				if !errors.Is(err, trt.ErrUnsupported) || !strings.Contains(err.Error(), "it needs TensorRT 10.0") {
					t.Errorf("error %v", err)
				}
			case want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)):
				t.Errorf("%s, %d: error %v, want %q", wish, budget, err, want)
			}
		}
	}
}
