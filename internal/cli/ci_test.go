package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// Markdown fits in a comment, unless everything is asked for.
func TestMarkdownForComment(t *testing.T) {
	for _, c := range []struct {
		plans   int
		verbose bool
		start   string
		fits    bool
	}{
		{2, false, "2 inputs, ", true},
		{2000, false, "### planlint scan: passed. 0 of 2000 failed: 0 errors, 0 warnings, 0 notes.", true},
		{2000, true, "2,000 inputs, ", false},
	} {
		document := result.NewDocument[result.Scan](result.SchemaScan, "")
		for i := range c.plans {
			document.Results = append(document.Results, result.Scan{File: fmt.Sprintf("engines/%d.plan", i), Size: 1000, Verdict: result.VerdictClean})
		}
		var page bytes.Buffer
		if err := scanView().print(&page, report.Markdown, document, report.Options{Verbose: c.verbose}); err != nil {
			t.Fatal(err)
		}
		if characters := utf8.RuneCount(page.Bytes()); !strings.HasPrefix(page.String(), c.start) || (characters <= report.MaxComment) != c.fits {
			t.Errorf("%d plans, verbose %v: %d characters, %.80q", c.plans, c.verbose, characters, page.String())
		}
	}
}
