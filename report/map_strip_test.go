package report

import (
	"bytes"
	"io"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/planlint/planlint/internal/result"
)

// TestSegments checks on any map that the segments of a strip lie side by side, are no more than the cells,
// show only labels that are there, and give each label about the cells that its bytes are worth.
func TestSegments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		labels := []string{"zero run", "header", "section ENGN", "GPU code"}
		ranges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) result.MapRange {
			return part(rapid.SampledFrom(labels).Draw(t, "label"), rapid.OneOf(rapid.Int64Range(1, 20), rapid.Int64Range(1, 1<<40)).Draw(t, "length"))
		}), 1, 40).Draw(t, "ranges")
		plan := mapOf("a", ranges...)
		s := wholeStrip(plan)
		cells := s.cells(rapid.IntRange(1, 200).Draw(t, "cells"))
		if s.bytes != plan.Size {
			t.Fatalf("the strip has %d bytes of %d", s.bytes, plan.Size)
		}
		next, shown := 0, map[string]int{}
		for i, g := range s.segments(cells) {
			if g.first != next || g.end <= g.first {
				t.Fatalf("segment %d is cells %d to %d, want it to start at %d", i, g.first, g.end, next)
			}
			next = g.end
			shown[g.label] += g.end - g.first
			if g.start < 0 || g.stop <= g.start || g.stop > plan.Size || g.ranges < 1 {
				t.Fatalf("segment %d: offsets %d to %d, %d ranges", i, g.start, g.stop, g.ranges)
			}
			checkShown(t, plan, s, g, cells)
		}
		if next != cells {
			t.Fatalf("%d cells of %d", next, cells)
		}
	})
}

// checkShown checks that every cell of a segment holds a byte of its label.
func checkShown(t *rapid.T, plan result.Map, s strip, g segment, cells int) {
	for cell := g.first; cell < g.end; cell++ {
		from, to := s.cellStart(cell, cells), s.cellStart(cell+1, cells)
		found := false
		for _, r := range plan.Ranges {
			found = found || r.Label == g.label && r.Offset < to && r.Offset+r.Length > from
		}
		if !found {
			t.Fatalf("cell %d shows %s, which is not in bytes %d to %d", cell, g.label, from, to)
		}
	}
}

// TestMixtureInProportion has nine bytes of one label for each byte of another, finer than the cells.
func TestMixtureInProportion(t *testing.T) {
	var ranges []result.MapRange
	for range 5_000 {
		ranges = append(ranges, part("section ENGN", 900), part("GPU code", 100))
	}
	shown := 0
	for _, g := range wholeStrip(mapOf("a", ranges...)).segments(stripWidth) {
		if g.label == "GPU code" {
			shown += g.end - g.first
		}
	}
	if want := stripWidth / 10; shown < want-2 || shown > want+2 {
		t.Errorf("a tenth of the bytes takes %d of %d cells", shown, stripWidth)
	}
}

func TestZoomStrip(t *testing.T) {
	for name, test := range map[string]struct {
		plan  result.Map
		bytes int64 // 0: no zoom
	}{
		"padded":           {paddedMap(), 1_100_136},
		"no padding":       {weightsMap(), 0},
		"all zeros":        {mapOf("a", part("zero run", 1<<30)), 0},
		"enough zeros":     {mapOf("a", part("section ENGN", 100), part("zero run", 300)), 100},
		"fewer zeros":      {mapOf("a", part("section ENGN", 101), part("zero run", 300)), 0},
		"short runs stay":  {mapOf("a", part("section ENGN", 1000), part("zero run", 90), part("end tag", 4), part("zero run", 1<<40)), 1094},
		"only short zeros": {mapOf("a", part("section ENGN", 10), part("zero run", 1), part("header", 10), part("zero run", 70)), 21},
		"nothing":          {mapOf("a"), 0},
	} {
		zoomed, ok := zoomStrip(test.plan, wholeStrip(test.plan))
		if ok != (test.bytes > 0) || ok && zoomed.bytes != test.bytes {
			t.Errorf("%s: %d bytes, %v; want %d", name, zoomed.bytes, ok, test.bytes)
		}
	}
}

// TestPieces draws 40 long zero runs: 41 pieces of content, each joined to its place.
func TestPieces(t *testing.T) {
	plan := manyRunsMap()
	picture := render(t, func(w io.Writer) error { return MapSVG(w, plan) })
	for element, want := range map[string]int{`stroke-linejoin="round"`: 41, `stroke-dasharray`: 40} {
		if got := bytes.Count(picture, []byte(element)); got != want {
			t.Errorf("%d of %s, want %d", got, element, want)
		}
	}
	golden(t, "map_many.txt", render(t, func(w io.Writer) error { return MapText(w, plan, Options{}) }))
}

// TestPictureStaysSmall draws the most ranges that a result lists, in the largest file there can be.
func TestPictureStaysSmall(t *testing.T) {
	var ranges []result.MapRange
	for i := range 10_000 {
		ranges = append(ranges, part("section ENGN", int64(5_000+i%7*1_000)), code("elf", int64(200+i%13*500)), part("zero run", 1<<49))
	}
	plan := mapOf("a", ranges...)
	picture := render(t, func(w io.Writer) error { return MapSVG(w, plan) })
	if rects := bytes.Count(picture, []byte("<rect")); rects > 2000 || len(picture) > 1<<20 {
		t.Errorf("%d rectangles in %d bytes", rects, len(picture))
	}
	wellFormed(t, picture)
}

// TestAbsurdMaps checks that a map which contradicts itself is drawn without a panic.
func TestAbsurdMaps(t *testing.T) {
	for name, ranges := range map[string][]result.MapRange{
		"none":     nil,
		"empty":    {{Label: "header"}},
		"negative": {{Offset: -5, Length: -7, Label: "header"}, {Offset: 0, Length: 1, Label: "x"}},
		"overflow": {{Offset: 0, Length: math.MaxInt64, Label: "header"}, {Offset: 5, Length: math.MaxInt64, Label: "x"}},
		"no total": {{Offset: 3, Length: 9, Label: "not among the labels"}},
		"one byte": {{Offset: 0, Length: 1, Label: "header"}},
	} {
		t.Run(name, func(t *testing.T) {
			plan := result.Map{File: "a", Size: 10, Ranges: ranges}
			wellFormed(t, render(t, func(w io.Writer) error { return MapSVG(w, plan) }))
			wellFormed(t, render(t, func(w io.Writer) error { return MapHTML(w, mapDocument(plan)) }))
			checkKeys(t, plan)
		})
	}
}

func checkKeys(t *testing.T, plan result.Map) {
	t.Helper()
	text := render(t, func(w io.Writer) error { return MapText(w, plan, Options{}) })
	if bytes.ContainsRune(text, 0) {
		t.Errorf("a label without a key: %q", text)
	}
}
