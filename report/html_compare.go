package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// CompareHTML writes a page that stands for itself: how alike two plans are, both byte maps to one scale, what grew,
// and all that differs.
func CompareHTML(w io.Writer, document result.Document[result.Compare]) error {
	page := newHTMLPage("compare", "Two plans compared", document.Tool)
	page.Errors = errorsTable(document.Errors)
	for _, c := range document.Results {
		page.Title = c.Old.File + " → " + c.New.File
		page.Sections = append(page.Sections, compareSectionHTML(c, page.labels))
	}
	return page.write(w)
}

// outcomeTone is what an outcome means for who reads it.
func outcomeTone(outcome result.Outcome) string {
	if outcome == result.OutcomeDifferent {
		return "warn"
	}
	return "good"
}

func compareSectionHTML(c result.Compare, labels htmlLooks) htmlSection {
	s := htmlSection{Word: outcomeWord(c.Outcome), Tone: outcomeTone(c.Outcome), Name: sizeText(c)}
	if c.Cause != nil {
		s.Why = "Likely cause: " + causeText(*c.Cause)
	}
	if a, ok := amountNamed(c, result.AmountFile); ok && a.Old != nil && a.New != nil {
		s.Figures = []htmlFigure{sizeFigure("old", *a.Old, c.Old.File), sizeFigure("new", *a.New, c.New.File)}
		if a.Change != nil && *a.Change != 0 {
			change := sizeFigure("change", int64(*a.Change), "")
			change.Exact = signed(int64(*a.Change))
			s.Figures = append(s.Figures, change)
		}
	}
	s.addMaps(c, labels)
	s.add(findingChangesPart(c.Findings))
	s.add(htmlPart{Title: "Sizes and counts", Table: amountsTable(c)})
	s.add(htmlPart{Title: "Properties", Table: propertiesTable(c)})
	for _, section := range compareSections(c, Options{Verbose: true}) {
		if section.title == allDifferences { // just said, with sizes
			continue
		}
		rest := max(0, len(section.table.rows)-listedRanges)
		section.table.rows = section.table.rows[:len(section.table.rows)-rest]
		list := newHTMLTable(section.table)
		list.Fixed = section.grouped
		if rest += int(section.rest); rest > 0 {
			list.Rest = fmt.Sprintf("%s others are not listed.", units.FormatBytes(int64(rest)))
		}
		s.add(htmlPart{Title: strings.ToUpper(section.title[:1]) + section.title[1:], Table: list, Folded: len(section.table.rows) > tallRows})
	}
	s.add(factsPart("In short", compareFacts(c)))
	s.add(notCheckedPart(c.NotChecked))
	return s
}

// amountsTable sets the sizes and counts of both plans side by side.
func amountsTable(c result.Compare) *htmlTable {
	list := &htmlTable{Columns: []htmlColumn{{Title: "what"}, {Title: "old", Right: true}, {Title: "new", Right: true}, {Title: "change", Right: true}, {Title: "relative", Right: true}}}
	cell := func(a result.AmountChange, number *int64) htmlCell {
		switch {
		case number == nil:
			return htmlCell{Text: notKnown}
		case a.Unit == "bytes":
			return bytesCell(*number)
		}
		return htmlCell{Text: units.FormatBytes(*number)}
	}
	for _, a := range c.Amounts {
		row := []htmlCell{{Text: a.Name}, cell(a, a.Old), cell(a, a.New), {}, {}}
		if a.Change != nil {
			row[3] = changeCell(int64(*a.Change))
			if a.Unit != "bytes" {
				row[3].Size = ""
			}
			if *a.Change != 0 && a.Ratio != nil && a.Old != nil {
				row[4].Text = relativeText(int64(*a.Change), *a.Old, float64(*a.Ratio))
			}
		}
		list.Rows = append(list.Rows, row)
	}
	return list
}

// propertiesTable sets the properties of both plans side by side.
func propertiesTable(c result.Compare) *htmlTable {
	list := &htmlTable{Columns: []htmlColumn{{Title: "what"}, {Title: "old"}, {Title: "new"}, {Title: ""}}}
	for _, p := range c.Properties {
		row := []htmlCell{{Text: p.Name}, {Text: optionalText(p.Old)}, {Text: optionalText(p.New)}, {Text: equalMark(p)}}
		if p.Differs {
			row[3] = htmlCell{Text: "differs", Badge: true, Tone: "warn"}
		}
		list.Rows = append(list.Rows, row)
	}
	return list
}

