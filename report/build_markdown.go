package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// BuildMarkdown writes what one pastes in a ticket: how the plans were built, a table of them, how much several
// builds differ, and all that scan says of the plan if there is one alone.
func BuildMarkdown(w io.Writer, document result.Document[result.Build], options Options) error {
	var page markdownPage
	builds := document.Results
	if len(builds) > 0 {
		if err := page.builds(builds, options); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

func (p *markdownPage) builds(builds []result.Build, options Options) error {
	first := builds[0]
	fmt.Fprintf(p, "## Plans of %s\n\n", markdownCode(first.Model.File))
	facts := buildFacts(first)
	if len(builds) > 1 {
		facts = commonFacts(builds)
	}
	if err := p.facts(facts); err != nil {
		return err
	}
	kept, rest := keptTable(builds, options)
	tables := []struct {
		title string
		table table
	}{
		{"", versionTable(builds, 0)},
		{"How much the builds differ, " + processText(first.Process), spreadTable(builds, 0)},
		{"Kept", kept},
	}
	for _, t := range tables {
		if len(t.table.rows) == 0 {
			continue
		}
		if t.title != "" {
			p.WriteString("### " + t.title + "\n\n")
		}
		if err := p.table(t.table); err != nil {
			return err
		}
	}
	if rest > 0 {
		p.WriteString(markdownText(others(rest, options)) + "\n\n")
	}
	if len(builds) == 1 && len(first.Plans) > 0 {
		return p.scan(first.Plans[0].Scan, options)
	}
	for _, b := range builds {
		if len(b.Plans) > 0 && len(b.Plans[0].Scan.Findings) > 0 {
			fmt.Fprintf(p, "## %s\n\n", markdownText(builderTitle(b.TensorRT)))
			p.findings(b.Plans[0].Scan.Findings, options)
		}
	}
	return nil
}
