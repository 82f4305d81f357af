package report

import (
	"io"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// buildTitles are the columns of BuildCSV; docs/formats.md explains them.
func buildTitles() []string {
	return slices.Concat([]string{"model", "tensorrt_family", "tensorrt_version", "timing_cache", "number", "output", "verdict", "size", "sha256", "group"},
		containerTitles(), zeroTitles(), []string{"images", "kernels", "findings", "not_checked", "error_kind", "error_message"})
}

// BuildCSV writes one row for each plan, one for each TensorRT that built none or not all, and one for a model
// that could not be read.
func BuildCSV(w io.Writer, document result.Document[result.Build]) error {
	width := len(buildTitles())
	var rows [][]string
	told := map[string]bool{}
	for _, b := range document.Results {
		head := []string{csvText(b.Model.File), csvText(b.TensorRT.Family), csvText(b.TensorRT.Version), string(b.TimingCache)}
		for i, plan := range b.Plans {
			scan := plan.Scan
			rows = append(rows, slices.Concat(head,
				[]string{count(int64(i + 1)), csvText(plan.Output), string(scan.Verdict), count(plan.Size), plan.SHA256, groupCell(b.Spread, plan.SHA256)},
				containerCells(scan.Container), zeroCells(scan.Zeros),
				[]string{count(int64(len(scan.Images))), count(int64(len(scan.Kernels))), findingsCell(scan.Findings), count(int64(len(scan.NotChecked))), "", ""}))
		}
		if b.Failure != nil {
			row := slices.Concat(head, make([]string, width-len(head)))
			row[width-2], row[width-1] = csvText(string(b.Failure.Kind)), csvText(b.Failure.Message)
			rows = append(rows, row)
			told[b.Failure.Message] = true
		}
	}
	others := slices.DeleteFunc(slices.Clone(document.Errors), func(e result.Error) bool { return told[e.Message] })
	failed, _ := failureRows(others, nil, width)
	return writeCSV(w, buildTitles(), append(rows, failed...))
}

// groupCell is the group of a plan among several builds.
func groupCell(spread *result.BuildSpread, sha256 string) string {
	if spread != nil {
		for _, content := range spread.Contents {
			if content.SHA256 == sha256 {
				return count(content.Group)
			}
		}
	}
	return ""
}
