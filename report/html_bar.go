package report

import (
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// htmlBar is a zero run as the sum of the padding of groups, to the byte.
type htmlBar struct {
	Title, Bytes, Size string
	Pieces             []htmlPiece
	// Sum is the addition in numbers.
	Sum   string
	Table *htmlTable
}

// sumTerms is up to how many parts an addition is written out.
const sumTerms = 8

// runBar stacks the groups of a run, and what they leave of it.
func runBar(run result.Run, groups []result.PredictGroup) htmlBar {
	bar := htmlBar{Title: "Zero run at offset " + units.FormatBytes(run.Offset), Bytes: units.FormatBytes(run.Length), Size: roundedSize(run.Length)}
	parts := partTable(run, groups)
	bar.Table = newHTMLTable(parts)
	at, terms := int64(0), []string{}
	row := 0
	for _, part := range run.Explained {
		if part.Group < 0 || part.Group >= len(groups) {
			continue
		}
		name := groupName(groups[part.Group])
		bar.add(name, at, part.Bytes, run.Length, groupClass(part.Group))
		bar.Table.Rows[row][0].Look = groupClass(part.Group)
		terms = append(terms, units.FormatBytes(part.Bytes))
		at += part.Bytes
		row++
	}
	if rest := run.Length - at; rest > 0 {
		bar.add("residue", at, rest, run.Length, "zero")
		bar.Table.Rows = append(bar.Table.Rows, restRow(len(bar.Table.Columns), rest, run.Length))
		terms = append(terms, units.FormatBytes(rest)+" residue")
	}
	bar.Table.Footer = make([]htmlCell, len(bar.Table.Columns))
	bar.Table.Footer[0].Text = "the run"
	n := len(bar.Table.Columns)
	bar.Table.Footer[n-2], bar.Table.Footer[n-1] = bytesCell(run.Length), htmlCell{Text: "100 %"}
	if len(terms) <= sumTerms {
		bar.Sum = strings.Join(terms, " + ") + " = " + units.FormatBytes(run.Length) + " bytes"
	}
	return bar
}

// add stacks a part of the given size from a place on, with its name where there is room.
func (b *htmlBar) add(name string, at, size, whole int64, class string) {
	piece := htmlPiece{At: percent(float64(at), float64(whole)), Width: percent(float64(size), float64(whole)), Class: class,
		Tip: name + ": " + bytesAndSize(size) + ", " + units.FormatShare(size, whole)}
	if 900*float64(size)/float64(whole) > textWidth(name)+24 {
		piece.Name = name
	}
	b.Pieces = append(b.Pieces, piece)
}

// restRow is the row of what no group accounts for. Its last two columns are bytes and share.
func restRow(columns int, rest, of int64) []htmlCell {
	row := make([]htmlCell, columns)
	row[0] = htmlCell{Text: "residue", Look: "zero"}
	row[columns-2], row[columns-1] = bytesCell(rest), htmlCell{Text: units.FormatShare(rest, of)}
	return row
}
