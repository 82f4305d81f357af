//go:build linux || darwin

package zerorun

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestFIFO(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	data := filled(300000)
	clear(data[70000:200000])
	written := make(chan error, 1)
	go func() { written <- os.WriteFile(path, data, 0) }()
	got, err := scanPath(t.Context(), path, Options{})
	if err = errors.Join(err, <-written); err != nil {
		t.Fatal(err)
	}
	got.check(t, "fifo", reference(data, DefaultMinRun, false))
}

func TestZeroDevice(t *testing.T) {
	f, err := os.Open("/dev/zero")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const size = 3<<20 + 1
	got, err := scanStream(t.Context(), io.LimitReader(f, size), Options{})
	if err != nil {
		t.Fatal(err)
	}
	got.check(t, "/dev/zero", answer{
		Summary{Bytes: size, Zeros: size, Runs: 1, Longest: Run{0, size}, LongestExact: true},
		[]Run{{0, size}},
	})
	if _, err := NewFile(f); err == nil {
		t.Error("a device is a File")
	}
}

func TestAllocated(t *testing.T) {
	path := writeSparse(t, 1<<30, map[int64][]byte{0: filled(1 << 20)})
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file, err := NewFile(f)
	if err != nil {
		t.Fatal(err)
	}
	n, ok := file.Allocated()
	if !ok || n >= file.Size() && knowsHoles(t, path) {
		t.Errorf("allocated %d of %d, known %v", n, file.Size(), ok)
	}
	if got, err := scanPath(t.Context(), path, Options{}); err != nil || got.Zeros != 1<<30-1<<20 {
		t.Errorf("%+v, %v", got.Summary, err)
	}
}

// A file that was cut short ends in what looks like a hole.
func TestCutFileHasNoHole(t *testing.T) {
	path := writeSparse(t, 1<<20, map[int64][]byte{0: filled(1 << 20)})
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file, err := NewFile(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<19); err != nil {
		t.Fatal(err)
	}
	if _, _, err := file.NextData(1 << 19); !errors.Is(err, ErrChanged) {
		t.Errorf("data behind the cut: %v", err)
	}
	if err := file.Changed(); !errors.Is(err, ErrChanged) {
		t.Error(err)
	}
}
