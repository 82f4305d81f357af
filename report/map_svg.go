package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// The layout of the picture, in units that are pixels at its natural size.
const (
	pictureWidth = 960
	margin       = 30
	stripWidth   = pictureWidth - 2*margin // also the most cells of a strip
	stripHeight  = 52
	stripTop     = 136
	zoomGap      = 58 // between the two strips
	legendRow    = 26
	legendRows   = 16 // more labels than this are summed up
	captionGap   = 40 // from a strip to the caption below it
)

// picture collects an SVG. Whatever is written to it has been escaped.
type picture struct {
	strings.Builder
	plan   result.Map
	fills  map[string]string
	prefix string
}

// MapSVG writes a picture of one map: the whole file as a strip to scale; where zeros drown the rest, a
// second strip without the long zero runs; and a legend with exact bytes. It stands for itself: no script,
// no font and nothing else is loaded.
func MapSVG(w io.Writer, plan result.Map) error {
	return write(w, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+svg(plan, "p"))
}

// svg is the picture as an element, with identifiers that start with prefix.
func svg(plan result.Map, prefix string) string {
	p := &picture{plan: plan, prefix: prefix, fills: fills(prefix, plan.Labels, labelPaints(plan.Labels))}
	whole := wholeStrip(plan)
	bottom := stripTop + stripHeight
	var body strings.Builder
	body.WriteString(p.title())
	if whole.bytes > 0 {
		body.WriteString(p.wholeStrip(whole))
		if zoomed, ok := zoomStrip(plan, whole); ok {
			top := bottom + zoomGap
			body.WriteString(p.connectors(whole, zoomed, bottom, top))
			body.WriteString(p.zoomStrip(zoomed, top))
			bottom = top + stripHeight + captionGap
		}
	}
	legend, height := p.legend(bottom + 44)
	body.WriteString(legend)
	return p.document(body.String(), height+margin-8)
}

func (p *picture) document(body string, height int) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" `+
		`aria-labelledby="%st" font-family="'Segoe UI','Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif" font-size="13" fill="#24292f">`+"\n"+
		`<title id="%st">Byte map of %s</title>`+"\n<defs>\n%s</defs>\n"+
		`<rect x="0.5" y="0.5" width="%d" height="%d" rx="8" fill="#ffffff" stroke="#d0d7de"/>`+"\n%s</svg>\n",
		pictureWidth, height, pictureWidth, height, p.prefix, p.prefix, escapeMarkup(p.plan.File),
		definitions(p.prefix, p.plan.Labels, labelPaints(p.plan.Labels)), pictureWidth-1, height-1, body)
}

func (p *picture) title() string {
	name := shorten(Visible(p.plan.File), 72)
	return text(margin, 44, `font-size="20" font-weight="600"`, name) +
		text(margin, 68, `fill="#57606a" font-size="14"`, shorten(Visible(mapTitle(p.plan)), 110))
}

// text is a text element; the text is raw.
func text(x float64, y int, attributes, raw string) string {
	return fmt.Sprintf(`<text x="%.1f" y="%d" %s>%s</text>`+"\n", x, y, attributes, escapeMarkup(raw))
}

// textWidth is about how wide text of 12 units is drawn. What it is not sure of, it takes for wider.
func textWidth(raw string) float64 { return 6.7 * float64(columns(raw)) }

const noteStyle = `fill="#57606a" font-size="12"`

// wholeStrip draws the strip of the whole file under its scale.
func (p *picture) wholeStrip(s strip) string {
	var out strings.Builder
	out.WriteString(text(margin, stripTop-28, `font-weight="600"`, strings.Replace(mapped(p.plan), "the", "The", 1)+", to scale"))
	size := bytesAndSize(s.bytes)
	room := margin + stripWidth - textWidth(size) - 10
	step := tickStep(s.bytes)
	for at := int64(0); at >= 0 && at < s.bytes; at += step {
		x, label, anchor := placeIn(at, s.bytes), tickText(at), "middle"
		if at == 0 {
			anchor = "start"
		}
		if x+textWidth(label)/2 < room {
			out.WriteString(text(x, stripTop-9, noteStyle+` text-anchor="`+anchor+`"`, label))
		}
		fmt.Fprintf(&out, `<path d="M%.1f,%dv5" stroke="#8c959f"/>`+"\n", x, stripTop-5)
	}
	out.WriteString(text(margin+stripWidth, stripTop-9, noteStyle+` text-anchor="end"`, size))
	fmt.Fprintf(&out, `<path d="M%d,%dv5" stroke="#8c959f"/>`+"\n", margin+stripWidth, stripTop-5)
	out.WriteString(p.strip(s, stripTop))
	return out.String()
}

// tickStep is a power of two, so that ticks fall on whole binary units: 4 to 8 of them.
func tickStep(bytes int64) int64 {
	step := int64(1)
	for bytes/step >= 8 {
		step *= 2
	}
	return step
}

func tickText(at int64) string {
	if at == 0 {
		return "0"
	}
	return units.FormatSize(at)
}

// strip draws the segments of a strip, with a tooltip each and the label where it fits.
func (p *picture) strip(s strip, top int) string {
	cells := s.cells(stripWidth)
	cellWidth := float64(stripWidth) / float64(cells)
	var out, names strings.Builder
	for _, g := range s.segments(cells) {
		x, width := margin+float64(g.first)*cellWidth, float64(g.end-g.first)*cellWidth
		fmt.Fprintf(&out, `<rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s"><title>%s</title></rect>`+"\n",
			x, top, width, stripHeight, cmp.Or(p.fills[g.label], "#ffffff"), escapeMarkup(tooltip(g)))
		nameWidth := textWidth(g.label)
		if width > nameWidth+24 {
			fmt.Fprintf(&names, `<rect x="%.1f" y="%d" width="%.1f" height="20" rx="4" fill="#ffffff" fill-opacity="0.92" pointer-events="none"/>`+"\n",
				x+width/2-nameWidth/2-6, top+stripHeight/2-10, nameWidth+12)
			names.WriteString(text(x+width/2, top+stripHeight/2+4, `font-size="12" text-anchor="middle" pointer-events="none"`, g.label))
		}
	}
	frame := fmt.Sprintf(`<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#57606a"/>`+"\n", margin, top, stripWidth, stripHeight)
	return out.String() + frame + names.String()
}

func tooltip(g segment) string {
	place := fmt.Sprintf("%s bytes at offset %s", units.FormatBytes(g.stop-g.start), units.FormatBytes(g.start))
	if g.ranges > 1 {
		return fmt.Sprintf("mostly %s: %s ranges in %s", g.label, units.FormatBytes(int64(g.ranges)), place)
	}
	if g.detail != "" {
		return g.label + " (" + g.detail + "): " + place
	}
	return g.label + ": " + place
}
