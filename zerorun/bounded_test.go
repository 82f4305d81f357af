package zerorun

import (
	"io"
	"runtime"
	"testing"
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

// Ten million runs of one byte take no more memory than a few buffers, even
// if whoever gets them is slower than the scan.
func TestMemoryIsBounded(t *testing.T) {
	const size, limit = 20_000_000, 30 << 20
	count, worst := int64(0), uint64(0)
	emit := func(run Run) error {
		if run.Offset != 2*count || run.Length != 1 {
			t.Fatalf("run number %d is %+v", count, run)
		}
		if count++; count%1_000_000 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			worst = max(worst, m.HeapInuse+m.StackInuse)
		}
		return nil
	}
	source := newAlternating()
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
	if worst > limit {
		t.Errorf("%d MiB of memory in use, want at most %d", worst>>20, limit>>20)
	}
}
