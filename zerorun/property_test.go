package zerorun

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// pattern draws data as a list of runs and what is between them, around the
// lengths at which something changes in the kernels.
func pattern(t *rapid.T) []byte {
	length := rapid.OneOf(
		rapid.IntRange(0, 12),
		rapid.SampledFrom([]int{31, 32, 33, 62, 63, 64, 65, 126, 127, 128, 129, 254, 255, 256, 257, 1023, 1024, 1025, 4095, 4096, 4097}),
		rapid.IntRange(0, 9000),
	)
	other := rapid.SampledFrom([]byte{1, 2, 0x7f, 0x80, 0x81, 0xfe, 0xff})
	var data []byte
	for range rapid.IntRange(0, 30).Draw(t, "stretches") {
		data = append(data, make([]byte, length.Draw(t, "zeros"))...)
		b := other.Draw(t, "byte")
		for range length.Draw(t, "others") {
			data = append(data, b)
		}
	}
	return data
}

func TestEveryScanEqualsByteLoop(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		data := pattern(rt)
		o := Options{
			MinRun:    rapid.Int64Range(1, 5000).Draw(rt, "minimum"),
			NoLongest: rapid.Bool().Draw(rt, "fast"),
			Workers:   rapid.IntRange(1, 4).Draw(rt, "workers"),
		}
		want := reference(data, o.MinRun, o.NoLongest)
		cut := func(left int) int { return rapid.IntRange(1, left).Draw(rt, "cut") }
		for _, k := range kernels() {
			push(rt, k, data, o, cut).check(rt, k.name, want)
		}
		m := &memory{data: data}
		for _, run := range reference(data, 1, true).list {
			// Part of a run may be a hole.
			start := rapid.Int64Range(run.Offset, run.End()).Draw(rt, "hole start")
			end := rapid.Int64Range(start, run.End()).Draw(rt, "hole end")
			if end > start {
				m.holes = append(m.holes, stretch{start, end})
			}
		}
		got, err := scanAt(t.Context(), m, int64(len(data)), o)
		if err != nil {
			rt.Fatal(err)
		}
		got.check(rt, fmt.Sprint(o.Workers, " workers"), want)
	})
}

// The sum of all runs of at least 1 byte is the number of zeros, and a
// larger minimum gives the longer ones of them.
func TestRunsOfALargerMinimumAreASubset(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		data := pattern(rt)
		minRun := rapid.Int64Range(1, 5000).Draw(rt, "minimum")
		all := push(rt, bestKernel(), data, Options{MinRun: 1}, whole)
		some := push(rt, bestKernel(), data, Options{MinRun: minRun}, whole)
		var sum int64
		var long []Run
		for _, run := range all.list {
			sum += run.Length
			if run.Length >= minRun {
				long = append(long, run)
			}
		}
		if sum != all.Zeros || all.Zeros != some.Zeros || all.Longest != some.Longest {
			rt.Fatalf("%d zeros in runs, %d counted; %+v and %+v", sum, all.Zeros, all.Longest, some.Longest)
		}
		checkRuns(rt, "longer runs", some.list, long)
	})
}
