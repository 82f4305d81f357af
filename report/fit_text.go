package report

import (
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// alikeText says what an estimate of several groups is.
const alikeText = "Groups on one line grow alike from plan to plan: their mean alone is known."

// FitText writes what several plans of a model say together.
func FitText(w io.Writer, document result.Document[result.Fit], options Options) error {
	for _, f := range document.Results {
		page := newTextPage(w, options)
		if err := page.fit(f); err != nil {
			return err
		}
		if err := page.flush(w); err != nil {
			return err
		}
	}
	return nil
}

func (p *textPage) fit(f result.Fit) error {
	word, verdict := fitWord(f)
	p.wordLine(verdict, word, f.Model, fitSentence(f))
	if p.options.Quiet {
		return nil
	}
	p.facts(fitFacts(f))
	if len(f.Estimates) > 0 {
		p.title("bytes of zeros for each element of a group's output")
		rendered, err := estimateTable(f, p.options).text(p.width - 2*indentStep)
		if err != nil {
			return err
		}
		p.indented(rendered, 2*indentStep)
		if joined(f) {
			p.WriteString(strings.Repeat(" ", 2*indentStep))
			p.hanging(alikeText, 2*indentStep)
		}
	}
	if lines := undetermined(f, p.options); len(lines) > 0 {
		p.title("not determined")
		for _, line := range lines {
			p.WriteString(strings.Repeat(" ", 2*indentStep))
			p.hanging(Visible(line), 2*indentStep+2)
		}
	}
	p.title("plans")
	rendered, err := fitPlanTable(f).text(p.width - 2*indentStep)
	if err != nil {
		return err
	}
	p.indented(rendered, 2*indentStep)
	return nil
}
