package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// notJudged is how the summary calls inputs without a result.
const notJudged = "not judged"

// verdictTotal sums up the inputs of one verdict.
type verdictTotal struct {
	word         string
	files        int64
	bytes, zeros int64
}

// ScanSummary closes the text of several inputs with the number of files and bytes for each verdict. It
// writes nothing for a single input, or if Options.Quiet is set. It starts with an empty line.
func ScanSummary(w io.Writer, scans []result.Scan, failures []result.Error, options Options) error {
	totals := verdictTotals(scans, failures)
	if options.Quiet || totals[len(totals)-1].files < 2 {
		return nil
	}
	rendered, err := summaryTable(totals).text(options.width())
	if err != nil {
		return err
	}
	paint := newPainter(w, options)
	headline := ""
	for _, line := range wrap(Visible(summaryLine(totals)), options.width()) {
		headline += paint.title(line) + "\n"
	}
	return write(w, "\n"+headline+rendered)
}

// verdictTotals counts each input once: one that has a result and a failure, as a damaged plan does, by its
// result. The last entry is the total.
func verdictTotals(scans []result.Scan, failures []result.Error) []verdictTotal {
	order := []result.Verdict{result.VerdictPadded, result.VerdictSuspect, result.VerdictDamaged, result.VerdictClean, result.VerdictNotPlan}
	totals := make([]verdictTotal, len(order)+2)
	for i, verdict := range order {
		totals[i].word = strings.ToLower(verdictWord(verdict))
	}
	failed, sum := &totals[len(order)], &totals[len(order)+1]
	failed.word, sum.word = notJudged, "total"
	judged := map[string]bool{}
	for _, scan := range scans {
		judged[scan.File] = true
		for i, verdict := range order {
			if verdict == scan.Verdict {
				totals[i].add(scan)
			}
		}
		sum.add(scan)
	}
	for _, failure := range failures {
		if !judged[failure.File] {
			failed.files++
			sum.files++
		}
	}
	return totals
}

func (t *verdictTotal) add(scan result.Scan) {
	t.files++
	t.bytes += planSize(scan) // several plans may share a file
	if scan.Zeros != nil {
		t.zeros += scan.Zeros.Bytes
	}
}

func summaryLine(totals []verdictTotal) string {
	sum := totals[len(totals)-1]
	var counts []string
	for _, total := range totals[:len(totals)-1] {
		if total.files > 0 {
			counts = append(counts, units.FormatBytes(total.files)+" "+total.word)
		}
	}
	return fmt.Sprintf("%s inputs, %s: %s", units.FormatBytes(sum.files), bytesAndSize(sum.bytes), strings.Join(counts, ", "))
}

func summaryTable(totals []verdictTotal) table {
	summary := table{columns: []column{{title: "verdict"}, {title: "inputs", right: true}, {title: "bytes", right: true},
		{title: "size", right: true, spare: 1}, {title: "zero bytes", right: true}, {title: "share", right: true, spare: 2}}}
	for i, total := range totals {
		row := []string{total.word, units.FormatBytes(total.files), units.FormatBytes(total.bytes), units.FormatSize(total.bytes),
			units.FormatBytes(total.zeros), units.FormatShare(total.zeros, total.bytes)}
		switch {
		case i == len(totals)-1:
			summary.footer = row
		case total.word == notJudged && total.files > 0:
			summary.rows = append(summary.rows, []string{total.word, row[1]})
		case total.files > 0:
			summary.rows = append(summary.rows, row)
		}
	}
	return summary
}
