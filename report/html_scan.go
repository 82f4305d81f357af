package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// What a page holds at most, so that it opens quickly: details of plans, and rows of runs, kernels and sections.
const (
	detailedPlans = 40
	pageRuns      = 10_000
	pageKernels   = 1_000
	// More runs than openRuns are shown by a click, and the longestRuns at once.
	openRuns    = 1_000
	longestRuns = 100
)

// ScanHTML writes a page that stands for itself: each verdict, what it rests on, and pictures of the bytes.
func ScanHTML(w io.Writer, document result.Document[result.Scan], options Options) error {
	page := newHTMLPage("scan", "", document.Tool)
	page.scans(document.Results, document.Errors)
	room := pageRoom{pageRuns, pageKernels}
	for i, scan := range document.Results {
		if page.detailed(i, document.Results) {
			section := page.scanSection(i, scan, options)
			section.addScanMap(scan, page.labels)
			section.addRuns(scan, page.labels, &room)
			section.addScan(scan, &room)
			page.Sections = append(page.Sections, section)
		}
	}
	return page.write(w)
}

// pageRoom is how many rows a page has room for.
type pageRoom struct{ runs, kernels int }

// take is how many of some rows there is room for.
func take(room *int, wanted int) int {
	taken := min(*room, wanted)
	*room -= taken
	return taken
}

// scans gives a page of scans its title, and of several a summary.
func (p *htmlPage) scans(scans []result.Scan, failures []result.Error) {
	p.Errors = errorsTable(failures)
	if len(scans) == 1 {
		p.Title = scans[0].File
		return
	}
	totals := verdictTotals(scans, failures)
	p.Title = fmt.Sprintf("%s inputs", units.FormatBytes(totals[len(totals)-1].files))
	p.Lead = summaryLine(totals)
	p.Summary = &htmlTable{Tall: len(scans) > tallRows, Columns: []htmlColumn{{Title: "verdict"}, {Title: "plan", Name: true}, {Title: "bytes", Right: true}, {Title: "zero bytes", Right: true},
		{Title: "share", Right: true}, {Title: "longest run", Right: true}, {Title: "findings", Right: true}}}
	for i, scan := range scans {
		row := []htmlCell{verdictCell(scan.Verdict), {Text: scan.File}, bytesCell(scan.Size), {}, {}, {}, {Text: units.FormatBytes(int64(len(scan.Findings)))}}
		if p.detailed(i, scans) {
			row[1].Href = sectionID(i)
		}
		if scan.Zeros != nil {
			row[3], row[4] = bytesCell(scan.Zeros.Bytes), htmlCell{Text: units.FormatShare(scan.Zeros.Bytes, planSize(scan))}
			if scan.Zeros.Longest != nil {
				row[5] = bytesCell(scan.Zeros.Longest.Length)
			}
		}
		p.Summary.Rows = append(p.Summary.Rows, row)
	}
	if rest := len(scans) - detailedPlans; rest > 0 {
		p.Summary.Rest = fmt.Sprintf("Details of %d plans follow, those with findings first. The other %s are in this table alone; JSON has everything.", detailedPlans, units.FormatBytes(int64(rest)))
	}
}

// detailed tells whether a plan has a section of its own: of many, those that are worst.
func (p *htmlPage) detailed(i int, scans []result.Scan) bool {
	if len(scans) <= detailedPlans {
		return true
	}
	if p.details == nil {
		order := make([]int, len(scans))
		for n := range order {
			order[n] = n
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(badness(scans[b]), badness(scans[a])) })
		p.details = map[int]bool{}
		for _, n := range order[:detailedPlans] {
			p.details[n] = true
		}
	}
	return p.details[i]
}

// badness orders plans by verdict, and those of one verdict by whether they have findings.
func badness(scan result.Scan) int {
	order := []result.Verdict{result.VerdictNotPlan, result.VerdictClean, result.VerdictSuspect, result.VerdictDamaged, result.VerdictPadded}
	return 2*slices.Index(order, scan.Verdict) + min(len(scan.Findings), 1)
}

