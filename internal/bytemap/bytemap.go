// Package bytemap puts every byte of a file under exactly one label, layer over layer.
package bytemap

import (
	"cmp"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// Layer is one kind of knowledge of a file: ranges in order of offset that do not overlap.
type Layer []result.MapRange

// Overlay paints top over base: where both label a byte, top wins. Neither is changed. Two pieces of one
// range of base stay two ranges.
func Overlay(base, top Layer) Layer {
	merged := make(Layer, 0, len(base)+2*len(top))
	next := 0
	for _, under := range base {
		start, end := under.Offset, under.Offset+under.Length
		for next < len(top) && top[next].Offset+top[next].Length <= start {
			next++
		}
		for i := next; i < len(top) && top[i].Offset < end; i++ {
			if top[i].Offset > start {
				merged = append(merged, piece(under, start, top[i].Offset))
			}
			start = min(top[i].Offset+top[i].Length, end)
		}
		if start < end {
			merged = append(merged, piece(under, start, end))
		}
	}
	merged = append(merged, top...)
	slices.SortFunc(merged, func(a, b result.MapRange) int { return cmp.Compare(a.Offset, b.Offset) })
	return merged
}

// piece is the part of a range between two offsets.
func piece(of result.MapRange, start, end int64) result.MapRange {
	return result.MapRange{Offset: start, Length: end - start, Label: of.Label, Detail: of.Detail}
}

// Of makes ranges from anywhere into a layer of a file of size bytes: in order, cut to the file, and
// where two overlap the earlier one keeps the bytes. Ranges come from what a file says of itself, so they
// cannot be trusted to be disjoint.
func Of(size int64, ranges ...result.MapRange) Layer {
	slices.SortStableFunc(ranges, func(a, b result.MapRange) int { return cmp.Compare(a.Offset, b.Offset) })
	clean := make(Layer, 0, len(ranges))
	var done int64
	for _, r := range ranges {
		if r.Offset < 0 {
			continue
		}
		end := size
		if r.Length < size-r.Offset {
			end = r.Offset + r.Length
		}
		start := max(r.Offset, done)
		if start < end {
			clean = append(clean, piece(r, start, end))
			done = end
		}
	}
	return clean
}

// Totals sums a layer by label, the largest first.
func Totals(ranges Layer, size int64) []result.LabelTotal {
	position := map[string]int{}
	sums := []result.LabelTotal{}
	for _, r := range ranges {
		at, seen := position[r.Label]
		if !seen {
			at = len(sums)
			position[r.Label] = at
			sums = append(sums, result.LabelTotal{Label: r.Label})
		}
		sums[at].Bytes += r.Length
		sums[at].Ranges++
	}
	for i := range sums {
		sums[i].Share = float64(sums[i].Bytes) / float64(size)
	}
	slices.SortFunc(sums, func(a, b result.LabelTotal) int {
		if a.Bytes != b.Bytes {
			return cmp.Compare(b.Bytes, a.Bytes)
		}
		return strings.Compare(a.Label, b.Label)
	})
	return sums
}
