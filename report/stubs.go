package report

import (
	"io"

	"github.com/planlint/planlint/internal/result"
)

// ScanText writes one result; call it for each result as it comes, in order.
func ScanText(w io.Writer, scan result.Scan, options Options) error { return nil }

// ScanSummary closes the text of several inputs with counts and total bytes; nothing for a single input.
func ScanSummary(w io.Writer, scans []result.Scan, failures []result.Error, options Options) error {
	return nil
}

// ScanCSV writes one row for each file.
func ScanCSV(w io.Writer, document result.Document[result.Scan]) error { return nil }

// ScanMarkdown writes what one pastes in a ticket.
func ScanMarkdown(w io.Writer, document result.Document[result.Scan], options Options) error {
	return nil
}

// InfoText writes one result.
func InfoText(w io.Writer, info result.Info, options Options) error { return nil }

// InfoCSV writes one row for each file.
func InfoCSV(w io.Writer, document result.Document[result.Info]) error { return nil }

// InfoMarkdown writes what one pastes in a ticket.
func InfoMarkdown(w io.Writer, document result.Document[result.Info], options Options) error {
	return nil
}

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

// RulesText lists the rules.
func RulesText(w io.Writer, rules []result.Rule, options Options) error { return nil }

// RulePageText writes the page of one rule.
func RulePageText(w io.Writer, rule result.Rule, options Options) error { return nil }

// RulesMarkdown writes the pages of all rules.
func RulesMarkdown(w io.Writer, rules []result.Rule) error { return nil }

// TrimText writes what trim did to one file.
func TrimText(w io.Writer, trim result.Trim, options Options) error { return nil }
