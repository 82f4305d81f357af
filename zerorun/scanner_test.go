package zerorun

import (
	"errors"
	"io"
	"math"
	"slices"
	"testing"
)

var _ io.Writer = (*Scanner)(nil)

func TestSkipIsPartOfTheRunsBesideIt(t *testing.T) {
	var a answer
	s, err := New(a.collecting(Options{MinRun: 5}))
	if err != nil {
		t.Fatal(err)
	}
	const hole = 7 << 30
	write(t, s, 0, 0, 1, 0, 0)
	skip(t, s, hole)
	skip(t, s, 0)
	write(t, s, 0, 0, 0)
	write(t, s, 0, 2)
	skip(t, s, hole)
	if a.Summary, err = s.Close(); err != nil {
		t.Fatal(err)
	}
	first, second := Run{3, hole + 6}, Run{hole + 10, hole}
	a.check(t, "holes", answer{
		Summary{Bytes: 2*hole + 10, Zeros: 2*hole + 8, Runs: 2, Longest: first, LongestExact: true},
		[]Run{first, second},
	})
	if first.End() != hole+9 {
		t.Errorf("run ends at %d", first.End())
	}
}

func write(t *testing.T, s *Scanner, p ...byte) {
	t.Helper()
	if _, err := s.Write(p); err != nil {
		t.Fatal(err)
	}
}

func skip(t *testing.T, s *Scanner, n int64) {
	t.Helper()
	if err := s.Skip(n); err != nil {
		t.Fatal(err)
	}
}

func TestLongest(t *testing.T) {
	data := []byte{1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}
	for _, test := range []struct {
		minRun    int64
		noLongest bool
		want      Run
		exact     bool
	}{
		{100, false, Run{4, 3}, true}, // the first of two
		{100, true, Run{}, false},
		{3, true, Run{4, 3}, true},
		{1, true, Run{4, 3}, true},
	} {
		eachKernel(t, func(t *testing.T, k *kernel) {
			got := push(t, k, data, Options{MinRun: test.minRun, NoLongest: test.noLongest}, whole)
			if got.Longest != test.want || got.LongestExact != test.exact {
				t.Errorf("%+v: %+v", test, got.Summary)
			}
		})
	}
	if got := push(t, &words, []byte{1}, Options{NoLongest: true}, whole); !got.LongestExact {
		t.Error("without zeros, that there is no longest run is exact")
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for _, o := range []Options{{MinRun: -1}, {MinRun: math.MinInt64}, {Workers: -1}} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
		if _, err := ScanReaderAt(t.Context(), &memory{}, 0, o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	skip(t, s, DefaultMinRun-1)
	write(t, s, 1)
	skip(t, s, DefaultMinRun)
	if sum, err := s.Close(); err != nil || sum.Runs != 1 {
		t.Errorf("default minimum: %+v, %v", sum, err)
	}
}

func TestScannerErrors(t *testing.T) {
	open := func(o Options) *Scanner {
		s, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open(Options{})
	if err := s.Skip(-1); err == nil {
		t.Error("a negative hole is accepted")
	}
	if _, err := s.Close(); err == nil {
		t.Error("the error is forgotten")
	}

	s = open(Options{})
	skip(t, s, math.MaxInt64-1)
	if n, err := s.Write(make([]byte, 2)); n != 0 || err == nil {
		t.Errorf("offset overflows: %d, %v", n, err)
	}
	s = open(Options{})
	skip(t, s, math.MaxInt64)
	if err := s.Skip(1); err == nil {
		t.Error("offset overflows")
	}

	s = open(Options{})
	if _, err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := s.Write([]byte{1}); err == nil {
		t.Error("Write after Close is accepted")
	}
	if _, err := s.Close(); err == nil {
		t.Error("Close after Close is accepted")
	}

	calls := 0
	s = open(Options{MinRun: 1, Emit: func(Run) error { calls++; return errStop }})
	if _, err := s.Write([]byte{0, 1, 0, 1}); !errors.Is(err, errStop) {
		t.Errorf("error of Emit: %v", err)
	}
	if _, err := s.Close(); !errors.Is(err, errStop) || calls != 1 {
		t.Errorf("Emit was called %d times; %v", calls, err)
	}
}

// Results are the same when a Write is larger than a block.
func TestLargeWrite(t *testing.T) {
	data := filled(5*blockSize + 3)
	clear(data[blockSize-10 : 4*blockSize+10])
	want := reference(data, 4096, false)
	eachKernel(t, func(t *testing.T, k *kernel) {
		var offsets []int64
		o := Options{Observe: func(offset int64, _ []byte) { offsets = append(offsets, offset) }}
		push(t, k, data, o, whole).check(t, "one write", want)
		if !slices.Equal(offsets, []int64{0, 4 * blockSize, 5 * blockSize}) {
			t.Error("blocks are observed at", offsets)
		}
	})
}
