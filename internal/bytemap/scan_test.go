package bytemap

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/planlint/planlint/internal/result"
)

// TestOfScan: whatever a saved result claims, its map is a partition of its bytes.
func TestOfScan(t *testing.T) {
	number := rapid.OneOf(rapid.Int64Range(-2, 80), rapid.SampledFrom([]int64{math.MinInt64, -1, 0, 1, math.MaxInt64 - 1, math.MaxInt64}))
	optional := rapid.Custom(func(t *rapid.T) *int64 {
		value := number.Draw(t, "value")
		if rapid.Bool().Draw(t, "absent") {
			return nil
		}
		return &value
	})
	rapid.Check(t, func(t *rapid.T) {
		scan := result.Scan{Size: number.Draw(t, "size"), Zeros: &result.Zeros{}}
		for range rapid.IntRange(0, 4).Draw(t, "runs") {
			scan.Zeros.Runs = append(scan.Zeros.Runs, result.Run{Offset: number.Draw(t, "offset"), Length: number.Draw(t, "length")})
		}
		for range rapid.IntRange(0, 3).Draw(t, "images") {
			scan.Images = append(scan.Images, result.Image{Kind: rapid.SampledFrom([]string{"elf", "host-elf"}).Draw(t, "kind"), Offset: number.Draw(t, "offset"), Size: number.Draw(t, "size")})
		}
		if rapid.Bool().Draw(t, "container") {
			c := &result.Container{Offset: number.Draw(t, "plan"), PlanSize: number.Draw(t, "plan size"), Encoded: rapid.Bool().Draw(t, "encoded"),
				DeclaredSize: optional.Draw(t, "declared"), EndTagOffset: optional.Draw(t, "end tag")}
			for range rapid.IntRange(0, 3).Draw(t, "sections") {
				c.Sections = append(c.Sections, result.Section{Name: "S", Offset: number.Draw(t, "offset"), Size: number.Draw(t, "size")})
			}
			scan.Container = c
		}
		m := OfScan(scan)
		if m == nil {
			return
		}
		at, sum := int64(0), int64(0)
		for _, r := range m.Ranges {
			if r.Offset != at || r.Length <= 0 {
				t.Fatalf("a range of %d bytes at %d, want it at %d: %+v", r.Length, r.Offset, at, m.Ranges)
			}
			at += r.Length
		}
		for _, label := range m.Labels {
			sum += label.Bytes
		}
		if at != m.Size || sum != m.Size {
			t.Fatalf("ranges of %d and labels of %d bytes in %d", at, sum, m.Size)
		}
	})
}

// TestOfScanNothing: a plan that was not scanned has no map.
func TestOfScanNothing(t *testing.T) {
	if m := OfScan(result.Scan{Size: 10}); m != nil {
		t.Errorf("%+v", m)
	}
}
