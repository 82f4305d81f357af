package report

import (
	"fmt"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// table is rows under titles, rendered as text or Markdown, or made into one of a page. Cells hold raw text: each rendering
// escapes them for its reader. This file is the only one that knows the table library.
type table struct {
	columns []column
	rows    [][]string
	footer  []string // totals; nil for none
}

type column struct {
	title string
	right bool // numbers
	name  bool // may be shortened to fit, and is code in Markdown
	least int  // what a name keeps, in columns, if that is more than minName
	spare int  // what text leaves out where it does not fit, the highest first; 0 stays
	bytes bool // an exact number of bytes, beside which a page has a rounded one
}

// gap separates the columns of text.
const gap = "  "

// text renders the table in lines of at most limit columns, without trailing spaces. Names give way first,
// down to minName, then spare columns.
func (t table) text(limit int) (string, error) {
	lines := t.mapCells(func(cell string, _ column) string { return Visible(cell) })
	for lines.least() > limit && lines.dropSpare() {
	}
	lines.fit(limit)
	rendered, err := lines.render(renderer.NewBlueprint(tw.Rendition{
		Borders: tw.BorderNone,
		Symbols: tw.NewSymbols(tw.StyleNone),
		Settings: tw.Settings{
			Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off, ShowHeader: tw.Off, ShowFooter: tw.Off},
			Lines:      tw.LinesNone,
		},
	}), tw.Padding{Right: gap, Overwrite: true})
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for line := range strings.Lines(rendered) {
		out.WriteString(strings.TrimRight(line, " \n"))
		out.WriteByte('\n')
	}
	return out.String(), nil
}

// markdown renders the table as GitHub does tables.
func (t table) markdown() (string, error) {
	escaped := t.mapCells(func(cell string, c column) string {
		if c.name {
			return markdownCode(cell)
		}
		return markdownText(cell)
	})
	for i := range escaped.footer { // a total is no name
		escaped.footer[i] = markdownText(t.footer[i])
	}
	return escaped.render(renderer.NewMarkdown(), tw.Padding{Left: " ", Right: " "})
}

func (t table) render(format tw.Renderer, padding tw.Padding) (string, error) {
	var out strings.Builder
	alignment := make([]tw.Align, len(t.columns))
	titles := make([]string, len(t.columns))
	for i, c := range t.columns {
		alignment[i], titles[i] = tw.AlignLeft, c.title
		if c.right {
			alignment[i] = tw.AlignRight
		}
	}
	cells := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Alignment:  tw.CellAlignment{PerColumn: alignment},
		Padding:    tw.CellPadding{Global: padding},
	}
	writer := tablewriter.NewTable(&out,
		tablewriter.WithRenderer(format),
		tablewriter.WithConfig(tablewriter.Config{Header: cells, Row: cells, Footer: cells}),
		tablewriter.WithEastAsian(tw.Off), // output must not depend on the locale
		tablewriter.WithTrimSpace(tw.Off),
	)
	writer.Header(titles)
	for _, row := range t.rows {
		if err := writer.Append(row); err != nil {
			return "", fmt.Errorf("adding a row to a table: %w", err)
		}
	}
	if t.footer != nil {
		writer.Footer(t.footer)
	}
	if err := writer.Render(); err != nil {
		return "", fmt.Errorf("rendering a table: %w", err)
	}
	return out.String(), nil
}

// mapCells returns a copy with every cell passed through change.
func (t table) mapCells(change func(string, column) string) table {
	changed := table{columns: t.columns}
	apply := func(row []string) []string {
		cells := make([]string, len(t.columns))
		for i := range min(len(row), len(cells)) {
			cells[i] = change(row[i], t.columns[i])
		}
		return cells
	}
	for _, row := range t.rows {
		changed.rows = append(changed.rows, apply(row))
	}
	if t.footer != nil {
		changed.footer = apply(t.footer)
	}
	return changed
}
