package report

import (
	"io"

	"github.com/planlint/planlint/internal/result"
)

// MapCSV writes one row for each range, in order of offset, for all results.
func MapCSV(w io.Writer, document result.Document[result.Map]) error {
	var rows [][]string
	for _, plan := range document.Results {
		for _, r := range plan.Ranges {
			rows = append(rows, []string{csvText(plan.File), count(r.Offset), count(r.Length), csvText(r.Label), csvText(r.Detail)})
		}
	}
	return writeCSV(w, []string{"file", "offset", "length", "label", "detail"}, rows)
}
