package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// ExplainMarkdown writes what one pastes into a ticket.
func ExplainMarkdown(w io.Writer, document result.Document[result.Explain], options Options) error {
	var page markdownPage
	for _, e := range document.Results {
		if err := page.scan(e.Scan, options); err != nil {
			return err
		}
		if options.Quiet {
			continue
		}
		if err := page.explanation(e, options); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

func (p *markdownPage) explanation(e result.Explain, options Options) error {
	if e.Zeros == nil { // of a damaged plan they are not known
		return nil
	}
	p.WriteString("### What the zeros are\n\n")
	if err := p.facts(explainFacts(e)); err != nil {
		return err
	}
	tried := triedRuns(e.Scan)
	for i, run := range tried {
		if i == options.maxRuns(len(tried)) {
			p.WriteString(markdownText(others(len(tried)-i, options)) + "\n\n")
			break
		}
		fmt.Fprintf(p, "%s\n\n", markdownText(runSentence(run)))
		if len(run.Explained) > 0 {
			if err := p.table(partTable(run, e.Groups)); err != nil {
				return err
			}
		}
	}
	return nil
}
