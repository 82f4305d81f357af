package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// legendNote is where the explanations of labels start.
const legendNote = 210

// legend draws the table of labels from the given line on and returns the line where it ends.
func (p *picture) legend(top int) (drawn string, bottom int) {
	var out strings.Builder
	labels := p.plan.Labels
	if len(labels) > legendRows {
		labels = labels[:legendRows-1]
	}
	y := top
	out.WriteString(legendText(y, `fill="#57606a" font-size="12"`, "label", "bytes", "size", "share", "ranges"))
	var total, listed result.LabelTotal
	for i, label := range p.plan.Labels {
		total.Bytes += label.Bytes
		total.Ranges += label.Ranges
		if i < len(labels) {
			listed = total
		}
	}
	for _, label := range labels {
		y += legendRow
		out.WriteString(rule(y-legendRow+8, "#eaeef2"))
		fmt.Fprintf(&out, `<rect x="%d" y="%d" width="22" height="16" rx="2" fill="%s" stroke="#57606a" stroke-width="0.8"/>`+"\n",
			margin, y-12, p.fills[label.Label])
		out.WriteString(text(legendNote, y, noteStyle, labelNote(label.Label)))
		out.WriteString(p.legendLine(y, "", shorten(Visible(label.Label), 20), label.Bytes, label.Ranges))
	}
	if rest := len(p.plan.Labels) - len(labels); rest > 0 {
		y += legendRow
		out.WriteString(p.legendLine(y, "", fmt.Sprintf("[%d others]", rest), total.Bytes-listed.Bytes, total.Ranges-listed.Ranges))
	}
	y += legendRow
	out.WriteString(rule(y-legendRow+8, "#8c959f"))
	out.WriteString(p.legendLine(y, `font-weight="600"`, "total", total.Bytes, total.Ranges))
	return out.String(), y
}

func (p *picture) legendLine(y int, style, label string, bytes, ranges int64) string {
	return legendText(y, style, label, units.FormatBytes(bytes), units.FormatSize(bytes), units.FormatShare(bytes, p.plan.Size), units.FormatBytes(ranges))
}

// legendText writes the columns of one line of the legend, numbers to the right.
func legendText(y int, style, label string, numbers ...string) string {
	line := text(margin+34, y, style, label)
	for i, x := range []float64{560, 690, 800, pictureWidth - margin}[:len(numbers)] {
		line += text(x, y, strings.TrimSpace(style+` text-anchor="end"`), numbers[i])
	}
	return line
}

func rule(y int, color string) string {
	return fmt.Sprintf(`<path d="M%d,%d.5H%d" stroke="%s"/>`+"\n", margin, y, pictureWidth-margin, color)
}
