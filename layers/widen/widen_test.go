package widen

import (
	_ "embed"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/layers/onnx"
)

//go:embed testdata/widen.py
var script string

// TestModelOfOnnx widens a model in which every way to be narrow would show, and has onnx check it and compute
// with it.
func TestModelOfOnnx(t *testing.T) {
	python, _ := rtx.Python(t, rtx.Versions()[0])
	folder := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		if output, err := exec.Command(python, append([]string{"-c", script}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	run("make", folder)
	for _, kind := range []onnx.DataType{onnx.Float64, onnx.Float32} {
		m, err := onnx.Open(t.Context(), filepath.Join(folder, "narrow.onnx"))
		if err != nil {
			t.Fatal(err)
		}
		if err := Model(t.Context(), m, kind); err != nil {
			t.Fatal(err)
		}
		file, err := os.Create(filepath.Join(folder, "wide.onnx"))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(onnx.Write(t.Context(), file, m), file.Close(), m.Close()); err != nil {
			t.Fatal(err)
		}
		run("check", folder, kind.String())
	}
}

// bytesOf is data in memory.
type bytesOf []byte

func (b bytesOf) Size() int64 { return int64(len(b)) }

func (b bytesOf) ReadAt(to []byte, offset int64) (int, error) {
	n := copy(to, b[min(offset, int64(len(b))):])
	if n < len(to) {
		return n, io.EOF
	}
	return n, nil
}

// TestConvertedAnywhere reads pieces from anywhere.
func TestConvertedAnywhere(t *testing.T) {
	half, err := tensor.TypeOf("float16")
	if err != nil {
		t.Fatal(err)
	}
	double, err := tensor.TypeOf("float64")
	if err != nil {
		t.Fatal(err)
	}
	const count = 10_000
	data := make(bytesOf, 2*count)
	if err := tensor.Fill(data, 0, "x", "float16", tensor.Recipe{Distribution: "specials"}); err != nil {
		t.Fatal(err)
	}
	c := &converted{data, half, double}
	all := make([]byte, c.Size())
	if n, err := c.ReadAt(all, 0); n != 8*count || err != nil {
		t.Fatalf("%d bytes, %v", n, err)
	}
	for i := range count {
		if got, want := double.Load(all, i), double.Round(half.Value(half.Load(data, i))); got != want {
			t.Fatalf("number %d is %#x, want %#x", i, got, want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		offset := random.Int64N(8 * count)
		piece := make([]byte, random.IntN(70_000))
		n, err := c.ReadAt(piece, offset)
		want := all[offset:min(offset+int64(len(piece)), 8*count)]
		if n != len(want) || string(piece[:n]) != string(want) || (n < len(piece)) != (err == io.EOF) {
			t.Fatalf("%d bytes at %d: %d, %v", len(piece), offset, n, err)
		}
	}
}
