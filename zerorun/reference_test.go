package zerorun

import (
	"io"
	"math/rand/v2"
	"slices"
	"testing"
)

// answer is everything a scan says.
type answer struct {
	Summary
	List []Run
}

// reference is the byte loop that everything is compared with.
func reference(data []byte, minRun int64, noLongest bool) answer {
	var a answer
	a.Bytes = int64(len(data))
	var open int64
	end := func(at int64) {
		if open > a.Longest.Length && (!noLongest || open >= minRun) {
			a.Longest = Run{at - open, open}
		}
		if open > 0 && open >= minRun {
			a.Runs++
			a.List = append(a.List, Run{at - open, open})
		}
		open = 0
	}
	for i, b := range data {
		if b == 0 {
			a.Zeros++
			open++
		} else {
			end(int64(i))
		}
	}
	end(a.Bytes)
	a.LongestExact = !noLongest || a.Zeros == 0 || a.Longest.Length > 0
	return a
}

func (a answer) check(t testing.TB, what string, want answer) {
	t.Helper()
	if a.Summary != want.Summary {
		t.Fatalf("%s:\n got %+v\nwant %+v", what, a.Summary, want.Summary)
	}
	if !slices.Equal(a.List, want.List) {
		i := 0
		for i < len(a.List) && i < len(want.List) && a.List[i] == want.List[i] {
			i++
		}
		t.Fatalf("%s: runs differ from number %d on:\n got %v\nwant %v", what, i,
			a.List[i:min(len(a.List), i+3)], want.List[i:min(len(want.List), i+3)])
	}
}

// collect returns options that note every run in a.
func (a *answer) collect(o Options) Options {
	o.Emit = func(r Run) error { a.List = append(a.List, r); return nil }
	return o
}

// push scans data with a Scanner, cut as cut says.
func push(t testing.TB, k *kernel, data []byte, o Options, cut func(left int) int) answer {
	t.Helper()
	var a answer
	s, err := newScanner(k, a.collect(o))
	if err != nil {
		t.Fatal(err)
	}
	for len(data) > 0 {
		n := cut(len(data))
		if _, err := s.Write(data[:n]); err != nil {
			t.Fatal(err)
		}
		data = data[n:]
	}
	if a.Summary, err = s.Close(); err != nil {
		t.Fatal(err)
	}
	return a
}

// mixed makes data in which runs of all lengths occur, and bytes that are
// easily mistaken for zero.
func mixed(r *rand.Rand, n int) []byte {
	data := make([]byte, 0, n+2048)
	for len(data) < n {
		data = append(data, make([]byte, r.IntN(1<<r.IntN(12)))...)
		for range r.IntN(1 << r.IntN(10)) {
			data = append(data, []byte{0, 1, 0x7f, 0x80, 0x81, 0xff}[r.IntN(6)])
		}
	}
	return data[:n]
}

var minRuns = []int64{1, 2, 3, 4, 7, 8, 9, 31, 32, 33, 62, 63, 64, 65, 66, 126, 127, 128, 254, 255, 256, 257, 1000, 4096}

func TestKernelsEqualByteLoop(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		data := mixed(r, r.IntN(40000))
		for _, minRun := range minRuns {
			for _, noLongest := range []bool{false, true} {
				want := reference(data, minRun, noLongest)
				for _, k := range kernels() {
					o := Options{MinRun: minRun, NoLongest: noLongest}
					push(t, k, data, o, func(left int) int {
						if r.IntN(2) == 0 {
							return 1 + r.IntN(min(left, 200))
						}
						return 1 + r.IntN(left)
					}).check(t, k.name, want)
				}
			}
		}
	}
}

// memory is a ReaderAt with holes.
type memory struct {
	data  []byte
	holes []stretch // in order
}

func (m memory) ReadAt(p []byte, offset int64) (int, error) {
	if offset >= int64(len(m.data)) {
		return 0, io.EOF
	}
	n := copy(p, m.data[offset:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (m memory) NextData(offset int64) (start, end int64, err error) {
	size := int64(len(m.data))
	start, end = offset, size
	for _, h := range m.holes {
		if h.start <= start && start < h.end {
			start = h.end
		}
		if h.start > start {
			return start, h.start, nil
		}
	}
	return start, size, nil
}
