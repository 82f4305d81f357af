package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// ScanMarkdown writes what one pastes in a ticket: for each file a headline, the facts, the longest zero
// runs and the findings.
func ScanMarkdown(w io.Writer, document result.Document[result.Scan], options Options) error {
	var page markdownPage
	if err := page.summary(document); err != nil {
		return err
	}
	for _, scan := range document.Results {
		if err := page.scan(scan, options); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

func (p *markdownPage) summary(document result.Document[result.Scan]) error {
	totals := verdictTotals(document.Results, document.Errors)
	if totals[len(totals)-1].files < 2 {
		return nil
	}
	p.WriteString(markdownText(summaryLine(totals)) + "\n\n")
	return p.table(summaryTable(totals))
}

func (p *markdownPage) scan(scan result.Scan, options Options) error {
	fmt.Fprintf(p, "## %s %s\n\n%s", markdownText(verdictWord(scan.Verdict)), markdownCode(scan.File), bytesAndSize(scan.Size))
	if why := reason(scan); why != "" {
		p.WriteString(": " + markdownText(why))
	}
	p.WriteString("\n\n")
	if options.Quiet {
		return nil
	}
	if err := p.facts(scanFacts(scan, options)); err != nil {
		return err
	}
	if err := p.runs(scan, options); err != nil {
		return err
	}
	p.kernels(scan.Kernels, options)
	p.findings(scan.Findings, options)
	p.notChecked(scan.NotChecked)
	return nil
}

func (p *markdownPage) runs(scan result.Scan, options Options) error {
	if scan.Zeros == nil || len(scan.Zeros.Runs) == 0 {
		return nil
	}
	runs, rest := runTable(*scan.Zeros, planSize(scan), options)
	p.WriteString("### Longest zero runs\n\n")
	if err := p.table(runs); err != nil {
		return err
	}
	if rest > 0 {
		p.WriteString(markdownText(restText(rest, scan.Zeros.RunsOmitted, options)) + "\n\n")
	}
	return nil
}

func (p *markdownPage) kernels(kernels []result.Kernel, options Options) {
	if len(kernels) == 0 {
		return
	}
	p.WriteString("### Kernels\n\n")
	for i, kernel := range kernels {
		if i == listedKernels && !options.Verbose {
			p.WriteString("- " + markdownText(others(len(kernels)-i, options)) + "\n")
			break
		}
		fmt.Fprintf(p, "- %s (%s)\n", markdownCode(kernel.Name), markdownText(kernel.Origin))
	}
	p.WriteByte('\n')
}
