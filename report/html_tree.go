package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// The treemap is laid out for a wide screen; places are in percent, so on another one areas stay in proportion.
const (
	treeWidth  = 520.0
	treeHeight = 260.0
	// treeRanges is how many ranges of a label are boxes of their own; the others are one together.
	treeRanges = 30
)

// htmlTree is a treemap: labels as boxes by bytes, and in them their ranges.
type htmlTree struct {
	Title, Bytes, Size string
	Boxes              []htmlBox
}

// htmlBox is a box of a treemap.
type htmlBox struct {
	X, Y, Width, Height string
	Class, Name, Note   string
	Tip                 string
	// Inner are the ranges, in percent of this box.
	Inner []htmlBox
}

// mapTrees draws a map as a treemap, and, where zeros drown the rest, one without its long zero runs.
func mapTrees(plan result.Map, looks htmlLooks) []htmlTree {
	whole := wholeStrip(plan)
	if whole.bytes == 0 {
		return nil
	}
	trees := []htmlTree{newHTMLTree("All bytes by label", whole, looks)}
	if zoomed, ok := zoomStrip(plan, whole); ok {
		trees = append(trees, newHTMLTree("Without the long zero runs", zoomed, looks))
	}
	return trees
}

func newHTMLTree(title string, s strip, looks htmlLooks) htmlTree {
	byLabel := map[string][]result.MapRange{}
	bytes := map[string]int64{}
	var labels []string
	for _, r := range s.stretches {
		if byLabel[r.Label] == nil {
			labels = append(labels, r.Label)
		}
		byLabel[r.Label] = append(byLabel[r.Label], r.MapRange)
		bytes[r.Label] += r.Length
	}
	slices.SortStableFunc(labels, func(a, b string) int { return cmp.Compare(bytes[b], bytes[a]) })
	values := make([]float64, len(labels))
	for i, label := range labels {
		values[i] = float64(bytes[label])
	}
	tree := htmlTree{Title: title, Bytes: units.FormatBytes(s.bytes), Size: roundedSize(s.bytes)}
	for i, place := range squarify(values, box{0, 0, treeWidth, treeHeight}) {
		label := labels[i]
		made := newHTMLBox(place, treeWidth, treeHeight)
		made.Class = looks.class(label)
		made.Tip = fmt.Sprintf("%s: %s, %s, in %s %s", label, bytesAndSize(bytes[label]), units.FormatShare(bytes[label], s.bytes),
			units.FormatBytes(int64(len(byLabel[label]))), plural(len(byLabel[label]), "range", "ranges"))
		if place.width > textWidth(label)+14 && place.height > 24 {
			made.Name = label
		}
		if note := units.FormatSize(bytes[label]) + ", " + units.FormatShare(bytes[label], s.bytes); place.width > textWidth(note)+14 && place.height > 44 {
			made.Note = note
		}
		made.Inner = innerBoxes(byLabel[label], place)
		tree.Boxes = append(tree.Boxes, made)
	}
	return tree
}

func newHTMLBox(place box, width, height float64) htmlBox {
	return htmlBox{X: percent(place.x, width), Y: percent(place.y, height), Width: percent(place.width, width), Height: percent(place.height, height)}
}

// innerBoxes are the ranges of one label in its box.
func innerBoxes(ranges []result.MapRange, place box) []htmlBox {
	if len(ranges) < 2 || place.width < 12 || place.height < 12 {
		return nil
	}
	ranges = slices.Clone(ranges)
	slices.SortStableFunc(ranges, func(a, b result.MapRange) int { return cmp.Compare(b.Length, a.Length) })
	tips, values := []string{}, []float64{}
	for i, r := range ranges {
		if i < treeRanges || len(ranges) == treeRanges+1 {
			tips = append(tips, tooltip(segment{label: r.Label, detail: r.Detail, start: r.Offset, stop: r.Offset + r.Length, ranges: 1}))
			values = append(values, float64(r.Length))
			continue
		}
		rest := int64(0)
		for _, other := range ranges[i:] {
			rest += other.Length
		}
		tips = append(tips, fmt.Sprintf("%s: %s other ranges, %s", r.Label, units.FormatBytes(int64(len(ranges)-i)), bytesAndSize(rest)))
		values = append(values, float64(rest))
		break
	}
	var boxes []htmlBox
	for i, inner := range squarify(values, box{0, 0, place.width, place.height}) {
		made := newHTMLBox(inner, place.width, place.height)
		made.Tip = tips[i]
		boxes = append(boxes, made)
	}
	return boxes
}