func sectionID(i int) string { return fmt.Sprintf("plan-%d", i+1) }

// scanSection starts the section of a plan: its verdict, the numbers that matter, its findings.
func (p *htmlPage) scanSection(i int, scan result.Scan, options Options) htmlSection {
	s := htmlSection{ID: sectionID(i), Word: verdictWord(scan.Verdict), Tone: verdictTone(scan.Verdict), Name: scan.File, Why: reason(scan)}
	s.Figures = append(s.Figures, sizeFigure("file", scan.Size, ""))
	if z := scan.Zeros; z != nil {
		s.Figures = append(s.Figures, sizeFigure("zero bytes", z.Bytes, units.FormatShare(z.Bytes, planSize(scan))+" of the plan"))
		if z.Longest != nil {
			s.Figures = append(s.Figures, sizeFigure("longest zero run", z.Longest.Length, "at offset "+units.FormatBytes(z.Longest.Offset)))
		}
	}
	if c := scan.Container; c != nil {
		s.Figures = append(s.Figures, htmlFigure{Name: "built by", Exact: familyName(c.Family) + " " + c.Version})
	}
	s.add(findingsPart(scan.Findings, options))
	return s
}

// addRuns adds the table of zero runs, and what lies around the longest.
func (s *htmlSection) addRuns(scan result.Scan, labels htmlLooks, room *pageRoom) {
	z := scan.Zeros
	if z == nil || len(z.Runs) == 0 {
		return
	}
	limit := take(&room.runs, len(z.Runs))
	if limit > 0 {
		runs, rest := runTable(*z, planSize(scan), Options{MaxRuns: limit})
		list := newHTMLTable(runs)
		if rest > 0 {
			list.Rest = fmt.Sprintf("%s shorter ones are not listed.", units.FormatBytes(rest))
		}
		if limit > openRuns { // a browser takes its time for them
			longest, _ := runTable(*z, planSize(scan), Options{MaxRuns: longestRuns})
			s.add(htmlPart{Title: "Longest zero runs", Note: fmt.Sprintf("%s; the %d longest.", runCount(*z), longestRuns), Table: newHTMLTable(longest)})
			s.add(htmlPart{Title: fmt.Sprintf("%s zero runs", units.FormatBytes(int64(limit))), Table: list, Folded: true})
		} else {
			s.add(htmlPart{Title: "Zero runs", Note: runCount(*z) + ".", Table: list})
		}
	}
	if scan.Map != nil && z.Longest != nil {
		s.add(htmlPart{Title: "Around the longest run", Table: edgesTable(*scan.Map, labels, *z.Longest)})
	}
}

// addScan adds what else is known of a plan.
func (s *htmlSection) addScan(scan result.Scan, room *pageRoom) {
	s.add(factsPart("The plan", scanFacts(scan, Options{})))
	if limit := take(&room.kernels, len(scan.Kernels)); limit > 0 {
		kernels := &htmlTable{Tall: limit > tallRows, Columns: []htmlColumn{{Title: "kernel", Name: true}, {Title: "origin"}, {Title: "offset", Right: true}, {Title: "bytes of code", Right: true}}}
		for _, k := range scan.Kernels[:limit] {
			row := []htmlCell{{Text: k.Name}, {Text: k.Origin}, {Text: units.FormatBytes(k.Offset)}, {}}
			if k.Size != nil {
				row[3] = bytesCell(*k.Size)
			}
			kernels.Rows = append(kernels.Rows, row)
		}
		if rest := len(scan.Kernels) - limit; rest > 0 {
			kernels.Rest = fmt.Sprintf("%s others are not listed; JSON has them.", units.FormatBytes(int64(rest)))
		}
		s.add(htmlPart{Title: fmt.Sprintf("The %s kernels that the plan names", units.FormatBytes(int64(len(scan.Kernels)))), Table: kernels, Folded: true})
	}
	s.add(notCheckedPart(scan.NotChecked))
}
