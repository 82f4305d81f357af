package bytemap

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/planlint/planlint/internal/result"
)

// painted is the reference: one label a byte, layer by layer.
func painted(size int, layers ...Layer) []string {
	bytes := make([]string, size)
	for _, l := range layers {
		for _, r := range l {
			for i := r.Offset; i < r.Offset+r.Length; i++ {
				bytes[i] = r.Label
			}
		}
	}
	return bytes
}

// anyRanges draws ranges that may overlap, lie outside the file or be nonsense.
func anyRanges(t *rapid.T, label string) []result.MapRange {
	var ranges []result.MapRange
	for range rapid.IntRange(0, 6).Draw(t, "count") {
		ranges = append(ranges, result.MapRange{
			Offset: rapid.Int64Range(-3, 70).Draw(t, "offset"), Length: rapid.Int64Range(-1, 40).Draw(t, "length"), Label: label,
		})
	}
	return ranges
}

func TestOverlayAgainstBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 64
		layers := []Layer{{{Length: size, Label: "base"}}}
		for _, label := range []string{"one", "two", "three"} {
			layers = append(layers, Of(size, anyRanges(t, label)...))
		}
		merged := layers[0]
		for _, top := range layers[1:] {
			merged = Overlay(merged, top)
		}
		checkPartition(t, merged, size)
		if got, want := painted(size, merged), painted(size, layers...); !slices.Equal(got, want) {
			t.Fatalf("painted %v, want %v", got, want)
		}
		var sum int64
		for _, label := range Totals(merged, size) {
			sum += label.Bytes
		}
		if sum != size {
			t.Fatalf("labels sum to %d of %d bytes", sum, size)
		}
	})
}

// checkPartition fails unless the ranges follow each other from 0 to size, none of them empty.
func checkPartition(t interface{ Fatalf(string, ...any) }, ranges []result.MapRange, size int64) {
	var end int64
	for _, r := range ranges {
		if r.Offset != end || r.Length <= 0 {
			t.Fatalf("range %+v after byte %d", r, end)
		}
		end += r.Length
	}
	if end != size {
		t.Fatalf("ranges end at %d of %d", end, size)
	}
}

func TestLayerOfNearTheLimits(t *testing.T) {
	const most = int64(1<<63 - 1)
	got := Of(100, result.MapRange{Offset: 50, Length: most, Label: "a"}, result.MapRange{Offset: most, Length: most, Label: "b"},
		result.MapRange{Offset: -most, Length: most, Label: "c"}, result.MapRange{Offset: 10, Length: -most, Label: "d"})
	if len(got) != 1 || got[0] != (result.MapRange{Offset: 50, Length: 50, Label: "a"}) {
		t.Errorf("got %+v", got)
	}
}

func TestOverlayKeepsDetail(t *testing.T) {
	got := Overlay(Layer{{Length: 10, Label: "a", Detail: "x"}}, Layer{{Offset: 3, Length: 2, Label: "b"}})
	want := Layer{{Length: 3, Label: "a", Detail: "x"}, {Offset: 3, Length: 2, Label: "b"}, {Offset: 5, Length: 5, Label: "a", Detail: "x"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}
