package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// PredictHTML writes a page that stands for itself: the total of each model, what it rests on, and its groups.
func PredictHTML(w io.Writer, document result.Document[result.Predict]) error {
	page := newHTMLPage("predict", fmt.Sprintf("Predicted padding of %d models", len(document.Results)), document.Tool)
	if len(document.Results) == 1 {
		page.Title = document.Results[0].Model
	}
	page.Errors = errorsTable(document.Errors)
	left := listedRanges
	for i, p := range document.Results {
		page.Sections = append(page.Sections, predictSection(i, p, &left))
	}
	if len(document.Results) > 1 {
		page.Summary = predictSummary(document.Results)
	}
	return page.write(w)
}

func predictSummary(predictions []result.Predict) *htmlTable {
	list := &htmlTable{Tall: len(predictions) > tallRows, Columns: []htmlColumn{{Title: "prediction"}, {Title: "model", Name: true}, {Title: "target"}, {Title: "padding", Right: true},
		{Title: "least", Right: true}, {Title: "most", Right: true}, {Title: "groups", Right: true}}}
	for i, p := range predictions {
		word, verdict := predictWord(p)
		list.Rows = append(list.Rows, []htmlCell{{Text: word, Tone: verdictTone(verdict), Badge: true}, {Text: p.Model, Href: sectionID(i)}, {Text: p.Target}, bytesCell(p.PaddingBytes),
			bytesCell(p.PaddingBytesMin), bytesCell(p.PaddingBytesMax), {Text: units.FormatBytes(int64(len(p.Groups)))}})
	}
	return list
}

func predictSection(i int, p result.Predict, left *int) htmlSection {
	word, verdict := predictWord(p)
	s := htmlSection{ID: sectionID(i), Word: word, Tone: verdictTone(verdict), Name: p.Model, Why: predictSentence(p)}
	s.Figures = []htmlFigure{sizeFigure("predicted padding", p.PaddingBytes, "with "+product(p.Target))}
	if p.PaddingBytesMin != p.PaddingBytesMax {
		s.Figures = append(s.Figures, sizeFigure("at least", p.PaddingBytesMin, ""), sizeFigure("at most", p.PaddingBytesMax, ""))
	}
	s.add(predictBar(p))
	s.add(factsPart("What it rests on", predictFacts(p)))
	shown, _ := shownGroups(p, Options{Verbose: true})
	shown = shown[:take(left, len(shown))]
	groups := newHTMLTable(groupTable(shown))
	for row, g := range shown {
		cell := &groups.Rows[row][0]
		cell.Note = whyText(g)
		if number(g.PaddingBytes) > 0 {
			cell.Look = groupClass(row)
		}
	}
	if rest := len(p.Groups) - len(shown); rest > 0 {
		groups.Rest = fmt.Sprintf("%s others are not listed; CSV has all.", units.FormatBytes(int64(rest)))
	}
	s.add(htmlPart{Title: "Groups", Note: "One that is fused with a producer saves its padding.", Table: groups})
	unknown := htmlPart{Title: "Not predictable"}
	for _, n := range p.NotPredictable[:min(len(p.NotPredictable), pageKernels)] {
		unknown.List = append(unknown.List, unknownText(n))
	}
	s.add(unknown)
	return s
}

// predictBar stacks the predicted padding of the groups.
func predictBar(p result.Predict) (part htmlPart) {
	if p.PaddingBytes <= 0 {
		return part
	}
	bar := htmlBar{Title: "Predicted padding", Bytes: units.FormatBytes(p.PaddingBytes), Size: roundedSize(p.PaddingBytes)}
	at := int64(0)
	shown, _ := shownGroups(p, Options{Verbose: true})
	for i, g := range shown[:min(len(shown), stripCells)] {
		if g.PaddingBytes != nil && *g.PaddingBytes > 0 {
			bar.add(groupName(g), at, *g.PaddingBytes, p.PaddingBytes, groupClass(i))
			at += *g.PaddingBytes
		}
	}
	return htmlPart{Title: "Padding by group", Bars: []htmlBar{bar}}
}

func groupOps(g result.PredictGroup) string { return strings.Join(g.Ops, " ") }

func shapeAndType(g result.PredictGroup) string {
	return strings.TrimSpace(groupShape(g) + " " + g.DType)
}

func optionalCell(size *int64) htmlCell {
	if size == nil {
		return htmlCell{Text: notKnown}
	}
	return bytesCell(*size)
}
