package zerorun

import (
	"io"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// alternating is a source without end: every second byte is zero.
type alternating struct{ block [blockSize]byte }

func newAlternating() *alternating {
	var a alternating
	for i := range a.block {
		a.block[i] = byte(i & 1)
	}
	return &a
}

func (a *alternating) ReadAt(p []byte, offset int64) (int, error) {
	for n := 0; n < len(p); {
		n += copy(p[n:], a.block[(offset+int64(n))&1:])
	}
	return len(p), nil
}

// Five million runs of one byte take no more memory than a few buffers, even
// if whoever gets them is slower than the scan.
func TestMemoryIsBounded(t *testing.T) {
	const size, limit = 10_000_000, 8 << 20
	live := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	source := newAlternating()
	count, before, worst := int64(0), live(), int64(0)
	emit := func(run Run) error {
		if run.Offset != 2*count || run.Length != 1 {
			t.Fatalf("run number %d is %+v", count, run)
		}
		if count++; count%1_000_000 == 0 {
			worst = max(worst, live())
		}
		return nil
	}
	for _, workers := range []int{1, 4} {
		count = 0
		sum, err := ScanReaderAt(t.Context(), source, size, Options{MinRun: 1, Workers: workers, Emit: emit})
		if err != nil || sum.Runs != size/2 || count != sum.Runs {
			t.Fatalf("%+v, %d runs emitted, %v", sum, count, err)
		}
	}
	count = 0
	sum, err := ScanReader(t.Context(), io.NewSectionReader(source, 0, size), Options{MinRun: 1, Emit: emit})
	if err != nil || sum.Runs != size/2 {
		t.Fatalf("%+v, %v", sum, err)
	}
	if worst > before+limit {
		t.Errorf("%d KiB of memory in use, want at most %d", (worst-before)>>10, limit>>10)
	}
	t.Logf("%d KiB of memory in use", (worst-before)>>10)
}

// While one worker is stuck in the first piece, the others do not run away:
// what they find would have to be kept.
func TestWorkersWaitForTheFirstPiece(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const pieces = 100
		stuck := make(chan struct{})
		var read atomic.Int64
		source := answers(func(p []byte, offset int64) (int, error) {
			if offset == 0 {
				<-stuck
			}
			read.Add(int64(len(p)))
			return len(p), nil
		})
		done := make(chan error)
		go func() {
			_, err := ScanReaderAt(t.Context(), source, pieces*pieceSize, Options{Workers: 2})
			done <- err
		}()
		synctest.Wait() // until all are blocked
		if n := read.Load(); n == 0 || n > 10*pieceSize {
			t.Errorf("%d pieces were read ahead", n/pieceSize)
		}
		close(stuck)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
