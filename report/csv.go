package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// writeCSV writes a title row and rows as RFC 4180 has it, lines ended by CR LF. Cells must be harmless.
func writeCSV(w io.Writer, titles []string, rows [][]string) error {
	writer := csv.NewWriter(w)
	writer.UseCRLF = true
	if err := writer.Write(titles); err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	if err := writer.WriteAll(rows); err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}

func count(number int64) string { return strconv.FormatInt(number, 10) }

// known leaves a cell empty for a number that is not known.
func known(number *int64) string {
	if number == nil {
		return ""
	}
	return count(*number)
}

func share(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// containerTitles are the columns of containerCells.
func containerTitles() []string {
	return []string{"family", "version", "sm", "capabilities", "wrapper", "plan_offset", "plan_size", "declared_size",
		"end_tag_offset", "weights_bytes"}
}

// containerCells are the main numbers of a container; all empty if there is none.
func containerCells(c *result.Container) []string {
	if c == nil {
		return make([]string, len(containerTitles()))
	}
	return []string{csvText(c.Family), csvText(c.Version), csvText(strings.Join(c.SM, " ")), csvText(strings.Join(c.Capabilities, " ")),
		csvText(c.Wrapper), count(c.Offset), count(c.PlanSize), known(c.DeclaredSize), known(c.EndTagOffset), known(c.WeightsBytes)}
}

// findingsCell lists findings as rule:level.
func findingsCell(findings []result.Finding) string {
	cells := make([]string, len(findings))
	for i, finding := range findings {
		cells[i] = finding.Rule + ":" + string(finding.Level)
	}
	return csvText(strings.Join(cells, " "))
}

// failureRows returns the failures of inputs without a result as rows of the given width: the file in the
// first column, kind and message in the last two. Those of inputs with a result are returned by file.
func failureRows(failures []result.Error, judged map[string]bool, width int) (rows [][]string, byFile map[string]result.Error) {
	byFile = map[string]result.Error{}
	for _, failure := range failures {
		if judged[failure.File] {
			byFile[failure.File] = failure
			continue
		}
		row := make([]string, width)
		row[0] = csvText(failure.File)
		row[width-2], row[width-1] = csvText(string(failure.Kind)), csvText(failure.Message)
		rows = append(rows, row)
	}
	return rows, byFile
}
