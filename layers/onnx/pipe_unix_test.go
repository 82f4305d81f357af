//go:build unix

package onnx

import (
	"errors"
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
