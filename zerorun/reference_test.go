package zerorun

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// answer is everything that a scan says.
type answer struct {
	Summary
	list []Run
}

// reference is the byte loop that everything is compared with.
func reference(data []byte, minRun int64, noLongest bool) answer {
	a := answer{Summary: Summary{Bytes: int64(len(data))}}
	var open int64
	end := func(at int64) {
		if open > a.Longest.Length && (!noLongest || open >= minRun) {
			a.Longest = Run{at - open, open}
		}
		if open > 0 && open >= minRun {
			a.Runs++
			a.list = append(a.list, Run{at - open, open})
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

// check fails if the answer is not the wanted one.
func (a answer) check(t failer, what string, want answer) {
	t.Helper()
	if a.Summary != want.Summary {
		t.Fatalf("%s:\n got %+v\nwant %+v", what, a.Summary, want.Summary)
	}
	checkRuns(t, what, a.list, want.list)
}

func checkRuns(t failer, what string, got, want []Run) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	t.Fatalf("%s: %d runs, want %d; from number %d on they are\n got %v\nwant %v", what, len(got), len(want), i,
		got[i:min(len(got), i+3)], want[i:min(len(want), i+3)])
}

// collecting returns options that add every run to the answer.
func (a *answer) collecting(o Options) Options {
	o.Emit = func(r Run) error { a.list = append(a.list, r); return nil }
	return o
}

// whole and randomly are ways to cut data into writes.
func whole(left int) int { return left }

func randomly(r *rand.Rand) func(left int) int {
	return func(left int) int {
		if r.IntN(2) == 0 {
			return 1 + r.IntN(min(left, 200))
		}
		return 1 + r.IntN(left)
	}
}

// push scans data with a Scanner that uses the kernel.
func push(t failer, k *kernel, data []byte, o Options, cut func(left int) int) answer {
	t.Helper()
	var a answer
	s, err := newScanner(k, a.collecting(o))
	if err != nil {
		t.Fatal(err)
	}
	for len(data) > 0 {
		n := cut(len(data))
		if m, err := s.Write(data[:n]); err != nil || m != n {
			t.Fatalf("Write of %d bytes: %d, %v", n, m, err)
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

// filled returns n bytes that are not zero.
func filled(n int) []byte {
	data := make([]byte, n)
	for i := range data {
		data[i] = []byte{1, 0x80, 0xff, 0x7f, 2}[i%5]
	}
	return data
}

// minRuns are lengths at which something in the kernels changes, and others.
var minRuns = []int64{1, 2, 3, 4, 6, 7, 8, 9, 31, 32, 33, 62, 63, 64, 65, 66, 126, 127, 128, 254, 255, 256, 257, 1000, 4096}

// eachKernel runs the test for every kernel of this processor.
func eachKernel(t *testing.T, test func(t *testing.T, k *kernel)) {
	for _, k := range kernels() {
		t.Run(k.name, func(t *testing.T) { test(t, k) })
	}
}

// failer is a test: of testing or of rapid.
type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}
