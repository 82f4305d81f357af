package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// FixMarkdown writes what fix did as one pastes it into a ticket.
func FixMarkdown(w io.Writer, document result.Document[result.Fix], options Options) error {
	var page markdownPage
	for _, f := range document.Results {
		if err := page.fix(f, options); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

func (p *markdownPage) fix(f result.Fix, options Options) error {
	word, _ := fixWord(f)
	fmt.Fprintf(p, "## %s %s\n\n%s\n\n", markdownText(word), markdownCode(f.Model), markdownText(fixSentence(f)))
	if options.Quiet {
		return nil
	}
	if err := p.facts(fixFacts(f)); err != nil {
		return err
	}
	if len(f.Moves) > 0 {
		p.WriteString("### Moved\n\n")
		for _, m := range f.Moves {
			fmt.Fprintf(p, "- %s\n", markdownText(moveText(m)))
			for _, said := range m.Mapped {
				fmt.Fprintf(p, "  - %s\n", markdownText(said))
			}
		}
		p.WriteString("\n### Why that is exact\n\n")
		for _, why := range moveReasons(f.Moves) {
			fmt.Fprintf(p, "- %s\n", markdownText(why))
		}
		p.WriteByte('\n')
	}
	if len(f.Refused) > 0 {
		p.WriteString("### Not moved\n\n")
		for _, r := range f.Refused {
			fmt.Fprintf(p, "- %s\n", markdownText(refusalText(r)))
			for _, why := range refusalLines(r) {
				fmt.Fprintf(p, "  - %s\n", markdownText(why))
			}
		}
		p.WriteByte('\n')
	}
	if f.Proof == nil {
		return nil
	}
	p.WriteString("### Proof\n\n")
	for _, c := range f.Proof.Checks {
		fmt.Fprintf(p, "- %s\n", markdownText(fixCheckText(c)))
	}
	if f.Proof.Plans != nil {
		for _, line := range planLines(*f.Proof.Plans) {
			fmt.Fprintf(p, "- %s, %s\n", markdownText(f.Proof.Plans.Builder), markdownText(line))
		}
	}
	p.WriteByte('\n')
	return nil
}
