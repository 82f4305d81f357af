package report

import (
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// explainTitles are the columns of ExplainCSV; docs/formats.md explains them.
func explainTitles() []string {
	return []string{"file", "verdict", "model", "run_offset", "run_length", "group", "ops", "output", "shape", "dtype", "bytes", "law", "residue", "fits", "chance",
		"initializers", "error_kind", "error_message"}
}

// ExplainCSV writes a row for each part of each run that was compared with the model, one for a run that is not explained
// and one for a plan without such runs.
func ExplainCSV(w io.Writer, document result.Document[result.Explain]) error {
	titles := explainTitles()
	var rows [][]string
	for _, e := range document.Results {
		start := []string{csvText(e.File), csvText(string(e.Verdict)), csvText(e.Model)}
		row := func(cells ...string) {
			all := append(append([]string{}, start...), cells...)
			rows = append(rows, append(all, make([]string, len(titles)-len(all))...))
		}
		tried := triedRuns(e.Scan)
		if len(tried) == 0 {
			row()
		}
		for _, run := range tried {
			if len(run.Explained) == 0 {
				row(count(run.Offset), count(run.Length), "", "", "", "", "", "", "", "", "", "", csvText(strings.Join(run.Initializers, " ")))
			}
			for _, part := range run.Explained {
				if part.Group < 0 || part.Group >= len(e.Groups) {
					continue
				}
				g := e.Groups[part.Group]
				if part.Shape != nil {
					g.Shape = part.Shape
				}
				chance := ""
				if run.Chance != nil {
					chance = share(*run.Chance)
				}
				row(count(run.Offset), count(run.Length), csvText(groupName(g)), csvText(strings.Join(g.Ops, " ")), csvText(g.Output), csvText(groupShape(g)), csvText(g.DType),
					count(part.Bytes), csvText(run.Law), known(run.Residue), count(run.Fits), chance)
			}
		}
	}
	failed, _ := failureRows(document.Errors, nil, len(titles))
	return writeCSV(w, titles, append(rows, failed...))
}
