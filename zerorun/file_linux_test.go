package zerorun

import (
	"errors"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// The files of /proc have contents and size 0; this one cannot seek to data.
func TestFileSystemWithoutHoles(t *testing.T) {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Seek(0, seekData); !errors.Is(err, unix.EINVAL) {
		t.Fatalf("this kernel answers %v: the test needs another file", err)
	}
	start, end, err := nextDataOf(f, 5, 100)
	if start != 5 || end != 100 || err != nil {
		t.Errorf("%d to %d, %v; want all as data", start, end, err)
	}
	const path = "/proc/self/cmdline"
	got, err := scanPath(t.Context(), path, Options{MinRun: 1})
	want := strings.Join(os.Args, "\x00") + "\x00"
	if err != nil || got.Bytes != int64(len(want)) || got.Runs != int64(len(os.Args)) {
		t.Errorf("%s: %+v, %v", path, got.Summary, err)
	}
}

func TestPipeIsMadeLarger(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	growPipe(r)
	growPipe(strings.NewReader(""))
	size, err := unix.FcntlInt(r.Fd(), unix.F_GETPIPE_SZ, 0)
	if err != nil {
		t.Fatal(err)
	}
	if size != pipeSize {
		t.Skipf("the pipe has %d bytes: this user's limit of pipe buffers is used up", size)
	}
}
