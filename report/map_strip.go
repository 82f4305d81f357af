package report

import (
	"math/bits"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// stretch is a range of a map with its place in a strip: the bytes of the strip before it.
type stretch struct {
	result.MapRange
	at int64
}

// strip is a stretch of bytes to draw to scale: a whole map, or a map without its long zero runs.
type strip struct {
	stretches []stretch
	bytes     int64
}

// segment is neighbouring cells of a strip that show the same label.
type segment struct {
	first, end int // cells
	label      string
	// start and stop are the offsets of the ranges that the segment shows, and ranges is how many they are.
	// A segment of one range shows nothing else.
	start, stop int64
	ranges      int
	detail      string
}

// isZeros tells the label of zero runs.
func isZeros(label string) bool { return strings.Contains(label, "zero") }

// newStrip lays ranges one behind the other. Ranges without bytes, and what would pass the largest offset,
// are left out.
func newStrip(ranges []result.MapRange, keep func(result.MapRange) bool) strip {
	var s strip
	for _, r := range ranges {
		if r.Length <= 0 || r.Offset < 0 || r.Offset+r.Length < 0 || s.bytes+r.Length < 0 || !keep(r) {
			continue
		}
		s.stretches = append(s.stretches, stretch{MapRange: r, at: s.bytes})
		s.bytes += r.Length
	}
	return s
}

// wholeStrip is the whole map.
func wholeStrip(plan result.Map) strip {
	return newStrip(plan.Ranges, func(result.MapRange) bool { return true })
}

// The zoomed strip shows what zeros drown: it is drawn where at most a quarter of the map is anything
// else, and leaves out each zero run that is longer than a tenth of that.
const (
	zoomShare = 4
	zoomPart  = 10
)

// zoomStrip is the map without its long zero runs; ok is false where that would show nothing new.
func zoomStrip(plan result.Map, whole strip) (zoomed strip, ok bool) {
	content := int64(0)
	for _, s := range whole.stretches {
		if !isZeros(s.Label) {
			content += s.Length
		}
	}
	if content == 0 || content > whole.bytes/zoomShare {
		return strip{}, false
	}
	zoomed = newStrip(plan.Ranges, func(r result.MapRange) bool {
		return !isZeros(r.Label) || r.Length <= content/zoomPart
	})
	return zoomed, zoomed.bytes < whole.bytes
}

// cells is how many cells a strip has: no more than bytes.
func (s strip) cells(most int) int { return int(min(int64(most), s.bytes)) }

// cellStart is the first byte of a cell.
func (s strip) cellStart(cell, cells int) int64 {
	high, low := bits.Mul64(uint64(cell), uint64(s.bytes))
	quotient, rest := bits.Div64(high, low, uint64(cells)) // cell <= cells, so the quotient is <= bytes
	if rest > 0 {
		quotient++
	}
	return int64(quotient)
}

// segments cuts a strip into at most the given number of cells of equal size, so that a picture never has
// more pieces than it has pixels. A cell with several labels shows one of them, chosen so that over
// neighbouring cells each label gets the cells that its bytes are worth.
func (s strip) segments(most int) []segment {
	cells := s.cells(most)
	var segments []segment
	first := 0
	credit := map[string]float64{} // cells that a label is owed
	for cell := range cells {
		from, to := s.cellStart(cell, cells), s.cellStart(cell+1, cells)
		for first < len(s.stretches) && s.stretches[first].at+s.stretches[first].Length <= from {
			first++
		}
		last := first
		for last+1 < len(s.stretches) && s.stretches[last+1].at < to {
			last++
		}
		label := choose(s.stretches[first:last+1], from, to, credit)
		segments = s.appendCell(segments, label, first, last, cell)
	}
	return segments
}

// choose returns the label of the cell from..to, the one that is owed most, and keeps the accounts: labels
// that are not in the cell lose what they are owed, so that nothing is drawn where it is not.
func choose(inside []stretch, from, to int64, credit map[string]float64) string {
	shares := map[string]float64{}
	for _, r := range inside {
		shares[r.Label] += float64(min(r.at+r.Length, to)-max(r.at, from)) / float64(to-from)
	}
	if len(shares) == 1 {
		clear(credit) // what is owed counts only within a mixture
		return inside[0].Label
	}
	label := inside[0].Label
	for _, r := range inside {
		if credit[r.Label]+shares[r.Label] > credit[label]+shares[label] {
			label = r.Label
		}
	}
	for known := range credit {
		if _, here := shares[known]; !here {
			delete(credit, known)
		}
	}
	for here, part := range shares {
		credit[here] += part
	}
	credit[label]--
	return label
}

// appendCell adds a cell, which shows the stretches first..last, to the last segment or as a new one.
func (s strip) appendCell(segments []segment, label string, first, last, cell int) []segment {
	start, stop := s.stretches[first], s.stretches[last]
	if n := len(segments) - 1; n >= 0 && segments[n].label == label {
		grown := &segments[n]
		grown.end = cell + 1
		grown.ranges += last - first
		if start.Offset >= grown.stop { // the cell begins with a range of its own
			grown.ranges++
		}
		grown.stop = stop.Offset + stop.Length
		return segments
	}
	return append(segments, segment{first: cell, end: cell + 1, label: label, start: start.Offset, stop: stop.Offset + stop.Length,
		ranges: last - first + 1, detail: start.Detail})
}
