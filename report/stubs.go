package report

import (
	"io"

	"github.com/planlint/planlint/internal/result"
)

// MapText writes one result.
func MapText(w io.Writer, plan result.Map, options Options) error { return nil }

// MapCSV writes one row for each range.
func MapCSV(w io.Writer, document result.Document[result.Map]) error { return nil }

// MapMarkdown writes the labels of every map as a table.
func MapMarkdown(w io.Writer, document result.Document[result.Map], options Options) error {
	return nil
}

// MapSVG writes a picture of one map.
func MapSVG(w io.Writer, plan result.Map) error { return nil }

// MapHTML writes a page of its own with a picture and a table for each map.
func MapHTML(w io.Writer, document result.Document[result.Map]) error { return nil }

