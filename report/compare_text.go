package report

import (
	"io"

	"github.com/muesli/termenv"

	"github.com/planlint/planlint/internal/result"
)

// CompareText writes what differs between two plans. Quiet leaves the headline.
func CompareText(w io.Writer, c result.Compare, options Options) error {
	page := newTextPage(w, options)
	page.compareHeadline(c)
	if options.Quiet {
		return page.flush(w)
	}
	page.facts(compareFacts(c))
	for _, section := range compareSections(c, options) {
		rendered, err := section.table.text(page.width - 2*indentStep)
		if err != nil {
			return err
		}
		page.title(section.title)
		page.indented(rendered, 2*indentStep)
		if section.rest > 0 {
			page.WriteString("    " + restText(section.rest, section.omitted, options) + "\n")
		}
	}
	page.notChecked(c.NotChecked)
	return page.flush(w)
}

// compareHeadline says in a line or two how alike the plans are, which ones, and how their size changed.
func (p *textPage) compareHeadline(c result.Compare) {
	const arrow = " -> "
	word, size := outcomeWord(c.Outcome), sizeText(c)
	used := columns(word) + 3
	names := p.width - used - len(arrow)
	oneLine := p.options.Quiet || columns(Visible(c.Old.File))+columns(Visible(c.New.File))+3+columns(size) <= names
	if oneLine {
		names -= 3 + columns(size)
	}
	each := max(names/2, minName)
	p.WriteString(p.paint.outcome(c.Outcome, Visible(word)) + "   " + shorten(Visible(c.Old.File), each) + arrow + shorten(Visible(c.New.File), each))
	switch {
	case size == "":
	case oneLine:
		p.WriteString("   " + size)
	default:
		p.WriteString("\n")
		p.facts([]fact{{"size", []string{size}}})
		return
	}
	p.WriteByte('\n')
}

// outcome paints the word for an outcome.
func (p painter) outcome(outcome result.Outcome, text string) string {
	if outcome == result.OutcomeDifferent {
		return p.output.String(text).Bold().Foreground(termenv.ANSIYellow).String()
	}
	return p.output.String(text).Bold().Foreground(termenv.ANSIGreen).String()
}
