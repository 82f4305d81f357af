package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/bytemap"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// listedRanges is how many ranges of all maps of a page are listed.
const listedRanges = 4000

// MapHTML writes a page that stands for itself, with pictures and tables of each map.
func MapHTML(w io.Writer, document result.Document[result.Map]) error {
	title := "Byte map"
	if len(document.Results) == 1 {
		title = document.Results[0].File
	} else {
		title = fmt.Sprintf("Byte maps of %d plans", len(document.Results))
	}
	page := newHTMLPage("map", title, document.Tool)
	left := listedRanges
	for _, plan := range document.Results {
		section := htmlSection{Word: "MAP", Name: plan.File, Why: mapTitle(plan)}
		section.addMap(&plan, page.labels)
		shown := plan
		shown.Ranges = plan.Ranges[:min(len(plan.Ranges), left)]
		left -= len(shown.Ranges)
		part := htmlPart{Title: fmt.Sprintf("The %s ranges", units.FormatBytes(int64(len(plan.Ranges)))), Table: newHTMLTable(rangeTable(shown)), Folded: len(plan.Ranges) > tallRows}
		for i, r := range shown.Ranges {
			part.Table.Rows[i][2] = labelCell(r.Label, page.labels)
		}
		if len(shown.Ranges) < len(plan.Ranges) {
			part.Note = fmt.Sprintf("The first %s of them; CSV has all.", units.FormatBytes(int64(len(shown.Ranges))))
		}
		section.add(part)
		section.add(notCheckedPart(plan.NotChecked))
		page.Sections = append(page.Sections, section)
	}
	page.Errors = errorsTable(document.Errors)
	return page.write(w)
}

// addScanMap adds the pictures of a scanned plan, or of what its saved result tells.
func (s *htmlSection) addScanMap(scan result.Scan, labels htmlLooks) {
	if scan.Map != nil {
		s.addMap(scan.Map, labels)
		return
	}
	before := len(s.Parts)
	s.addMap(bytemap.OfScan(scan), labels)
	if len(s.Parts) > before {
		s.Parts[before].Note = "Drawn from a saved result: weights are not told apart from the engine around them."
	}
}

// addMap adds the pictures of a map and their legend.
func (s *htmlSection) addMap(plan *result.Map, labels htmlLooks) {
	if plan == nil || len(plan.Ranges) == 0 {
		return
	}
	s.add(htmlPart{Title: "Byte map", Strips: mapStrips(*plan, labels, 0)})
	s.add(htmlPart{Trees: mapTrees(*plan, labels)})
	s.add(labelsPart(*plan, labels))
}
