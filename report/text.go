package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// The layout of text: facts have their names in one column and their values in the next.
const (
	indentStep = 2
	factIndent = indentStep + 15
)

// textPage collects the text of one result. Whatever is written to it has been escaped.
type textPage struct {
	strings.Builder
	options Options
	paint   painter
	width   int
}

func newTextPage(w io.Writer, options Options) *textPage {
	return &textPage{options: options, paint: newPainter(w, options), width: options.width()}
}

// flush writes the page, without the spaces at the ends of its lines.
func (p *textPage) flush(w io.Writer) error {
	var out strings.Builder
	for line := range strings.Lines(p.String()) {
		out.WriteString(strings.TrimRight(line, " \n"))
		out.WriteByte('\n')
	}
	return write(w, out.String())
}

// pad fills text with spaces to the given columns, the last of which stays free.
func pad(text string, width int) string {
	text = shorten(text, width-1)
	return text + strings.Repeat(" ", width-columns(text))
}

func (p *textPage) title(text string) {
	p.WriteString("\n  " + p.paint.title(text) + "\n")
}

func (p *textPage) facts(facts []fact) {
	for _, f := range facts {
		name := fmt.Sprintf("  %-*s", factIndent-indentStep, f.name)
		for _, line := range f.lines {
			for _, part := range wrap(Visible(line), p.width-factIndent) {
				p.WriteString(p.paint.faint(name) + part + "\n")
				name = strings.Repeat(" ", factIndent)
			}
		}
	}
}

// indented writes the lines of a rendered table further to the right.
func (p *textPage) indented(lines string, spaces int) {
	for line := range strings.Lines(lines) {
		p.WriteString(strings.Repeat(" ", spaces) + line)
	}
}

// findings writes every finding with its level, its rule, and what to do about it.
func (p *textPage) findings(findings []result.Finding) { p.findingsUnder("findings", findings) }

func (p *textPage) findingsUnder(title string, findings []result.Finding) {
	if len(findings) == 0 {
		return
	}
	p.title(title)
	const indent = 2*indentStep + len("warning PL999  ")
	for _, finding := range findings {
		label := pad(Visible(string(finding.Level)), 8) + pad(Visible(finding.Rule), 7)
		p.WriteString("    " + p.paint.level(finding.Level, label))
		p.hanging(Visible(finding.Message), indent)
		if advice := p.options.advice(finding.Rule); advice != "" {
			p.WriteString(strings.Repeat(" ", indent) + "-> ")
			p.hanging(Visible(advice), indent+len("-> "))
		}
	}
}

func (p *textPage) notChecked(notChecked []result.NotChecked) {
	if len(notChecked) == 0 {
		return
	}
	p.title("not checked")
	for _, n := range notChecked {
		p.WriteString("    ")
		p.hanging(Visible(n.What+": "+n.Why), 2*indentStep+2)
	}
}

// hanging writes text from where the line stands, and its further lines at an indent.
func (p *textPage) hanging(text string, indent int) {
	for i, line := range wrap(text, p.width-indent) {
		if i > 0 {
			p.WriteString(strings.Repeat(" ", indent))
		}
		p.WriteString(line + "\n")
	}
}
