//go:build unix

package worker

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// fifoVariable names a named pipe that a fake worker holds open; its parent waits for its hello then.
const fifoVariable = "PLANLINT_FAKE_FIFO"

// A worker that a library keeps ends with its parent, even if that is killed.
func TestOrphan(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("skipped: only Linux ends a process with its parent")
	}
	t.Parallel()
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	parent := exec.CommandContext(t.Context(), os.Args[0])
	parent.Env = append(os.Environ(), parentVariable+"=none", fifoVariable+"="+fifo)
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	begun := openFIFO(t, fifo, os.O_RDWR) // which does not wait for somebody who writes
	if _, err := begun.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	worker := openFIFO(t, fifo, os.O_RDONLY)
	if err := begun.Close(); err != nil {
		t.Fatal(err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	if _, err := worker.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the worker goes on: %v", err)
	}
}

// openFIFO opens a named pipe to read from, for a minute at most.
func openFIFO(t *testing.T, path string, mode int) *os.File {
	t.Helper()
	pipe, err := os.OpenFile(path, mode, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pipe.Close() }) // it is only read
	if err := pipe.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return pipe
}
