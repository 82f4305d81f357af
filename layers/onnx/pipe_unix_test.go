//go:build unix

package onnx

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What is no file is refused before it is opened: a pipe without a writer would never open.
func TestOpenWhatIsNoFile(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe.onnx")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("skipped, no named pipes: %v", err)
	}
	for path, want := range map[string]string{pipe: "a pipe or a device", "/dev/null": "a pipe or a device", folder: "a folder"} {
		if m, err := Open(t.Context(), path); m != nil || !errors.Is(err, ErrMalformed) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", path, err, want)
		}
	}
}

// External data that is a pipe is refused before it is opened, too.
func TestExternalPipe(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, "weights.bin"), 0o600); err != nil {
		t.Skipf("skipped, no named pipes: %v", err)
	}
	weights := NewTensor("w", Float32, []int64{2}, nil)
	weights.External = &External{Location: "weights.bin", Length: 8}
	m := &Model{IRVersion: 8, Opsets: []Opset{{Version: 17}}, Graph: &Graph{Name: "g", Initializers: []*Tensor{weights}}}
	file, err := os.Create(filepath.Join(folder, "model.onnx"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(Write(t.Context(), file, m), file.Close()); err != nil {
		t.Fatal(err)
	}
	if m, err := Open(t.Context(), file.Name()); m != nil || !errors.Is(err, ErrExternal) || !strings.Contains(err.Error(), "is no regular file") {
		t.Errorf("error %v", err)
	}
}
