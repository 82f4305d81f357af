package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// DoctorMarkdown writes what DoctorText does, for a ticket.
func DoctorMarkdown(w io.Writer, document result.Document[result.Doctor], options Options) error {
	var page markdownPage
	for _, d := range document.Results {
		word := "not ready"
		if d.CanBuild {
			word = "ready"
		}
		fmt.Fprintf(&page, "## TensorRT: %s\n\n%s\n\n", word, markdownText(doctorHeadline(d)))
		facts := append([]fact{{"planlint", []string{document.Tool.Version}}}, doctorFacts(d)...)
		if options.Verbose {
			facts = append(facts, verboseFacts(d)...)
		}
		if err := page.facts(facts); err != nil {
			return err
		}
		if len(d.TensorRT) > 0 {
			if err := page.table(doctorTable(d, Options{})); err != nil {
				return err
			}
		}
		page.list("Why not", doctorReasons(d))
		if len(d.Next) > 0 {
			page.WriteString("### What to do\n\n")
			for _, step := range d.Next {
				if step.Command != "" {
					fmt.Fprintf(&page, "- %s: %s\n", markdownCode(step.Command), markdownText(step.Why))
				} else {
					fmt.Fprintf(&page, "- %s\n", markdownText(step.Why))
				}
			}
			page.WriteByte('\n')
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

// list writes lines below a headline.
func (p *markdownPage) list(headline string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(p, "### %s\n\n", headline)
	for _, line := range lines {
		fmt.Fprintf(p, "- %s\n", markdownText(line))
	}
	p.WriteByte('\n')
}
