// Package report writes results in the formats that planlint prints, one file a format. It knows only
// the structs of internal/result. Whatever a file or a plan may have put into a name is escaped before it
// reaches a terminal, a web page, a Markdown or a CSV reader.
package report

import "github.com/planlint/planlint/internal/result"

// The widths of text output, in columns.
const (
	defaultWidth = 100
	minWidth     = 60
)

// DefaultMaxRuns is how many zero runs text and Markdown list, the longest first.
const DefaultMaxRuns = 10

// Options shape text and Markdown. The zero value is plain text of 100 columns.
type Options struct {
	// Width is the number of columns that text may take; 0 means 100, and less than 60 means 60.
	Width int
	// Color asks for colours and bold type (ANSI escapes).
	Color bool
	// Verbose lists everything: all kernels, all machine code, all sections.
	Verbose bool
	// Quiet leaves one line for each file.
	Quiet bool
	// Brief leaves the headline and the findings.
	Brief bool
	// MaxRuns is how many zero runs are listed; 0 means DefaultMaxRuns, negative means all.
	MaxRuns int
	// Advice returns in one line what to do about a finding of a rule, "" if there is nothing to say.
	// Nil means a pointer to the rule's page.
	Advice func(rule string) string

	// The rest is for the formats of CI systems.

	// FailOn is the level from which on a finding fails; "" means error.
	FailOn result.Level
	// Places knows where files are in the repository.
	Places Places
	// Rules are those that findings can be of.
	Rules []result.Rule
}

func (o Options) width() int {
	switch {
	case o.Width == 0:
		return defaultWidth
	case o.Width < minWidth:
		return minWidth
	}
	return o.Width
}

func (o Options) maxRuns(total int) int {
	switch {
	case o.Verbose || o.MaxRuns < 0:
		return total
	case o.MaxRuns == 0:
		return min(total, DefaultMaxRuns)
	}
	return min(total, o.MaxRuns)
}

func (o Options) advice(rule string) string {
	if o.Advice == nil {
		return pageAdvice(rule)
	}
	return o.Advice(rule)
}

// pageAdvice points to the page of a rule.
func pageAdvice(rule string) string { return "planlint rules " + rule }
