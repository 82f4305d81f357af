package report

import (
	"cmp"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// barColumns is the length of a bar that stands for everything.
const barColumns = 20

// MapText writes one result as text, with an empty line between two results by the caller: a strip of the
// whole file with a letter for each label, one of what is not zeros where zeros drown the rest, and the
// labels, largest first. Quiet leaves a line with the largest labels.
func MapText(w io.Writer, plan result.Map, options Options) error {
	page := newTextPage(w, options)
	if options.Quiet {
		page.largest(plan)
		return page.flush(w)
	}
	title := Visible(mapTitle(plan))
	name := shorten(Visible(plan.File), max(page.width-columns(title)-3, minName))
	page.WriteString(page.paint.title(name))
	if columns(name)+3+columns(title) <= page.width {
		page.WriteString("   " + title + "\n")
	} else {
		page.WriteString("\n  ")
		page.hanging(title, indentStep)
	}
	keys := labelKeys(plan.Labels)
	page.strips(plan, keys)
	if err := page.labels(plan, keys); err != nil {
		return err
	}
	page.notChecked(plan.NotChecked)
	return page.flush(w)
}

// largest writes one line with the largest label, and others as far as they fit.
func (p *textPage) largest(plan result.Map) {
	line := "   " + bytesAndSize(plan.Size)
	name, separator := "", ": "
	for _, label := range plan.Labels {
		part := separator + shorten(Visible(label.Label), 20) + " " + units.FormatShare(label.Bytes, plan.Size)
		if name == "" {
			name = shorten(Visible(plan.File), max(p.width-columns(line+part), minName))
		} else if columns(name+line+part) > p.width {
			break
		}
		line, separator = line+part, ", "
	}
	p.WriteString(p.paint.title(cmp.Or(name, Visible(plan.File))) + line + "\n")
}

func (p *textPage) strips(plan result.Map, keys map[string]rune) {
	whole := wholeStrip(plan)
	if whole.bytes == 0 {
		return
	}
	p.WriteString("\n  " + mapped(plan) + ", to scale:\n  " + p.strip(whole, keys) + "\n")
	if zoomed, ok := zoomStrip(plan, whole); ok {
		p.WriteString("  without its long zero runs, " + bytesAndSize(zoomed.bytes) + ":\n  " + p.strip(zoomed, keys) + "\n")
	}
	p.WriteByte('\n')
}

// strip draws a strip between two bars in one line.
func (p *textPage) strip(s strip, keys map[string]rune) string {
	cells := s.cells(p.width - 2*indentStep - 2)
	var line strings.Builder
	for _, segment := range s.segments(cells) {
		key, ok := keys[segment.label]
		if !ok {
			key = '?'
		}
		line.WriteString(strings.Repeat(string(key), segment.end-segment.first))
	}
	return "|" + line.String() + "|"
}

func (p *textPage) labels(plan result.Map, keys map[string]rune) error {
	labels := labelTable(plan)
	labels.columns = append([]column{{title: "key"}}, append(labels.columns, column{spare: 3})...)
	for i, row := range labels.rows {
		label := plan.Labels[i]
		labels.rows[i] = append([]string{string(keys[label.Label])}, append(row, bar(label.Bytes, plan.Size))...)
	}
	labels.footer = append([]string{""}, append(labels.footer, "")...)
	rendered, err := labels.text(p.width - indentStep)
	if err != nil {
		return err
	}
	p.indented(rendered, indentStep)
	return nil
}

// bar draws a share; whatever is not zero has at least one sign.
func bar(part, whole int64) string {
	if part <= 0 || whole <= 0 {
		return ""
	}
	signs := int(float64(part)/float64(whole)*barColumns + 0.5)
	return strings.Repeat("#", min(max(signs, 1), barColumns))
}
