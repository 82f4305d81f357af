package report

import (
	"io"

	"github.com/muesli/termenv"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// VerifyText writes how alike what two plans compute is. Quiet leaves the headline.
func VerifyText(w io.Writer, v result.Verify, options Options) error {
	page := newTextPage(w, options)
	page.verifyHeadline(v)
	if options.Quiet {
		return page.flush(w)
	}
	page.facts(verifyFacts(v, options))
	for _, section := range verifySections(v, options) {
		page.title(shorten(Visible(section.title), page.width-indentStep))
		if len(section.table.rows) > 0 {
			rendered, err := section.table.text(page.width - 2*indentStep)
			if err != nil {
				return err
			}
			page.indented(rendered, 2*indentStep)
		}
		if section.rest > 0 {
			page.WriteString("    " + others(int(section.rest), options) + "\n")
		}
		page.nestedFacts(section.facts)
	}
	page.notChecked(v.NotChecked)
	return page.flush(w)
}

// nestedFacts writes facts below a table.
func (p *textPage) nestedFacts(facts []fact) {
	for _, f := range facts {
		p.WriteString("    " + p.paint.faint(pad(f.name, factIndent-indentStep)))
		for _, line := range f.lines {
			p.hanging(Visible(line), 2*indentStep+factIndent-indentStep)
		}
	}
}

// verifyHeadline says in a line how alike the plans are, which ones, and in how much.
func (p *textPage) verifyHeadline(v result.Verify) {
	const arrow, space = " / ", "   "
	word := Visible(verifyWord(v.Outcome))
	a, b := "", ""
	if len(v.Plans) == len(sideNames) {
		a, b = Visible(v.Plans[0].File), Visible(v.Plans[1].File)
	}
	amount := space + amountLine(v)
	room := p.width - columns(word+space+arrow+amount)
	if wanted := min(columns(a), minName) + min(columns(b), minName); room < wanted {
		room, amount = room+columns(amount), ""
	}
	each := max(room/2, room-min(columns(a), columns(b))) // a short name leaves its room to the other one
	if columns(a) > room/2 && columns(b) > room/2 {
		each = room / 2
	}
	p.WriteString(p.paint.verified(v.Outcome, word) + space + shorten(a, each) + arrow + shorten(b, each) + amount + "\n")
}

// amountLine says how many elements were compared, or how many differ.
func amountLine(v result.Verify) string {
	elements, different := int64(0), int64(0)
	for _, o := range v.Outputs {
		elements += o.Elements
		different += o.Different
	}
	if different > 0 {
		return units.FormatBytes(different) + " of " + units.FormatBytes(elements) + " elements differ"
	}
	return units.FormatBytes(elements) + plural(elements, " element", " elements")
}

// verified paints the word for an outcome.
func (p painter) verified(outcome result.VerifyOutcome, text string) string {
	color := termenv.ANSIYellow
	switch outcome {
	case result.VerifyExact:
		color = termenv.ANSIGreen
	case result.VerifyUnstable, result.VerifyVacuous:
		color = termenv.ANSIRed
	}
	return p.output.String(text).Bold().Foreground(color).String()
}
