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
	page.findingChanges(c.Findings)
	page.notChecked(c.NotChecked)
	return page.flush(w)
}

// outcomeColumns is the width of the longest word for an outcome.
const outcomeColumns = 27

// compareHeadline says in a line how alike the plans are, which ones, and how their size changed, if that
// fits; if it does not, the size has a line of its own or, with Quiet, is left out.
func (p *textPage) compareHeadline(c result.Compare) {
	const arrow, space = " -> ", "   "
	word := shorten(Visible(outcomeWord(c.Outcome)), outcomeColumns)
	old, new, size := Visible(c.Old.File), Visible(c.New.File), sizeText(c)
	if p.options.Quiet {
		size = shortSizeText(c)
	}
	room := p.width - columns(word+space+arrow)
	wanted := columns(old + new)
	if p.options.Quiet {
		wanted = min(wanted, 2*minName)
	}
	inLine := size != "" && wanted+columns(space+size) <= room
	if inLine {
		room -= columns(space + size)
	}
	each := max(room/2, room-min(columns(old), columns(new))) // a short name leaves its room to the other one
	if columns(old) > room/2 && columns(new) > room/2 {
		each = room / 2
	}
	p.WriteString(p.paint.outcome(c.Outcome, word) + space + shorten(old, each) + arrow + shorten(new, each))
	if inLine {
		p.WriteString(space + size)
	}
	p.WriteByte('\n')
	if !inLine && size != "" && !p.options.Quiet {
		p.facts([]fact{{"size", []string{size}}})
	}
}

func (p *textPage) findingChanges(changes result.FindingChanges) {
	const indent = 2*indentStep + len("gone  warning PL999  ")
	for i, change := range changedFindings(changes) {
		if i == 0 {
			p.title("findings that differ")
		}
		f := change.finding
		p.WriteString("    " + pad(change.what, 6) + p.paint.level(f.Level, pad(Visible(string(f.Level)), 8)+pad(Visible(f.Rule), 7)))
		p.hanging(Visible(f.Message), indent)
	}
}

// outcome paints the word for an outcome.
func (p painter) outcome(outcome result.Outcome, text string) string {
	if outcome == result.OutcomeDifferent {
		return p.output.String(text).Bold().Foreground(termenv.ANSIYellow).String()
	}
	return p.output.String(text).Bold().Foreground(termenv.ANSIGreen).String()
}
