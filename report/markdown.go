package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// markdownPage collects Markdown as GitHub shows it. Whatever is written to it has been escaped.
type markdownPage struct{ strings.Builder }

// facts writes facts as a table.
func (p *markdownPage) facts(facts []fact) error {
	if len(facts) == 0 {
		return nil
	}
	list := table{columns: []column{{title: "what"}, {title: "value"}}}
	for _, f := range facts {
		for i, line := range f.lines {
			name := f.name
			if i > 0 {
				name = ""
			}
			list.rows = append(list.rows, []string{name, line})
		}
	}
	return p.table(list)
}

func (p *markdownPage) table(t table) error {
	rendered, err := t.markdown()
	if err != nil {
		return err
	}
	p.WriteString(rendered + "\n")
	return nil
}

func (p *markdownPage) findings(findings []result.Finding, options Options) {
	if len(findings) == 0 {
		return
	}
	p.WriteString("### Findings\n\n")
	for _, finding := range findings {
		fmt.Fprintf(p, "- **%s %s** %s", markdownText(string(finding.Level)), markdownText(finding.Rule), markdownText(finding.Message))
		if advice := options.advice(finding.Rule); advice != "" {
			fmt.Fprintf(p, "\n  - what to do: %s", markdownText(advice))
		}
		p.WriteByte('\n')
	}
	p.WriteByte('\n')
}

func (p *markdownPage) notChecked(notChecked []result.NotChecked) {
	if len(notChecked) == 0 {
		return
	}
	p.WriteString("### Not checked\n\n")
	for _, n := range notChecked {
		fmt.Fprintf(p, "- %s: %s\n", markdownText(n.What), markdownText(n.Why))
	}
	p.WriteByte('\n')
}

// failures lists the inputs that could not be judged.
func (p *markdownPage) failures(failures []result.Error) error {
	if len(failures) == 0 {
		return nil
	}
	list := table{columns: []column{{title: "file", name: true}, {title: "kind"}, {title: "why"}}}
	for _, failure := range failures {
		list.rows = append(list.rows, []string{failure.File, string(failure.Kind), failure.Message})
	}
	p.WriteString("## Errors\n\n")
	return p.table(list)
}

// text returns the page without the empty line at its end.
func (p *markdownPage) text() string { return strings.TrimSuffix(p.String(), "\n") }