func findingChangesPart(changes result.FindingChanges) htmlPart {
	part := htmlPart{Title: "Findings that differ"}
	for _, change := range changedFindings(changes) {
		f := change.finding
		part.Findings = append(part.Findings, htmlFinding{What: change.what, Level: string(f.Level), Tone: levelTone(f.Level), Rule: f.Rule, Message: f.Message})
	}
	return part
}

// addMaps draws both maps under each other to one scale, and again without their long zero runs where zeros drown the
// rest of one; then what grew.
func (s *htmlSection) addMaps(c result.Compare, labels htmlLooks) {
	if c.Old.Map == nil || c.New.Map == nil {
		return
	}
	sides := []struct {
		name string
		plan result.Map
	}{{"Old", *c.Old.Map}, {"New", *c.New.Map}}
	var whole, zoomed [2]strip
	drowned := false
	for i, side := range sides {
		whole[i] = wholeStrip(side.plan)
		var ok bool
		if zoomed[i], ok = zoomStrip(side.plan, whole[i]); !ok {
			zoomed[i] = whole[i]
		}
		drowned = drowned || ok
	}
	part := htmlPart{Title: "Both byte maps, to one scale"}
	pair := func(strips [2]strip, suffix string) {
		scale := max(strips[0].bytes, strips[1].bytes)
		for i, one := range strips {
			if one.bytes == 0 {
				continue
			}
			drawn := newHTMLStrip(one, labels, scale)
			drawn.Title = sides[i].name + ": " + sides[i].plan.File + suffix
			if i == 0 {
				drawn.Ticks = ticks(scale, scale)
			}
			part.Strips = append(part.Strips, drawn)
		}
	}
	pair(whole, "")
	s.add(part)
	if drowned {
		part = htmlPart{Title: "The same without long zero runs"}
		pair(zoomed, "")
		s.add(part)
	}
	s.add(growthPart(sides[0].plan, sides[1].plan, labels))
}

// growthPart sets the bytes of each label in both plans side by side, the largest change first.
func growthPart(old, new result.Map, labels htmlLooks) htmlPart {
	type growth struct {
		label    string
		old, new int64
	}
	var all []growth
	at := func(label string) *growth {
		for i := range all {
			if all[i].label == label {
				return &all[i]
			}
		}
		all = append(all, growth{label: label})
		return &all[len(all)-1]
	}
	for _, total := range old.Labels {
		at(total.Label).old = total.Bytes
	}
	for _, total := range new.Labels {
		at(total.Label).new = total.Bytes
	}
	largest := int64(1)
	for _, g := range all {
		largest = max(largest, abs(g.new-g.old))
	}
	slices.SortStableFunc(all, func(a, b growth) int { return cmp.Compare(abs(b.new-b.old), abs(a.new-a.old)) })
	list := &htmlTable{Columns: []htmlColumn{{Title: "label"}, {Title: "old bytes", Right: true}, {Title: "new bytes", Right: true}, {Title: "change", Right: true}},
		Footer: []htmlCell{{Text: "total"}, bytesCell(old.Size), bytesCell(new.Size), changeCell(new.Size - old.Size)}}
	for _, g := range all {
		change := changeCell(g.new - g.old)
		width := percent(float64(abs(g.new-g.old)), 2*float64(largest))
		change.Bar = &htmlSpan{At: "50%", Width: width, Class: labels.class(g.label)}
		if g.new < g.old {
			change.Bar.At = percent(float64(largest)-float64(g.old-g.new), 2*float64(largest))
		}
		list.Rows = append(list.Rows, []htmlCell{labelCell(g.label, labels), bytesCell(g.old), bytesCell(g.new), change})
	}
	return htmlPart{Title: "Growth by label", Table: list}
}

func changeCell(change int64) htmlCell {
	if change == 0 {
		return htmlCell{Text: "0"}
	}
	return htmlCell{Text: signed(change), Size: roundedSize(change)}
}

// abs is the size of a change. Sizes are not negative, so a change has an opposite.
func abs(change int64) int64 { return max(change, -change) }
