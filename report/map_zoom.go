package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/units"
)

// run of stretches that follow each other in the file as they do in the zoomed strip.
type kept struct {
	offset, at, length int64
}

// maxPieces is how many pieces of the zoomed strip are joined to their place in the whole.
const maxPieces = 100

// pieces are the stretches of a zoomed strip between the zero runs that it leaves out.
func pieces(zoomed strip) []kept {
	var found []kept
	for _, s := range zoomed.stretches {
		if n := len(found) - 1; n >= 0 && found[n].offset+found[n].length == s.Offset {
			found[n].length += s.Length
			continue
		}
		found = append(found, kept{offset: s.Offset, at: s.at, length: s.Length})
	}
	return found
}

// connectors join each piece of the zoomed strip to where it lies in the whole.
func (p *picture) connectors(whole, zoomed strip, top, bottom int) string {
	found := pieces(zoomed)
	if len(found) > maxPieces {
		return ""
	}
	var out strings.Builder
	for _, piece := range found {
		left, right := placeIn(piece.offset, whole.bytes), placeIn(piece.offset+piece.length, whole.bytes)
		if right < left+1.5 { // what is narrower than a line is marked all the same
			right = left + 1.5
			left, right = min(left, margin+stripWidth-1.5), min(right, margin+stripWidth)
		}
		fmt.Fprintf(&out, `<path d="M%.2f,%dL%.2f,%dL%.2f,%dL%.2f,%dZ" fill="#f0f3f6" stroke="#8c959f" stroke-width="0.8" stroke-linejoin="round"/>`+"\n",
			left, top, right, top, placeIn(piece.at+piece.length, zoomed.bytes), bottom, placeIn(piece.at, zoomed.bytes), bottom)
		fmt.Fprintf(&out, `<rect x="%.2f" y="%d" width="%.2f" height="%d" fill="#24292f"/>`+"\n", left, top, right-left, 4)
	}
	return out.String()
}

// placeIn is the place of a byte on the horizontal axis.
func placeIn(at, bytes int64) float64 {
	return margin + stripWidth*float64(at)/float64(bytes)
}

// zoomStrip draws the zoomed strip, and below it the offsets of its pieces and its caption.
func (p *picture) zoomStrip(zoomed strip, top int) string {
	var out strings.Builder
	out.WriteString(p.strip(zoomed, top))
	found := pieces(zoomed)
	used := 0.0 // where the last text ends
	for i, piece := range found {
		x := placeIn(piece.at, zoomed.bytes)
		if i > 0 && len(found) <= maxPieces { // zeros were left out here
			fmt.Fprintf(&out, `<path d="M%.2f,%dV%d" stroke="#24292f" stroke-width="1.6" stroke-dasharray="4 3"/>`+"\n", x, top-4, top+stripHeight+4)
		}
		label := "offset " + units.FormatBytes(piece.offset)
		if width := textWidth(label); x >= used && x+width < margin+stripWidth-130 {
			out.WriteString(text(x, top+stripHeight+18, noteStyle, label))
			used = x + width + 12
		}
	}
	last := found[len(found)-1]
	out.WriteString(text(margin+stripWidth, top+stripHeight+18, noteStyle+` text-anchor="end"`, "to "+units.FormatBytes(last.offset+last.length)))
	out.WriteString(text(margin, top+stripHeight+captionGap, `font-weight="600"`,
		"The same without its long zero runs, to scale: "+bytesAndSize(zoomed.bytes)))
	return out.String()
}
