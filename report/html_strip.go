package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// stripCells is how many pieces a strip of a page has at most: no screen shows more.
const stripCells = 600

// sliver is the part of a scale that is too narrow to see.
const sliver = 300

// htmlStrip is a stretch of bytes drawn to scale. Places are in percent of its width, so that it fits any screen.
type htmlStrip struct {
	Title  string
	Bytes  string
	Size   string
	Pieces []htmlPiece
	Ticks  []htmlTick
	// Cuts are where zeros were left out, and Joins the pieces of the strip below this one.
	Cuts  []string
	Joins []htmlJoin
	// Blank is the place behind the end, of a strip beside a longer one; Alone says what little there is of this one.
	Blank *htmlSpan
	Alone string
}

// htmlPiece is bytes of one label.
type htmlPiece struct {
	At, Width, Class, Tip string
	// Name is drawn where there is room for it.
	Name string
}

// htmlTick is a mark on the scale. Minor ones are left out on narrow screens.
type htmlTick struct {
	At, Text, Anchor string
	Minor            bool
}

// htmlJoin is a polygon from where a piece lies in the strip above to where it lies in the one below.
type htmlJoin struct{ Points string }

// percent writes a share of the width.
func percent(part, whole float64) string {
	return strconv.FormatFloat(100*part/whole, 'f', 4, 64) + "%"
}

// mapStrips draws a map: the whole, and below it, where zeros drown the rest, the same without its long zero runs.
// The scale is that of a strip of the given length in bytes, or the map's own.
func mapStrips(plan result.Map, looks htmlLooks, scale int64) []htmlStrip {
	whole := wholeStrip(plan)
	if whole.bytes == 0 {
		return nil
	}
	scale = max(scale, whole.bytes)
	drawn := newHTMLStrip(whole, looks, scale)
	drawn.Title = strings.Replace(mapped(plan), "the", "The", 1) + ", to scale"
	drawn.Ticks = ticks(scale, whole.bytes)
	zoomed, ok := zoomStrip(plan, whole)
	if !ok {
		return []htmlStrip{drawn}
	}
	drawn.Joins = joins(whole, zoomed, scale)
	below := newHTMLStrip(zoomed, looks, zoomed.bytes)
	below.Ticks = pieceTicks(zoomed)
	cuts := leftOut(whole, zoomed)
	below.Title = fmt.Sprintf("Zoom: the same without its %s long zero runs, to scale", units.FormatBytes(int64(len(cuts))))
	if len(cuts) == 1 {
		below.Title = "Zoom: the same without its long zero run, to scale"
	}
	if len(cuts) <= maxPieces {
		below.Cuts = cuts
		below.Title += "; the dashed line is where zeros are left out"
		if len(cuts) > 1 {
			below.Title = strings.Replace(below.Title, "the dashed line is", "dashed lines are", 1)
		}
	}
	return []htmlStrip{drawn, below}
}

// leftOut is where in the zoomed strip the zero runs lie that it leaves out.
func leftOut(whole, zoomed strip) []string {
	var cuts []string
	next := 0
	for _, s := range whole.stretches {
		if next < len(zoomed.stretches) && zoomed.stretches[next].Offset == s.Offset {
			next++
			continue
		}
		at := zoomed.bytes
		if next < len(zoomed.stretches) {
			at = zoomed.stretches[next].at
		}
		cuts = append(cuts, percent(float64(at), float64(zoomed.bytes)))
	}
	return cuts
}

func newHTMLStrip(s strip, looks htmlLooks, scale int64) htmlStrip {
	cells := s.cells(stripCells)
	drawn := htmlStrip{Bytes: units.FormatBytes(s.bytes), Size: roundedSize(s.bytes)}
	full := float64(cells) * float64(scale) / float64(s.bytes) // cells of the scale
	for _, g := range s.segments(cells) {
		piece := htmlPiece{At: percent(float64(g.first), full), Width: percent(float64(g.end-g.first), full), Class: looks.class(g.label), Tip: tooltip(g)}
		if share := float64(g.end-g.first) / full; share*900 > textWidth(g.label)+24 {
			piece.Name = g.label
		}
		drawn.Pieces = append(drawn.Pieces, piece)
	}
	if s.bytes < scale {
		at := float64(s.bytes)
		drawn.Blank = &htmlSpan{At: percent(at, float64(scale)), Width: percent(float64(scale)-at, float64(scale))}
		if s.bytes < scale/sliver {
			drawn.Alone = units.FormatShare(s.bytes, scale) + " of this width"
		}
	}
	return drawn
}

