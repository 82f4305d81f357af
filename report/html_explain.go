package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// pageBars is how many zero runs of a page are drawn as the sum of groups; the others are sentences.
const pageBars = 40

// ExplainHTML writes a page that stands for itself: what ScanHTML says of each plan, and which operations account for
// which zero run, to the byte.
func ExplainHTML(w io.Writer, document result.Document[result.Explain], options Options) error {
	page := newHTMLPage("explain", "", document.Tool)
	scans := make([]result.Scan, len(document.Results))
	for i, e := range document.Results {
		scans[i] = e.Scan
	}
	page.scans(scans, document.Errors)
	room := pageRoom{pageRuns, pageKernels}
	for i, e := range document.Results {
		if page.detailed(i, scans) {
			section := page.scanSection(i, e.Scan, options)
			section.addExplanation(e)
			section.addScanMap(e.Scan, page.labels)
			section.addRuns(e.Scan, page.labels, &room)
			section.addScan(e.Scan, &room)
			page.Sections = append(page.Sections, section)
		}
	}
	return page.write(w)
}

// addExplanation adds the runs as sums of groups, and the groups with what was found of them.
func (s *htmlSection) addExplanation(e result.Explain) {
	part := htmlPart{Title: "What the zeros are"}
	for i, run := range triedRuns(e.Scan) {
		if i < pageBars && len(run.Explained) > 0 {
			part.Bars = append(part.Bars, runBar(run, e.Groups))
		}
		if i < pageBars {
			part.List = append(part.List, runSentence(run))
		} else {
			part.List = append(part.List, fmt.Sprintf("%s other runs", units.FormatBytes(int64(len(triedRuns(e.Scan))-i))))
			break
		}
	}
	if len(part.List) == 0 {
		part.List = []string{"no run is long enough to be traced"}
	}
	s.add(part)
	s.add(factsPart("", explainFacts(e)))
	s.addGroups(e)
}

// addGroups sets the groups against the runs: what the law gives each, and in which run it was found.
func (s *htmlSection) addGroups(e result.Explain) {
	found := make([]int64, len(e.Groups))
	where := make([]string, len(e.Groups))
	for _, run := range triedRuns(e.Scan) {
		for _, part := range run.Explained {
			if part.Group < 0 || part.Group >= len(found) {
				continue
			}
			found[part.Group] += part.Bytes
			if where[part.Group] != "" {
				where[part.Group] += ", "
			}
			where[part.Group] += "run at " + units.FormatBytes(run.Offset)
		}
	}
	list := &htmlTable{Tall: len(e.Groups) > tallRows, Columns: []htmlColumn{{Title: "group", Name: true}, {Title: "operations"}, {Title: "output"}, {Title: "activation", Right: true}, {Title: "predicted"},
		{Title: "padding by the law", Right: true}, {Title: "found in the plan", Right: true}, {Title: "where"}}}
	for i, g := range e.Groups[:min(len(e.Groups), listedRanges)] {
		row := []htmlCell{{Text: groupName(g)}, {Text: groupOps(g)}, {Text: shapeAndType(g)}, optionalCell(g.ActivationBytes), {Text: groupAlone(g)}, optionalCell(g.PaddingBytes), {}, {Text: where[i]}}
		if where[i] != "" {
			row[0].Look, row[6] = groupClass(i), bytesCell(found[i])
		}
		list.Rows = append(list.Rows, row)
	}
	if rest := len(e.Groups) - len(list.Rows); rest > 0 {
		list.Rest = fmt.Sprintf("%s others are not listed; JSON has them.", units.FormatBytes(int64(rest)))
	}
	s.add(htmlPart{Title: "Groups against runs", Table: list, Folded: len(e.Groups) > tallRows})
}
