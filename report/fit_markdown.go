package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// FitMarkdown writes what one pastes into a ticket.
func FitMarkdown(w io.Writer, document result.Document[result.Fit], options Options) error {
	var page markdownPage
	for _, f := range document.Results {
		if err := page.fit(f, options); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

func (p *markdownPage) fit(f result.Fit, options Options) error {
	word, _ := fitWord(f)
	fmt.Fprintf(p, "## %s %s\n\n%s\n\n", markdownText(word), markdownCode(f.Model), markdownText(fitSentence(f)))
	if options.Quiet {
		return nil
	}
	if err := p.facts(fitFacts(f)); err != nil {
		return err
	}
	if len(f.Estimates) > 0 {
		p.WriteString("### Bytes of zeros for each element of a group's output\n\n")
		if err := p.table(estimateTable(f, options)); err != nil {
			return err
		}
		if joined(f) {
			p.WriteString(alikeText + "\n\n")
		}
	}
	for _, line := range undetermined(f, options) {
		fmt.Fprintf(p, "- not determined: %s\n", markdownText(line))
	}
	p.WriteString("\n### Plans\n\n")
	return p.table(fitPlanTable(f))
}
