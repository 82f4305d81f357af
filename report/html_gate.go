package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// GateHTML writes a page that stands for itself: whether each plan keeps its budgets, all of them with what is left, and why one that
// does not is too large.
func GateHTML(w io.Writer, document result.Document[result.Gate], options Options) error {
	page := newHTMLPage("gate", "", document.Tool)
	page.Errors = errorsTable(document.Errors)
	page.Title, page.Lead = "Budgets", gateTotals(document.Results, document.Errors)
	shown := detailedGates(document.Results)
	if len(document.Results) > 1 {
		page.Summary = gateSummary(document.Results, shown)
	}
	for i, g := range document.Results {
		if shown[i] {
			page.Sections = append(page.Sections, gateSection(i, g, page.labels, options))
		}
	}
	return page.write(w)
}

// detailedGates are the results with sections of their own: of many, those that fail.
func detailedGates(results []result.Gate) map[int]bool {
	shown := map[int]bool{}
	for _, verdict := range []result.GateVerdict{result.GateFail, result.GateAllowed, result.GatePass} {
		for i, g := range results {
			if g.Verdict == verdict && len(shown) < detailedPlans {
				shown[i] = true
			}
		}
	}
	return shown
}

func gateTone(verdict result.GateVerdict) string {
	switch verdict {
	case result.GatePass:
		return "good"
	case result.GateAllowed:
		return "warn"
	}
	return "bad"
}

func gateSummary(results []result.Gate, shown map[int]bool) *htmlTable {
	list := &htmlTable{Tall: len(results) > tallRows, Columns: []htmlColumn{{Title: "verdict"}, {Title: "plan", Name: true}, {Title: "label"}, {Title: "bytes", Right: true}, {Title: "crossed", Right: true},
		{Title: "budgets", Right: true}, {Title: "first crossed"}}}
	for i, g := range results {
		row := []htmlCell{{Text: gateTitle(g.Verdict), Badge: true, Tone: gateTone(g.Verdict)}, {Text: g.File}, {Text: g.Label}, bytesCell(g.Size), {}, {Text: units.FormatBytes(int64(len(g.Checks)))}, {}}
		crossed := crossedChecks(g)
		row[4].Text = units.FormatBytes(int64(len(crossed)))
		if len(crossed) > 0 {
			row[6].Text = crossed[0].Message
		}
		if shown[i] {
			row[1].Href = sectionID(i)
		}
		list.Rows = append(list.Rows, row)
	}
	if rest := len(results) - len(shown); rest > 0 {
		list.Rest = fmt.Sprintf("Details of %d follow, those that fail first. The other %s are in this table alone; JSON has everything.", len(shown), units.FormatBytes(int64(rest)))
	}
	return list
}

func crossedChecks(g result.Gate) (crossed []result.GateCheck) {
	for _, check := range g.Checks {
		if check.Crossed {
			crossed = append(crossed, check)
		}
	}
	return crossed
}

func gateSection(i int, g result.Gate, labels htmlLooks, options Options) htmlSection {
	s := htmlSection{ID: sectionID(i), Word: gateTitle(g.Verdict), Tone: gateTone(g.Verdict), Name: g.File, Why: gateReason(g)}
	if g.Kind == result.GatePlan || g.Kind == result.GateRankSet {
		s.Figures = append(s.Figures, sizeFigure("size", g.Size, ""))
	}
	for _, f := range []htmlFigure{{Name: "label", Exact: g.Label}, {Name: "TensorRT", Exact: g.Version}, {Name: "SM", Exact: g.SM}} {
		if f.Exact != "" {
			s.Figures = append(s.Figures, f)
		}
	}
	s.add(checksPart(g.Checks))
	causes := htmlPart{Title: "Why"}
	for _, c := range g.Causes {
		causes.List = append(causes.List, string(c.Cause)+": "+c.Why)
	}
	s.add(causes)
	s.add(findingsPart(g.Findings, options))
	s.add(rolesPart(g.Ranks))
	s.addMap(g.Map, labels)
	if g.Map == nil && g.Kind == result.GatePlan {
		s.Parts = append(s.Parts, htmlPart{Title: "Byte map", Note: "A saved result has no byte maps: planlint gate draws them from the plans, with --format html or --write html=PATH."})
	}
	s.add(notCheckedPart(g.NotChecked))
	return s
}

// checksPart lists the budgets, with a bar for how much of each is used.
func checksPart(checks []result.GateCheck) htmlPart {
	list := &htmlTable{Tall: len(checks) > tallRows, Columns: []htmlColumn{{Title: "budget"}, {Title: "outcome"}, {Title: "limit", Right: true}, {Title: "found", Right: true}, {Title: "left", Right: true},
		{Title: "growth", Right: true}, {Title: "from"}}}
	for _, c := range checks {
		row := []htmlCell{{Text: string(c.Budget), Note: c.Message}, {Text: "kept", Badge: true, Tone: "good"}, {Text: c.Expected}, {Text: c.Found}, {}, {}, {Text: c.Source}}
		switch {
		case c.Allowed:
			row[1].Text, row[1].Tone = "allowed", "warn"
		case c.Crossed:
			row[1].Text, row[1].Tone = "crossed", "bad"
		}
		if c.Limit != nil {
			row[2] = bytesCell(*c.Limit)
		}
		if c.Actual != nil {
			row[3] = bytesCell(*c.Actual)
		}
		if c.Limit != nil && c.Actual != nil {
			row[4] = bytesCell(*c.Limit - *c.Actual)
			row[3].Bar = &htmlSpan{At: "0%", Width: "100%", Class: "flat " + row[1].Tone}
			if *c.Actual < *c.Limit {
				row[3].Bar.Width = percent(float64(*c.Actual), float64(*c.Limit))
			}
		}
		if c.Percent != nil {
			row[5].Text = signedPercent(*c.Percent)
		}
		if c.Against != "" {
			row[5].Note = "against the " + c.Against
		}
		list.Rows = append(list.Rows, row)
	}
	return htmlPart{Title: "Budgets", Table: list}
}

// rolesPart lists the pipeline stages of a rank set.
func rolesPart(ranks *result.GateRanks) htmlPart {
	if ranks == nil {
		return htmlPart{}
	}
	list := &htmlTable{Columns: []htmlColumn{{Title: "stage", Right: true}, {Title: "ranks"}, {Title: "median", Right: true}, {Title: "smallest", Right: true}, {Title: "largest", Right: true}}}
	for _, role := range ranks.Roles {
		list.Rows = append(list.Rows, []htmlCell{{Text: units.FormatBytes(role.Stage)}, {Text: numbersText(role.Ranks)}, bytesCell(role.Median), bytesCell(role.Min), bytesCell(role.Max)})
	}
	note := fmt.Sprintf("%s ranks, %s", units.FormatBytes(ranks.Count), bytesAndSize(ranks.Sum))
	if ranks.WorldSize != nil {
		note = fmt.Sprintf("%s of %s ranks, %s", units.FormatBytes(ranks.Count), units.FormatBytes(*ranks.WorldSize), bytesAndSize(ranks.Sum))
	}
	if len(ranks.Missing) > 0 {
		note += "; missing: " + numbersText(ranks.Missing)
	}
	return htmlPart{Title: "Ranks", Note: note + ".", Table: list}
}

func numbersText(numbers []int64) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = count(n)
	}
	return strings.Join(words, ", ")
}
