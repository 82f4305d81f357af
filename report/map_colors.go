package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// paint is how a label looks in a picture. Colours come from the palette of Okabe and Ito, which people
// who are colour-blind can tell apart; marks tell the same apart in a grey print.
type paint struct {
	fill string
	ink  string // of the marks
	mark mark
}

// mark is drawn over a colour, in a tile of markTile by markTile units.
type mark string

const markTile = 8

const (
	plain   mark = ""
	rising  mark = "M-2,2L2,-2M0,8L8,0M6,10L10,6"
	falling mark = "M-2,6L2,10M0,0L8,8M6,-2L10,2"
	across  mark = "M0,2H8M0,6H8"
	upright mark = "M2,0V8M6,0V8"
	dotted  mark = "M2,1V3M1,2H3M6,5V7M5,6H7"
	checked mark = "M0,0L8,8M0,8L8,0"
	crossed mark = "M0,4H8M4,0V8"
)

// labelPaint is the look of the labels that planlint gives; the same in every picture.
func labelPaint(label string) (paint, bool) {
	switch label {
	case result.LabelZeroRun:
		return paint{"#eceff2", "#9aa4ae", rising}, true
	case result.LabelHeader:
		return paint{"#24292f", "", plain}, true
	case result.LabelSectionTable:
		return paint{"#6e7781", "#d0d7de", across}, true
	case result.LabelSection + "ENGN":
		return paint{"#56b4e9", "", plain}, true
	case result.LabelSection + "WGHT":
		return paint{"#0072b2", "#7cc0ea", falling}, true
	case result.LabelWeights:
		return paint{"#0072b2", "#7cc0ea", rising}, true
	case result.LabelGPUCode:
		return paint{"#d55e00", "#ffb37a", upright}, true
	case result.LabelHostCode:
		return paint{"#cc79a7", "#7d3c60", dotted}, true
	case result.LabelWrapper:
		return paint{"#009e73", "#b5ead9", crossed}, true
	case result.LabelEndTag:
		return paint{"#e69f00", "#6b4a00", rising}, true
	case result.LabelAlignment:
		return paint{"#f0e442", "#8a8000", dotted}, true
	case result.LabelAfterEnd:
		return paint{"#a40e26", "#ffb3bd", checked}, true
	case result.LabelUnlabelled:
		return paint{"#ffffff", "#8c959f", dotted}, true
	}
	return paint{}, false
}

// sparePaints are for labels that have no look of their own, in order of size.
func sparePaints() []paint {
	return []paint{
		{"#117733", "#9bd3ad", falling}, {"#882255", "#e0a8c4", rising}, {"#332288", "#b3a9ea", dotted}, {"#999933", "#f2f2b8", upright},
		{"#44aa99", "#d3f2ec", checked}, {"#aa4499", "#f0c4e8", across}, {"#661100", "#dfa596", rising}, {"#6699cc", "#16324f", dotted},
	}
}

// labelPaints gives every label of a map its look. With more labels than looks, the smallest share them.
func labelPaints(labels []result.LabelTotal) map[string]paint {
	paints := map[string]paint{}
	spare, next := sparePaints(), 0
	for _, label := range labels {
		look, ok := labelPaint(label.Label)
		if !ok {
			look = spare[next%len(spare)]
			next++
		}
		paints[label.Label] = look
	}
	return paints
}

// definitions are the SVG patterns of all labels with marks, under identifiers that start with prefix.
func definitions(prefix string, labels []result.LabelTotal, paints map[string]paint) string {
	var out strings.Builder
	for i, label := range labels {
		look := paints[label.Label]
		if look.mark == plain {
			continue
		}
		fmt.Fprintf(&out, `<pattern id="%s%d" width="%d" height="%d" patternUnits="userSpaceOnUse">`+
			`<rect width="%d" height="%d" fill="%s"/><path d="%s" stroke="%s" stroke-width="1.2" fill="none"/></pattern>`+"\n",
			prefix, i, markTile, markTile, markTile, markTile, look.fill, look.mark, look.ink)
	}
	return out.String()
}

// fills maps each label to the value of its fill attribute.
func fills(prefix string, labels []result.LabelTotal, paints map[string]paint) map[string]string {
	values := map[string]string{}
	for i, label := range labels {
		values[label.Label] = paints[label.Label].fill
		if paints[label.Label].mark != plain {
			values[label.Label] = fmt.Sprintf("url(#%s%d)", prefix, i)
		}
	}
	return values
}
