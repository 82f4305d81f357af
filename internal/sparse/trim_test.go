package sparse

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/planlint/planlint/zerorun"
)

// allocated is what a file takes on disk.
func allocated(t testing.TB, file *os.File) (int64, bool) {
	t.Helper()
	f, err := zerorun.NewFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return f.Allocated()
}

func TestTrimKeepsEveryByte(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		data := patchwork(random)
		target := newFile(t)
		done := int64(0)
		sum, err := Trim(t.Context(), target, bytes.NewReader(data), int64(len(data)), func(n int64) { done += n })
		if err != nil {
			t.Fatal(err)
		}
		if got := readAll(t, target); !bytes.Equal(got, data) || sum != sha256.Sum256(data) {
			t.Fatalf("%d bytes became %d with sum %x", len(data), len(got), sum)
		}
		if done != 2*int64(len(data)) {
			t.Fatalf("progress of %d bytes for %d", done, len(data))
		}
	}
}

// holey is a source that says that all but a stretch is zeros, and fails if that is read.
type holey struct {
	data       []byte
	start, end int64
}

func (h holey) ReadAt(p []byte, offset int64) (int, error) {
	if offset < h.start || offset+int64(len(p)) > h.end {
		return 0, errors.New("a hole was read")
	}
	return copy(p, h.data[offset:]), nil
}

func (h holey) NextData(offset int64) (int64, int64, error) {
	if offset >= h.end {
		return int64(len(h.data)), int64(len(h.data)), nil
	}
	return max(offset, h.start), h.end, nil
}

func TestTrimSkipsHoles(t *testing.T) {
	data := make([]byte, 300_000)
	copy(data[100_000:], bytes.Repeat([]byte("plan"), 10_000))
	target := newFile(t)
	sum, err := Trim(t.Context(), target, holey{data: data, start: 99_999, end: 140_001}, int64(len(data)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := readAll(t, target); !bytes.Equal(got, data) || sum != sha256.Sum256(data) {
		t.Error("the copy differs")
	}
}

func TestTrimOfAFileThatEndsEarly(t *testing.T) {
	_, err := Trim(t.Context(), newFile(t), bytes.NewReader(make([]byte, 10)), 11, nil)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v, want an unexpected end", err)
	}
}

func TestTrimStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Trim(ctx, newFile(t), bytes.NewReader(make([]byte, 10)), 10, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestTrimNoticesADifferentCopy(t *testing.T) {
	target := newFile(t)
	spoil := func(n int64) {
		// Called after each block, so also between writing and reading back.
		_, _ = target.WriteAt([]byte("spoilt"), 0)
	}
	data := bytes.Repeat([]byte{1}, readSize)
	if _, err := Trim(t.Context(), target, bytes.NewReader(data), int64(len(data)), spoil); !errors.Is(err, ErrDiffers) {
		t.Errorf("error %v, want ErrDiffers", err)
	}
}

// A failure to write is one of the machine, and is not called one of reading.
func TestTrimThatCannotWrite(t *testing.T) {
	target, err := os.Open(newFile(t).Name())
	if err != nil {
		t.Fatal(err)
	}
	defer target.Close()
	_, err = Trim(t.Context(), target, bytes.NewReader([]byte("plan")), 4, nil)
	var failed *WriteError
	if !errors.As(err, &failed) || failed.ExitCode() != 4 || strings.Contains(err.Error(), "reading") || strings.Contains(err.Error(), target.Name()) {
		t.Errorf("error %v", err)
	}
}
