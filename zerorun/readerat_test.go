package zerorun

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

func TestParallelEqualsSerial(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3 {
		m := &memory{data: mixed(r, r.IntN(14<<20))}
		m.dig(r)
		for _, minRun := range []int64{1, 40, 300, 4096} {
			want := reference(m.data, minRun, false)
			for _, workers := range []int{1, 2, 7} {
				got, err := scanAt(t.Context(), m, int64(len(m.data)), Options{MinRun: minRun, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				got.check(t, fmt.Sprintf("%d workers, minimum %d", workers, minRun), want)
			}
		}
	}
}

// What is emitted before an error, and the error, do not depend on workers.
func TestErrorsAreTheSameInParallel(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	m := &memory{data: mixed(r, 14<<20)}
	m.dig(r)
	size := int64(len(m.data))
	for range 12 {
		bad := r.Int64N(size)
		stop := r.Int64N(size * 2)
		scan := func(workers int) ([]Run, error) {
			var list []Run
			_, err := ScanReaderAt(t.Context(), breaking{m, bad}, size, Options{
				MinRun: 64, Workers: workers,
				Emit: func(run Run) error {
					list = append(list, run)
					if run.Offset > stop {
						return errStop
					}
					return nil
				},
			})
			return list, err
		}
		want, wantErr := scan(1)
		for _, workers := range []int{2, 5} {
			got, err := scan(workers)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Fatalf("%d workers: %v, want %v", workers, err, wantErr)
			}
			checkRuns(t, "before the error", got, want)
		}
		if wantErr != nil && !errors.Is(wantErr, errBroken) && !errors.Is(wantErr, errStop) {
			t.Fatalf("the cause is lost: %v", wantErr)
		}
	}
}

var errStop = errors.New("stop here")

func TestObserveAndProgressGetEverything(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	m := &memory{data: mixed(r, 9<<20)}
	m.dig(r)
	size := int64(len(m.data))
	for _, workers := range []int{1, 4} {
		var mu sync.Mutex
		var progress atomic.Int64
		seen := make([]byte, size)
		times := make([]byte, size)
		_, err := ScanReaderAt(t.Context(), m, size, Options{
			Workers: workers,
			Observe: func(offset int64, data []byte) {
				mu.Lock()
				defer mu.Unlock()
				copy(seen[offset:], data)
				for i := range data {
					times[offset+int64(i)]++
				}
			},
			Progress: func(n int64) { progress.Add(n) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(seen, m.data) || progress.Load() != size {
			t.Errorf("%d workers: data observed differs, or progress %d of %d", workers, progress.Load(), size)
		}
		for i, n := range times {
			// Zeros in holes and in blocks of nothing else are not.
			if n > 1 || n == 0 && m.data[i] != 0 {
				t.Fatalf("%d workers: byte %d observed %d times", workers, i, n)
			}
		}
	}
}

// A block that is all zeros needs no look.
func TestBlocksOfZerosAreNotObserved(t *testing.T) {
	data := make([]byte, 5*blockSize)
	data[blockSize] = 1
	var shown []int64
	o := Options{Workers: 1, Observe: func(offset int64, p []byte) { shown = append(shown, offset, int64(len(p))) }}
	want := reference(data, DefaultMinRun, false)
	got, err := scanAt(t.Context(), &memory{data: data}, int64(len(data)), o)
	if err != nil {
		t.Fatal(err)
	}
	got.check(t, "random access", want)
	push(t, bestKernel(), data, o, whole).check(t, "push", want)
	if !slices.Equal(shown, []int64{blockSize, blockSize, blockSize, blockSize}) {
		t.Errorf("blocks observed: %v", shown)
	}
}

func TestCancel(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	data := mixed(r, 24<<20)
	want := reference(data, 100, false)
	for _, workers := range []int{1, 4} {
		ctx, cancel := context.WithCancel(t.Context())
		var blocks atomic.Int64
		got, err := scanAt(ctx, bytes.NewReader(data), int64(len(data)), Options{
			MinRun: 100, Workers: workers,
			Observe: func(int64, []byte) {
				if blocks.Add(1) == 70 {
					cancel()
				}
			},
		})
		if !errors.Is(err, context.Canceled) || got.Summary != (Summary{}) {
			t.Errorf("%d workers: %+v, %v", workers, got.Summary, err)
		}
		if len(got.list) >= len(want.list) {
			t.Errorf("%d workers: all was scanned", workers)
		}
		checkRuns(t, "before cancelling", got.list, want.list[:len(got.list)])
	}
}

// answers is a ReaderAt that returns what it is told to.
type answers func(p []byte, offset int64) (int, error)

func (f answers) ReadAt(p []byte, offset int64) (int, error) { return f(p, offset) }

func TestReaderAtEdges(t *testing.T) {
	all := func(p []byte, _ int64) (int, error) { return len(p), nil }
	for _, test := range []struct {
		name string
		size int64
		read answers
		want error // nil: no error
	}{
		{"empty", 0, all, nil},
		{"all", 3 * blockSize, all, nil},
		{"all with EOF", 100, func(p []byte, _ int64) (int, error) { return len(p), io.EOF }, nil},
		{"one byte at a time", 1000, func([]byte, int64) (int, error) { return 1, nil }, nil},
		{"ends early", 1000, func(_ []byte, offset int64) (int, error) { return 0, io.EOF }, io.ErrUnexpectedEOF},
		{"never anything", 1000, func([]byte, int64) (int, error) { return 0, nil }, io.ErrNoProgress},
		{"too many", 1000, func(p []byte, _ int64) (int, error) { return len(p) + 1, nil }, errBadRead},
		{"negative", 1000, func([]byte, int64) (int, error) { return -1, nil }, errBadRead},
		{"broken", 1000, func([]byte, int64) (int, error) { return 0, errBroken }, errBroken},
	} {
		got, err := scanAt(t.Context(), test.read, test.size, Options{MinRun: 1})
		if !errors.Is(err, test.want) || test.want == nil && got.Zeros != test.size {
			t.Errorf("%s: %+v, %v; want %v", test.name, got, err, test.want)
		}
	}
	if _, err := ScanReaderAt(t.Context(), answers(all), -1, Options{}); err == nil {
		t.Error("a negative size is accepted")
	}
}

// seeker answers NextData with a function; its data is never zero.
type seeker struct {
	answers
	next func(offset int64) (int64, int64, error)
}

func (s seeker) NextData(offset int64) (int64, int64, error) { return s.next(offset) }

func ones(p []byte, _ int64) (int, error) { return copy(p, bytes.Repeat([]byte{1}, len(p))), nil }

func TestOffsetsBeyond32Bits(t *testing.T) {
	const gib = 1 << 30
	const size = math.MaxInt64 - 5
	// One block of data at 5 GiB, one at 9 EiB-odd.
	data := []int64{5 * gib, size - 3*gib}
	s := seeker{ones, func(offset int64) (int64, int64, error) {
		for _, start := range data {
			if offset < start+10 {
				return max(offset, start), start + 10, nil
			}
		}
		return size, size, nil
	}}
	want := []Run{{0, 5 * gib}, {5*gib + 10, size - 8*gib - 10}, {size - 3*gib + 10, 3*gib - 10}}
	got, err := scanAt(t.Context(), s, size, Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkRuns(t, "huge", got.list, want)
	if got.Zeros != size-20 || got.Longest != want[1] || got.Bytes != size {
		t.Errorf("%+v", got.Summary)
	}
}

func TestInvalidHolesAreErrors(t *testing.T) {
	for name, next := range map[string]func(int64) (int64, int64, error){
		"backwards": func(offset int64) (int64, int64, error) { return offset - 1, offset + 5, nil },
		"empty":     func(offset int64) (int64, int64, error) { return offset, offset, nil },
		"inverted":  func(offset int64) (int64, int64, error) { return offset + 5, offset, nil },
		"broken":    func(offset int64) (int64, int64, error) { return 0, 0, errBroken },
	} {
		_, err := scanAt(t.Context(), seeker{ones, next}, 1000, Options{})
		if err == nil || name == "broken" && !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	beyond := func(offset int64) (int64, int64, error) { return offset, 1 << 40, nil }
	if got, err := scanAt(t.Context(), seeker{ones, beyond}, 1000, Options{}); err != nil || got.Bytes != 1000 {
		t.Errorf("data beyond the size: %+v, %v", got.Summary, err)
	}
}
