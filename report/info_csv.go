package report

import (
	"io"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// infoTitles are the columns of InfoCSV; docs/formats.md explains them.
func infoTitles() []string {
	return slices.Concat([]string{"file", "size", "allocated"}, containerTitles(),
		[]string{"sections", "findings", "not_checked", "error_kind", "error_message"})
}

// InfoCSV writes one row for each file: the results, then the inputs that have none. Where layers were asked for
// it writes one row for each layer instead.
func InfoCSV(w io.Writer, document result.Document[result.Info]) error {
	if hasLayers(document) {
		return layersCSV(w, document)
	}
	judged := map[string]bool{}
	for _, info := range document.Results {
		judged[info.File] = true
	}
	titles := infoTitles()
	failed, failures := failureRows(document.Errors, judged, len(titles))
	var rows [][]string
	for _, info := range document.Results {
		failure := failures[info.File]
		sections := 0
		if info.Container != nil {
			sections = len(info.Container.Sections)
		}
		rows = append(rows, slices.Concat([]string{csvText(info.File), count(info.Size), known(info.Allocated)},
			containerCells(info.Container),
			[]string{count(int64(sections)), findingsCell(info.Findings), count(int64(len(info.NotChecked))),
				csvText(string(failure.Kind)), csvText(failure.Message)}))
	}
	return writeCSV(w, titles, append(rows, failed...))
}
