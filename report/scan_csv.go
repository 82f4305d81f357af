package report

import (
	"io"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// scanTitles are the columns of ScanCSV; docs/formats.md explains them.
func scanTitles() []string {
	return slices.Concat([]string{"file", "verdict", "size", "allocated"}, containerTitles(),
		zeroTitles(), []string{"images", "kernels", "findings", "not_checked", "error_kind", "error_message"})
}

// ScanCSV writes one row for each file: the results, then the inputs that have none. Numbers are raw
// bytes, a cell is empty where something is not known.
func ScanCSV(w io.Writer, document result.Document[result.Scan]) error {
	judged := map[string]bool{}
	for _, scan := range document.Results {
		judged[scan.File] = true
	}
	titles := scanTitles()
	failed, failures := failureRows(document.Errors, judged, len(titles))
	var rows [][]string
	for _, scan := range document.Results {
		failure := failures[scan.File]
		rows = append(rows, slices.Concat(
			[]string{csvText(scan.File), csvText(string(scan.Verdict)), count(scan.Size), known(scan.Allocated)},
			containerCells(scan.Container), zeroCells(scan.Zeros),
			[]string{count(int64(len(scan.Images))), count(int64(len(scan.Kernels))), findingsCell(scan.Findings),
				count(int64(len(scan.NotChecked))), csvText(string(failure.Kind)), csvText(failure.Message)}))
	}
	return writeCSV(w, titles, append(rows, failed...))
}

// zeroTitles are the columns of zeroCells.
func zeroTitles() []string {
	return []string{"zero_bytes", "zero_share", "min_run", "runs_total", "longest_offset", "longest_length", "longest_to_end"}
}

func zeroCells(zeros *result.Zeros) []string {
	cells := make([]string, len(zeroTitles()))
	if zeros == nil {
		return cells
	}
	copy(cells, []string{count(zeros.Bytes), share(zeros.Share), count(zeros.MinRun), count(zeros.RunsTotal)})
	if longest := zeros.Longest; longest != nil {
		copy(cells[4:], []string{count(longest.Offset), count(longest.Length), boolean(longest.ToEnd)})
	}
	return cells
}

func boolean(value bool) string {
	if value {
		return "true"
	}
	return "false"
}
