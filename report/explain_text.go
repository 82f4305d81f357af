package report

import (
	"io"

	"github.com/planlint/planlint/internal/result"
)

// ExplainText writes what a scan says of each plan, and what its zero runs are made of.
func ExplainText(w io.Writer, document result.Document[result.Explain], options Options) error {
	for i, e := range document.Results {
		page := newTextPage(w, options)
		if i > 0 && !options.Quiet {
			page.WriteByte('\n')
		}
		page.headline(e.Scan)
		if !options.Quiet {
			page.facts(scanFacts(e.Scan, options))
			page.kernels(e.Kernels)
			if err := page.explanation(e); err != nil {
				return err
			}
			page.findings(e.Findings)
			page.notChecked(e.NotChecked)
		}
		if err := page.flush(w); err != nil {
			return err
		}
	}
	return nil
}

func (p *textPage) explanation(e result.Explain) error {
	if e.Zeros == nil { // of a damaged plan they are not known
		return nil
	}
	p.title("what the zeros are")
	p.facts(explainFacts(e))
	tried := triedRuns(e.Scan)
	if len(tried) == 0 {
		p.WriteString("    no run is long enough to be traced\n")
	}
	for i, run := range tried {
		if i == p.options.maxRuns(len(tried)) {
			p.WriteString("    " + others(len(tried)-i, p.options) + "\n")
			break
		}
		p.WriteString("    ")
		p.hanging(Visible(runSentence(run)), 2*indentStep+2)
		if len(run.Explained) == 0 {
			continue
		}
		rendered, err := partTable(run, e.Groups).text(p.width - 3*indentStep)
		if err != nil {
			return err
		}
		p.indented(rendered, 3*indentStep)
	}
	return nil
}