// ticks marks whole binary units on a scale, and the end of the file.
func ticks(scale, end int64) []htmlTick {
	var marks []htmlTick
	step := tickStep(scale)
	for i, at := 0, int64(0); at >= 0 && at < scale; i, at = i+1, at+step {
		tick := htmlTick{At: percent(float64(at), float64(scale)), Text: tickText(at), Anchor: "middle", Minor: i%4 != 0}
		if at == 0 {
			tick.Anchor = "start"
		}
		if float64(at) < 0.93*float64(scale) {
			marks = append(marks, tick)
		}
	}
	return append(marks, htmlTick{At: percent(float64(end), float64(scale)), Anchor: "end"})
}

// pieceTicks marks the offsets at which the pieces of a zoomed strip start, as far as there is room.
func pieceTicks(zoomed strip) []htmlTick {
	var marks []htmlTick
	used := -1.0
	for i, piece := range pieces(zoomed) {
		at := float64(piece.at) / float64(zoomed.bytes)
		text := "offset " + units.FormatBytes(piece.offset)
		width := textWidth(text) / 900
		if at <= used || at+width > 0.85 {
			continue
		}
		marks = append(marks, htmlTick{At: percent(at, 1), Text: text, Anchor: "start", Minor: i > 0})
		used = at + width
	}
	found := pieces(zoomed)
	last := found[len(found)-1]
	return append(marks, htmlTick{At: "100%", Text: "to " + units.FormatBytes(last.offset+last.length), Anchor: "end"})
}

// joins connect each piece of a zoomed strip with its place in the whole, in a picture of 1000 by 40.
func joins(whole, zoomed strip, scale int64) []htmlJoin {
	found := pieces(zoomed)
	if len(found) > maxPieces {
		return nil
	}
	var made []htmlJoin
	place := func(at, bytes int64) string {
		return strconv.FormatFloat(1000*float64(at)/float64(bytes), 'f', 2, 64)
	}
	for _, piece := range found {
		left, right := place(piece.offset, scale), place(min(piece.offset+max(piece.length, scale/500), whole.bytes), scale)
		made = append(made, htmlJoin{Points: left + ",0 " + right + ",0 " + place(piece.at+piece.length, zoomed.bytes) + ",40 " + place(piece.at, zoomed.bytes) + ",40"})
	}
	return made
}

// labelsPart is the legend of a map: its labels with swatches, exact bytes and a bar for each.
func labelsPart(plan result.Map, looks htmlLooks) htmlPart {
	list := newHTMLTable(labelTable(plan))
	list.Columns = append(list.Columns, htmlColumn{Title: "what it is"})
	for i := range list.Rows {
		label := plan.Labels[i]
		list.Rows[i][0] = labelCell(label.Label, looks)
		list.Rows[i][2].Bar = &htmlSpan{At: "0%", Width: percent(float64(label.Bytes), float64(max(plan.Size, 1))), Class: looks.class(label.Label)}
		list.Rows[i] = append(list.Rows[i], htmlCell{Text: labelNote(label.Label)})
	}
	list.Footer = append(list.Footer, htmlCell{})
	return htmlPart{Title: "Labels", Table: list}
}

// edgesTable shows what lies around a zero run.
func edgesTable(plan result.Map, looks htmlLooks, run result.Run) *htmlTable {
	const around = 2
	offset := run.Offset + plan.PlanOffset
	for i, r := range plan.Ranges {
		if r.Offset != offset || r.Length != run.Length {
			continue
		}
		list := &htmlTable{Columns: []htmlColumn{{Title: "what"}, {Title: "offset", Right: true}, {Title: "bytes", Right: true}, {Title: "detail"}}}
		for _, near := range plan.Ranges[max(0, i-around):min(len(plan.Ranges), i+around+1)] {
			list.Rows = append(list.Rows, []htmlCell{labelCell(near.Label, looks), {Text: units.FormatBytes(near.Offset)}, bytesCell(near.Length), {Text: near.Detail}})
		}
		if i+around >= len(plan.Ranges)-1 {
			list.Rows = append(list.Rows, []htmlCell{{Text: "the end of " + strings.Replace(mapped(plan), "whole ", "", 1)}, {Text: units.FormatBytes(plan.Size)}, {}, {}})
		}
		return list
	}
	return nil
}
