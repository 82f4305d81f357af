package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// ScanText writes one result as text; call it for each result as it comes, in order, with an empty line
// between two results unless Options.Quiet is set.
func ScanText(w io.Writer, scan result.Scan, options Options) error {
	page := newTextPage(w, options)
	page.headline(scan)
	if options.Quiet {
		return page.flush(w)
	}
	if options.Brief {
		page.findings(scan.Findings)
		return page.flush(w)
	}
	if err := page.scanBody(scan); err != nil {
		return err
	}
	return page.flush(w)
}

// scanBody is all of a result but its headline.
func (p *textPage) scanBody(scan result.Scan) error {
	p.facts(scanFacts(scan, p.options))
	p.kernels(scan.Kernels)
	if err := p.runs(scan); err != nil {
		return err
	}
	if scan.Verdict != result.VerdictDamaged { // then the headline says it already
		p.findings(scan.Findings)
	}
	p.notChecked(scan.NotChecked)
	return nil
}

// quietName is what a name keeps, in columns, beside the reason in one line.
const quietName = 36

// headline puts the verdict, the file, its size and the reason in one line, or the reason in its own where
// that line would be too wide.
func (p *textPage) headline(scan result.Scan) { p.headlineWith(verdictWord(scan.Verdict), scan) }

func (p *textPage) headlineWith(verdict string, scan result.Scan) {
	p.judgement(func(word string) string { return p.paint.verdict(scan.Verdict, word) }, verdict, scan.File, scan.Size, reason(scan))
}

// judgement writes a verdict, a file, its size and the reason.
func (p *textPage) judgement(paint func(string) string, verdict, file string, bytes int64, why string) {
	const verdictColumns = 9
	word := pad(verdict, verdictColumns)
	size := bytesAndSize(bytes)
	why = Visible(why)
	if p.options.Quiet {
		size = units.FormatBytes(bytes) + plural(bytes, " byte", " bytes")
	}
	room := p.width - verdictColumns - 3 - columns(size)
	if p.options.Quiet { // one line, and the reason is what it is for
		room = max(min(room, quietName), room-2-columns(why))
	}
	line := shorten(Visible(file), room) + "   " + size
	p.WriteString(paint(word) + line)
	used := verdictColumns + columns(line)
	switch {
	case why == "":
	case used+2+columns(why) <= p.width:
		p.WriteString(": " + why)
	case p.options.Quiet:
		if first := wrap(why, max(1, p.width-used-2-len(ellipsis)))[0]; p.width-used-2 > minName {
			p.WriteString(": " + first + ellipsis)
		}
	default:
		for _, part := range wrap(why, p.width-verdictColumns) {
			p.WriteString("\n" + strings.Repeat(" ", verdictColumns) + part)
		}
	}
	p.WriteByte('\n')
}

func (p *textPage) kernels(kernels []result.Kernel) {
	for i, kernel := range kernels {
		indent := strings.Repeat(" ", factIndent)
		if i == listedKernels && !p.options.Verbose {
			p.WriteString(indent + others(len(kernels)-i, p.options) + "\n")
			return
		}
		p.WriteString(indent + shorten(Visible(kernel.Name), p.width-factIndent) + "\n")
	}
}

func (p *textPage) runs(scan result.Scan) error {
	if scan.Zeros == nil || len(scan.Zeros.Runs) == 0 {
		return nil
	}
	runs, rest := runTable(*scan.Zeros, planSize(scan), p.options)
	rendered, err := runs.text(p.width - 2*indentStep)
	if err != nil {
		return err
	}
	p.title("longest zero runs")
	p.indented(rendered, 2*indentStep)
	if rest > 0 {
		p.WriteString("    " + restText(rest, scan.Zeros.RunsOmitted, p.options) + "\n")
	}
	return nil
}

// restText says how many runs a table leaves out. Those that the result itself leaves out are in no format.
func restText(rest, omitted int64, options Options) string {
	if omitted == rest {
		return fmt.Sprintf("[%d shorter ones not kept]", rest)
	}
	return others(int(rest), options)
}
