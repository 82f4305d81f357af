package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// CompareMarkdown writes what one pastes in a ticket.
func CompareMarkdown(w io.Writer, document result.Document[result.Compare], options Options) error {
	var page markdownPage
	for _, c := range document.Results {
		if err := page.compare(c, options); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

func (p *markdownPage) compare(c result.Compare, options Options) error {
	fmt.Fprintf(p, "## %s %s to %s\n\n", markdownText(outcomeWord(c.Outcome)), markdownCode(c.Old.File), markdownCode(c.New.File))
	if size := sizeText(c); size != "" {
		p.WriteString(markdownText(size) + "\n\n")
	}
	if options.Quiet {
		return nil
	}
	if err := p.facts(compareFacts(c)); err != nil {
		return err
	}
	for _, section := range compareSections(c, options) {
		p.WriteString("### " + strings.ToUpper(section.title[:1]) + section.title[1:] + "\n\n")
		if err := p.table(section.table); err != nil {
			return err
		}
		if section.rest > 0 {
			p.WriteString(markdownText(restText(section.rest, section.omitted, options)) + "\n\n")
		}
	}
	p.findingChanges(c.Findings)
	p.notChecked(c.NotChecked)
	return nil
}

func (p *markdownPage) findingChanges(changes result.FindingChanges) {
	all := changedFindings(changes)
	if len(all) == 0 {
		return
	}
	p.WriteString("### Findings that differ\n\n")
	for _, change := range all {
		f := change.finding
		fmt.Fprintf(p, "- %s: **%s %s** %s\n", change.what, markdownText(string(f.Level)), markdownText(f.Rule), markdownText(f.Message))
	}
	p.WriteByte('\n')
}
