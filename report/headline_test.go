package report

import (
	"io"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

func TestReason(t *testing.T) {
	finding := func(rule string, level result.Level, offset, bytes int64) result.Finding {
		return result.Finding{Rule: rule, Level: level, Message: "message of " + rule, Offset: &offset, Bytes: &bytes}
	}
	container := &result.Container{PlanSize: 10_000_000, DeclaredSize: ptr[int64](8_000_000), EndTagOffset: ptr[int64](1_000_000)}
	for name, test := range map[string]struct {
		scan result.Scan
		want string
	}{
		"behind the end tag": {result.Scan{Verdict: result.VerdictPadded, Container: container,
			Findings: []result.Finding{finding("PL202", result.LevelError, 1_000_004, 2_000_000)}}, "2,000,000 zero bytes in one run behind the end tag"},
		"behind the declared end": {result.Scan{Verdict: result.VerdictSuspect, Container: container,
			Findings: []result.Finding{finding("PL103", result.LevelError, 8_000_000, 2_000_000)}}, "2,000,000 zero bytes in one run behind the declared end"},
		"up to the end": {result.Scan{Verdict: result.VerdictSuspect, Container: &result.Container{PlanSize: 10_000_000},
			Findings: []result.Finding{finding("PL203", result.LevelError, 5_000_000, 5_000_000)}}, "5,000,000 zero bytes in one run up to the end"},
		"in the middle": {result.Scan{Verdict: result.VerdictSuspect, Container: container,
			Findings: []result.Finding{finding("PL203", result.LevelError, 900, 5_000)}}, "5,000 zero bytes in one run at offset 900"},
		"several": {result.Scan{Verdict: result.VerdictSuspect, Container: container,
			Zeros:    &result.Zeros{Runs: []result.Run{{Offset: 900, Length: 5_000}, {Offset: 9_000, Length: 7_000}}},
			Findings: []result.Finding{finding("PL203", result.LevelError, 9_000, 12_000), finding("PL203", result.LevelNote, 90_000, 1)}},
			"12,000 zero bytes in several runs, the longest 7,000 bytes (6.84 KiB)"},
		"two rules": {result.Scan{Verdict: result.VerdictPadded, Container: container,
			Findings: []result.Finding{finding("PL202", result.LevelError, 900, 5_000), finding("PL103", result.LevelError, 9_000, 7_000)}},
			"12,000 zero bytes that 2 rules are about"},
		"no run": {result.Scan{Verdict: result.VerdictSuspect, Findings: []result.Finding{{Rule: "PL105", Level: result.LevelWarning, Message: "no end tag"}}}, "no end tag"},
		"worst first": {result.Scan{Verdict: result.VerdictDamaged, Findings: []result.Finding{{Level: result.LevelNote, Message: "note"},
			{Level: result.LevelError, Message: "error"}}}, "error"},
		"damaged": {result.Scan{Verdict: result.VerdictDamaged, Container: &result.Container{PlanSize: 8, DeclaredSize: ptr[int64](10)}},
			"2 bytes missing of the 10 that the header declares"},
		"damaged without a container": {result.Scan{Verdict: result.VerdictDamaged}, "no judgement possible"},
		"clean with a note": {result.Scan{Verdict: result.VerdictClean, Zeros: &result.Zeros{Bytes: 5, MinRun: 4096},
			Findings: []result.Finding{{Level: result.LevelNote}}}, "no zero run of 4 KiB or more; 1 note"},
		"clean with an error": {result.Scan{Verdict: result.VerdictClean, Findings: []result.Finding{{Rule: "PL108", Level: result.LevelNote},
			{Rule: "PL107", Level: result.LevelError, Message: "built for SM 90, expected 80"}}}, "PL107 error: built for SM 90, expected 80"},
		"no zeros": {result.Scan{Verdict: result.VerdictClean, Zeros: &result.Zeros{}}, "no zero byte"},
		"raw":      {result.Scan{Verdict: result.VerdictNotPlan, Zeros: &result.Zeros{Bytes: 3, Longest: &result.Run{Length: 3}}}, "longest zero run 3 bytes"},
	} {
		if got := reason(test.scan); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestTotals(t *testing.T) {
	scans := []result.Scan{paddedScan(), damagedScan(), cleanScan()}
	failures := []result.Error{{File: "cut.plan"}, {File: "a.html"}}
	totals := verdictTotals(scans, failures)
	if got, want := summaryLine(totals), "4 inputs, 5,489,832,443 bytes (5.11 GiB): 1 padded, 1 damaged, 1 clean, 1 not judged"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for name, test := range map[string]struct {
		scans    []result.Scan
		failures []result.Error
		options  Options
		writes   bool
	}{
		"one":              {scans[:1], nil, Options{}, false},
		"one damaged":      {scans[1:2], failures[:1], Options{}, false},
		"one and a failed": {scans[:1], failures[1:], Options{}, true},
		"quiet":            {scans, failures, Options{Quiet: true}, false},
		"none":             {nil, nil, Options{}, false},
	} {
		out := render(t, func(w io.Writer) error { return ScanSummary(w, test.scans, test.failures, test.options) })
		if (len(out) > 0) != test.writes {
			t.Errorf("%s: %q", name, out)
		}
	}
}

// TestWidths checks at every width that lines fit, with names that are too long for each.
func TestWidths(t *testing.T) {
	for width := minWidth; width <= 160; width += 7 {
		options := Options{Width: width, Verbose: true, MaxRuns: -1}
		for _, scan := range scanDocument().Results {
			scan.File = strings.Repeat("deep/folder/", 30) + scan.File
			checkText(t, "scan", string(render(t, func(w io.Writer) error { return ScanText(w, scan, options) })), width)
		}
		for _, plan := range maps().Results {
			checkText(t, "map", string(render(t, func(w io.Writer) error { return MapText(w, plan, options) })), width)
		}
		checkText(t, "rules", string(render(t, func(w io.Writer) error { return RulesText(w, sampleRules().Results, options) })), width)
	}
}

// TestLongRunLists checks what is said of runs that are not listed.
func TestLongRunLists(t *testing.T) {
	scan := paddedScan()
	scan.Zeros.Runs = nil
	for i := range int64(25) {
		scan.Zeros.Runs = append(scan.Zeros.Runs, result.Run{Offset: i * 100_000, Length: 5_000 + i})
	}
	scan.Zeros.RunsTotal, scan.Zeros.RunsOmitted = 30, 5
	for want, options := range map[string]Options{
		"[20 others; -v lists all]": {}, "[28 others; -v lists all]": {MaxRuns: 2}, "[5 shorter ones not kept]": {MaxRuns: -1},
	} {
		text := string(render(t, func(w io.Writer) error { return ScanText(w, scan, options) }))
		if !strings.Contains(text, want) {
			t.Errorf("%+v: no %q in\n%s", options, want, text)
		}
	}
}

// failing is a writer that fails, as a closed pipe does.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
