//go:build linux

package cli

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/npy"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/testutil"
	"github.com/planlint/planlint/internal/testutil/faketrt"
)

// TestMain lets the test's program be the worker as well.
func TestMain(m *testing.M) {
	faketrt.Main()
	os.Exit(m.Run())
}

// verifyFolder has fake plans of some names and a TensorRT.
func verifyFolder(t *testing.T, names ...string) string {
	t.Helper()
	folder := t.TempDir()
	write := func(name string, data []byte) {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	plan, err := fixtures.Small(fixtures.TagTensorRT).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		write(name+".plan", plan)
	}
	write("trt/libnvinfer.so.8", []byte("not a library"))
	return folder
}

// verifyJSON runs verify and returns its document.
func verifyJSON(t *testing.T, folder, a, b string, status int, more ...string) result.Document[result.Verify] {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args := append([]string{"verify", filepath.Join(folder, a+".plan"), filepath.Join(folder, b+".plan"), "--format", "json",
		"--trt", filepath.Join(folder, "trt"), "--worker", os.Args[0]}, more...)
	if got := Main(t.Context(), args, strings.NewReader(""), &stdout, &stderr); got != status {
		t.Fatalf("exit status %d, want %d: %s", got, status, stderr.String())
	}
	testutil.ValidateJSON(t, result.SchemaVerify, stdout.Bytes())
	var document result.Document[result.Verify]
	if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	return document
}

