package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// VerifyMarkdown writes what one pastes in a ticket.
func VerifyMarkdown(w io.Writer, document result.Document[result.Verify], options Options) error {
	var page markdownPage
	for _, v := range document.Results {
		if err := page.verify(v, options); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

func (p *markdownPage) verify(v result.Verify, options Options) error {
	var names []string
	for _, plan := range v.Plans {
		names = append(names, markdownCode(plan.File))
	}
	fmt.Fprintf(p, "## %s %s\n\n%s\n\n", markdownText(verifyWord(v.Outcome)), strings.Join(names, " and "), markdownText(amountLine(v)))
	if options.Quiet {
		return nil
	}
	if err := p.facts(verifyFacts(v, options)); err != nil {
		return err
	}
	for _, section := range verifySections(v, options) {
		p.WriteString("### " + markdownText(strings.ToUpper(section.title[:1])+section.title[1:]) + "\n\n")
		if len(section.table.rows) > 0 {
			if err := p.table(section.table); err != nil {
				return err
			}
		}
		if section.rest > 0 {
			p.WriteString(markdownText(others(int(section.rest), options)) + "\n\n")
		}
		if err := p.facts(section.facts); err != nil {
			return err
		}
	}
	p.notChecked(v.NotChecked)
	return nil
}
