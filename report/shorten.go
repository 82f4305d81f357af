package report

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// ellipsis stands for what was left out. It is ASCII, as all text of our own is, so that it survives
// every terminal and log.
const ellipsis = "..."

// columns is the width of text on a terminal: wide characters take two columns, combining marks none.
// Ambiguous characters count as narrow wherever planlint runs, so that output does not depend on it.
func columns(text string) int { return displaywidth.String(text) }

// shorten cuts the middle out of text that is wider than limit columns: the start and the end of a path or
// a kernel name tell the most. Marks that take no column are not left to pile up.
func shorten(text string, limit int) string {
	if columns(text) <= limit && len(text) <= 8*limit {
		return text
	}
	if limit <= len(ellipsis) {
		return ellipsis[:max(limit, 0)]
	}
	rest := limit - len(ellipsis)
	characters := []rune(text)
	head, headEnd := 0, 0
	for headEnd < len(characters) && headEnd < 2*limit {
		width := columns(string(characters[:headEnd+1]))
		if width > rest/2 {
			break
		}
		head = width
		headEnd++
	}
	tailStart := len(characters)
	for tailStart > headEnd && len(characters)-tailStart < 2*limit {
		if columns(string(characters[tailStart-1:])) > rest-head {
			break
		}
		tailStart--
	}
	return string(characters[:headEnd]) + ellipsis + string(characters[tailStart:])
}

// wrap breaks text at spaces into lines of at most limit columns; a longer word is shortened. Spaces that
// follow each other inside a line stay.
func wrap(text string, limit int) []string {
	var lines []string
	line, width := "", 0
	for i, word := range strings.Split(strings.TrimSpace(text), " ") {
		word = shorten(word, limit)
		wordWidth := columns(word)
		switch {
		case i == 0:
			line, width = word, wordWidth
		case width+1+wordWidth <= limit:
			line, width = line+" "+word, width+1+wordWidth
		default:
			lines = append(lines, strings.TrimRight(line, " "))
			line, width = word, wordWidth
		}
	}
	return append(lines, line)
}