// writeReference writes inputs of float16 as an archive, and what LeakyRelu makes of them in float64.
func writeReference(t *testing.T, folder string) {
	t.Helper()
	half, err := tensor.TypeOf("float16")
	if err != nil {
		t.Fatal(err)
	}
	shape := []int64{1, 4, 8, 8}
	var inputs, outputs, archive bytes.Buffer
	if err := errors.Join(npy.WriteHeader(&inputs, npy.Header{Kind: "f2", Shape: shape}), npy.WriteHeader(&outputs, npy.Header{Kind: "f8", Shape: shape})); err != nil {
		t.Fatal(err)
	}
	for i := range 256 {
		bits := half.Round(float64(i-200) / 7)
		inputs.Write(binary.LittleEndian.AppendUint16(nil, uint16(bits)))
		exact := half.Value(bits)
		if exact < 0 {
			exact *= 0.2
		}
		outputs.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(exact)))
	}
	w := zip.NewWriter(&archive)
	member, err := w.Create("x.npy")
	if err != nil {
		t.Fatal(err)
	}
	_, err = member.Write(inputs.Bytes())
	if err := errors.Join(err, w.Close(), os.WriteFile(filepath.Join(folder, "in.npz"), archive.Bytes(), 0o666),
		os.WriteFile(filepath.Join(folder, "y.npy"), outputs.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// TestVerifyAgainstReference has a plan that rounds once, which is the nearer one, and one that rounds twice.
func TestVerifyAgainstReference(t *testing.T) {
	folder := verifyFolder(t, "leaky", "leaky-twice")
	writeReference(t, folder)
	for _, reference := range []string{folder, filepath.Join(folder, "y.npy")} {
		document := verifyJSON(t, folder, "leaky", "leaky-twice", exitFindings, "--inputs", filepath.Join(folder, "in.npz"), "--reference", reference)
		o := document.Results[0].Outputs[0]
		if a := o.ReferenceA; a == nil || a.Elements != 256 || a.Rounded != 256 || a.MaxULP != 0 {
			t.Errorf("the plan that rounds once: %+v", a)
		}
		if b := o.ReferenceB; b == nil || b.Elements != 256 || b.Rounded != 256-o.Different || b.MaxULP != 1 || o.Different < 30 {
			t.Errorf("the plan that rounds twice: %+v, %d differ", b, o.Different)
		}
		if input := document.Results[0].Inputs[0]; input.Source != "file" || len(document.Results[0].Cases) != 1 {
			t.Errorf("%+v", input)
		}
	}
}

// TestVerifyBadArrays has arrays that are not what the plans take or give.
func TestVerifyBadArrays(t *testing.T) {
	folder := verifyFolder(t, "leaky", "two")
	writeReference(t, folder)
	good := filepath.Join(folder, "in.npz")
	write := func(name string, h npy.Header, bytesOfNumbers int) string {
		var data bytes.Buffer
		if err := npy.WriteHeader(&data, h); err != nil {
			t.Fatal(err)
		}
		data.Write(make([]byte, bytesOfNumbers))
		sub := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(sub, 0o777), os.WriteFile(filepath.Join(sub, strings.Split(name, "-")[0]+".npy"), data.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
		return sub
	}
	full := []int64{1, 4, 8, 8}
	for want, args := range map[string][]string{
		"it holds f4, and input x is float16":               {"--inputs", write("x-type", npy.Header{Kind: "f4", Shape: full}, 1024)},
		"it has shape 256, and input x has 1x4x8x8":         {"--inputs", write("x-shape", npy.Header{Kind: "f2", Shape: []int64{256}}, 512)},
		"it has 511 bytes of numbers, and 512 are needed":   {"--inputs", write("x-short", npy.Header{Kind: "f2", Shape: full}, 511)},
		"float32, float64 or whole numbers are needed":      {"--inputs", good, "--reference", write("y-half", npy.Header{Kind: "f2", Shape: full}, 512)},
		"it has shape 256, and output y has 1x4x8x8":        {"--inputs", good, "--reference", write("y-shape", npy.Header{Kind: "f8", Shape: []int64{256}}, 2048)},
		"output y: the reference: ":                         {"--inputs", good, "--reference", write("y-cut", npy.Header{Kind: "f8", Shape: full}, 2040)},
		"no array of numpy that can be read: it is cut off": {"--inputs", good, "--reference", write("y-cut2", npy.Header{Kind: "f8", Shape: full}, 2040)},
	} {
		document := verifyJSON(t, folder, "leaky", "leaky", exitNoJudgement, args...)
		if len(document.Errors) != 1 || !strings.Contains(document.Errors[0].Message, want) {
			t.Errorf("%+v, want %q", document.Errors, want)
		}
	}
	var stderr bytes.Buffer
	status := Main(t.Context(), []string{"verify", filepath.Join(folder, "two.plan"), filepath.Join(folder, "two.plan"), "--trt", filepath.Join(folder, "trt"), "--worker", os.Args[0],
		"--inputs", good, "--reference", filepath.Join(folder, "y.npy")}, strings.NewReader(""), &bytes.Buffer{}, &stderr)
	if status != exitUsage || !strings.Contains(stderr.String(), "--reference has one array, and the plan has 2 outputs") {
		t.Errorf("exit status %d: %s", status, stderr.String())
	}
}

// TestVerifyModel refuses a plan that is far smaller than its model's weights.
func TestVerifyStrippedByModel(t *testing.T) {
	folder := verifyFolder(t, "leaky")
	model := filepath.Join(folder, "model.onnx")
	// ModelProto.graph (7) with one initializer (5) of 1,000,000 float32 (dims 1, data_type 2, name 8, raw_data 9).
	weights := make([]byte, 4_000_000)
	initializer := bytes.Join([][]byte{{0x08, 0xc0, 0x84, 0x3d, 0x10, 1, 0x42, 1, 'w', 0x4a}, binary.AppendUvarint(nil, uint64(len(weights))), weights}, nil)
	graph := bytes.Join([][]byte{{0x2a}, binary.AppendUvarint(nil, uint64(len(initializer))), initializer}, nil)
	data := bytes.Join([][]byte{{0x08, 8, 0x3a}, binary.AppendUvarint(nil, uint64(len(graph))), graph, {0x42, 2, 0x10, 17}}, nil)
	if err := os.WriteFile(model, data, 0o666); err != nil {
		t.Fatal(err)
	}
	document := verifyJSON(t, folder, "leaky", "leaky", exitNoJudgement, "--model", model)
	if len(document.Errors) != 2 || document.Errors[0].Kind != result.KindStripped || !strings.Contains(document.Errors[0].Message, "have 4,000,000") {
		t.Errorf("%+v", document.Errors)
	}
	if err := os.WriteFile(model, data[:100], 0o666); err != nil {
		t.Fatal(err)
	}
	if document := verifyJSON(t, folder, "leaky", "leaky", exitNoJudgement, "--model", model); document.Errors[0].File != model {
		t.Errorf("%+v", document.Errors)
	}
}

func TestGPUText(t *testing.T) {
	h200 := result.GPU{Name: "NVIDIA H200"}
	for want, gpus := range map[string]result.GPUs{
		"":                                    {},
		"NVIDIA H200":                         {Devices: []result.GPU{h200}},
		"NVIDIA H200, one of 2, driver 580.1": {Devices: []result.GPU{h200, h200}, Driver: "580.1"},
		"NVIDIA H200 or NVIDIA T4, one of 2":  {Devices: []result.GPU{h200, {Name: "NVIDIA T4"}}},
	} {
		if got := gpuText(gpus); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
