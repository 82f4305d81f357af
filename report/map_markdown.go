package report

import (
	"io"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// MapMarkdown writes the labels of every map as a table.
func MapMarkdown(w io.Writer, document result.Document[result.Map], options Options) error {
	var page markdownPage
	for _, plan := range document.Results {
		page.WriteString("## " + markdownCode(plan.File) + "\n\n" + markdownText(mapTitle(plan)) + "\n\n")
		if err := page.table(labelTable(plan)); err != nil {
			return err
		}
		if whole := wholeStrip(plan); options.Verbose && whole.bytes > 0 {
			if err := page.table(rangeTable(plan)); err != nil {
				return err
			}
		}
		page.notChecked(plan.NotChecked)
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

// rangeTable lists every range.
func rangeTable(plan result.Map) table {
	ranges := table{columns: []column{{title: "offset", right: true}, {title: "length", right: true, bytes: true}, {title: "label", name: true}, {title: "detail"}}}
	for _, r := range plan.Ranges {
		ranges.rows = append(ranges.rows, []string{units.FormatBytes(r.Offset), units.FormatBytes(r.Length), r.Label, r.Detail})
	}
	return ranges
}
