package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// htmlTable is a table whose columns sort by a click where scripts run.
type htmlTable struct {
	Columns []htmlColumn
	Rows    [][]htmlCell
	Footer  []htmlCell
	// Tall tables scroll by themselves. Rows of Fixed ones belong together and are not sorted.
	Tall, Fixed bool
	// Rest says what is not in the table.
	Rest string
}

type htmlColumn struct {
	Title string
	Right bool // numbers
	Name  bool // code
}

// htmlCell is a cell: a text, or an exact number with a rounded size beside it.
type htmlCell struct {
	Text, Size string
	// Note stands below, for what has no column.
	Note string
	// Look is the class of a swatch before the text, Href the section that the cell leads to, Tone what a word in
	// a badge means.
	Look, Href, Tone string
	Badge            bool
	// Bar is drawn behind the number: its start and its width in percent, and its class.
	Bar *htmlSpan
}

// htmlSpan is a stretch of a bar in percent of its width.
type htmlSpan struct{ At, Width, Class string }

// tallRows is from how many rows on a table scrolls by itself.
const tallRows = 40

// sizeTitle is the column of rounded sizes, which stand beside the bytes of the column before it on a page.
const sizeTitle = "size"

// newHTMLTable makes a table of text into one of a page.
func newHTMLTable(t table) *htmlTable {
	made := &htmlTable{Tall: len(t.rows) > tallRows}
	var sizes []int
	for i, c := range t.columns {
		if c.title == sizeTitle && c.right && i > 0 {
			sizes = append(sizes, i)
			continue
		}
		made.Columns = append(made.Columns, htmlColumn{Title: c.title, Right: c.right, Name: c.name})
	}
	row := func(cells []string) []htmlCell {
		line := make([]htmlCell, 0, len(made.Columns))
		for i := range t.columns {
			text := ""
			if i < len(cells) {
				text = cells[i]
			}
			if slices.Contains(sizes, i) {
				if last := &line[len(line)-1]; isRounded(text) {
					last.Size = text
				}
				continue
			}
			cell := htmlCell{Text: text}
			if size, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64); t.columns[i].bytes && err == nil {
				cell = bytesCell(size)
			}
			line = append(line, cell)
		}
		return line
	}
	for _, cells := range t.rows {
		made.Rows = append(made.Rows, row(cells))
	}
	if t.footer != nil {
		made.Footer = row(t.footer)
	}
	return made
}

// htmlRow is a row as its template needs it.
type htmlRow struct {
	Columns []htmlColumn
	Cells   []htmlCell
}

func cellsOf(t *htmlTable, cells []htmlCell) htmlRow { return htmlRow{t.Columns, cells} }

// isRounded is false for a size in plain bytes, beside which it says nothing new.
func isRounded(size string) bool { return len(size) > 1 && size[len(size)-2:] != " B" }

// roundedSize is a size in binary units, "" where the bytes are as easily read.
func roundedSize(size int64) string {
	if text := units.FormatSize(size); isRounded(text) {
		return text
	}
	return ""
}

// bytesCell is an exact number of bytes with a rounded one beside it.
func bytesCell(size int64) htmlCell {
	return htmlCell{Text: units.FormatBytes(size), Size: roundedSize(size)}
}

// labelCell is a label of a byte map with its swatch.
func labelCell(label string, looks htmlLooks) htmlCell {
	return htmlCell{Text: label, Look: looks.class(label)}
}

// verdictCell is a verdict as a badge.
func verdictCell(verdict result.Verdict) htmlCell {
	return htmlCell{Text: verdictWord(verdict), Tone: verdictTone(verdict), Badge: true}
}
