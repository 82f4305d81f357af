package report

import (
	"io"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

// rankGate is a rank set in which one stands out.
func rankGate() result.Gate {
	return result.Gate{
		Kind: result.GateRankSet, File: "engines/llm", Key: "engines/llm/", Version: "10.16.1.11", SM: "90", Size: 129_000_000_000,
		Ranks: &result.GateRanks{Count: 4, WorldSize: ptr[int64](5), Missing: []int64{3}, Sum: 129_000_000_000, Roles: []result.GateRole{
			{Stage: 0, Ranks: []int64{0, 1, 2}, Median: 32_000_000_000, Min: 32_000_000_000, Max: 33_000_000_000}, {Stage: 1, Ranks: []int64{4}, Median: 32_000_000_000, Min: 32_000_000_000, Max: 32_000_000_000}}},
		Checks: []result.GateCheck{
			{Budget: result.BudgetRanks, Source: "rank set", Crossed: true, Message: "of 5 ranks rank 3 is missing"},
			{Budget: result.BudgetOutlier, Source: "default", Against: "stage 0", Limit: ptr[int64](640_000_000), Actual: ptr[int64](1_000_000_000), Base: ptr[int64](32_000_000_000),
				Percent: ptr[result.Real](3.125), Crossed: true, Message: "rank 2 has 33,000,000,000 bytes (30.7 GiB), 1,000,000,000 bytes (+3.12 %) above the median"},
			{Budget: result.BudgetSum, Source: "planlint.yaml:12", Limit: ptr[int64](130_000_000_000), Actual: ptr[int64](129_000_000_000), Message: "129,000,000,000 bytes of 130,000,000,000 allowed"},
		},
		Findings: []result.Finding{{Rule: "PL311", Level: result.LevelError, Message: "of 5 ranks rank 3 is missing"},
			{Rule: "PL312", Level: result.LevelError, Message: "rank 2 has 33,000,000,000 bytes (30.7 GiB), 1,000,000,000 bytes (+3.12 %) above the median"}},
		Causes: []result.GateCause{}, NotChecked: []result.NotChecked{{What: "growth of the sum", Why: "the baseline has no entry for engines/llm/"}}, Verdict: result.GateFail,
	}
}

// gateResults have every verdict and every kind.
func gateResults() result.Document[result.Gate] {
	allowed := failedGate()
	allowed.File, allowed.Label, allowed.Verdict = "engines/grown.plan", "nightly", result.GateAllowed
	allowed.Checks = []result.GateCheck{{Budget: result.BudgetGrowth, Source: "default", Against: "baseline", Limit: ptr[int64](11_534_336), Actual: ptr[int64](20_000_000), Base: ptr[int64](10_485_760),
		Percent: ptr[result.Real](90.734863), Crossed: true, Allowed: true, Message: "9,514,240 bytes (+90.73 %) above"}}
	allowed.Findings = []result.Finding{{Rule: "PL302", Level: result.LevelNote, Message: "9,514,240 bytes (+90.73 %) above (allowed until 2027-01-31: more classes)"}}
	allowed.Causes = []result.GateCause{{Cause: result.GateCauseUnknown, Why: "unknown (not padding): no zero runs of 1 MiB or more account for it"}}
	unjudged := passedGate()
	unjudged.File, unjudged.NotChecked = "engines/new.plan", []result.NotChecked{{What: "growth", Why: "--no-baseline was given"}}
	same, more, less := passedGate(), passedGate(), passedGate()
	grown := func(g *result.Gate, file string, size, base int64) {
		g.File, g.Size = file, size
		g.Checks = append(g.Checks, result.GateCheck{Budget: result.BudgetGrowth, Source: "default", Against: "baseline", Limit: ptr(base + 1<<20), Actual: &size, Base: &base,
			Percent: ptr(result.Real(100 * float64(size-base) / float64(base)))})
	}
	grown(&same, "engines/same.plan", 10_485_760, 10_485_760)
	grown(&more, "engines/a-name-that-is-much-longer-than-any-line-of-a-terminal-has-room-for-beside-what-is-said-of-it.plan", 5_000_000_001, 5_000_000_000)
	grown(&less, "engines/less.plan", 9_000_000, 10_485_760)
	baseline := result.Gate{Kind: result.GateBaseline, File: "planlint-baseline.json", Checks: []result.GateCheck{}, Causes: []result.GateCause{}, NotChecked: []result.NotChecked{}, Verdict: result.GatePass,
		Findings: []result.Finding{{Rule: "PL308", Level: result.LevelNote, Message: "the entry for old.plan, TensorRT 9.3.0.1 is stale: there is no such file; planlint baseline prune removes it"}}}
	settings := baseline
	settings.Kind, settings.File, settings.Verdict = result.GateSettings, "planlint.yaml", result.GateFail
	settings.Findings = []result.Finding{{Rule: "PL309", Level: result.LevelError, Message: "the entry of allow at planlint.yaml:14 (plan: old.plan) expired on 2026-11-30"}}
	document := documentOf(result.SchemaGate, 1, same, more, failedGate(), less, unjudged, allowed, rankGate(), attackedGate(hostileName), baseline, settings)
	document.Errors = []result.Error{{File: "engines/cut.plan", Kind: result.KindTruncated, Message: "1 byte is missing"}}
	for i := range document.Results {
		g := &document.Results[i]
		if g.Causes == nil {
			g.Causes = []result.GateCause{}
		}
		if g.NotChecked == nil {
			g.NotChecked = []result.NotChecked{}
		}
	}
	return document
}

func selftests() result.Document[result.GateSelftest] {
	works := result.GateSelftest{File: "engines/a.plan", Key: "engines/a.plan", Verdict: result.GatePass, Works: true, Trials: []result.GateTrial{
		{Trial: result.TrialPadded, Added: 3_000_000, Verdict: result.GateFail, Caught: []result.GateBudget{result.BudgetGrowth, result.BudgetScan}, Message: "caught by growth, scan"},
		{Trial: result.TrialDoubled, Added: 3_000_000, Verdict: result.GateFail, Caught: []result.GateBudget{result.BudgetGrowth}, Message: "caught by growth"}}}
	blind := result.GateSelftest{File: hostileName, Verdict: result.GatePass, Trials: []result.GateTrial{
		{Trial: result.TrialPadded, Added: 2 << 20, Verdict: result.GatePass, Caught: []result.GateBudget{}, Message: "would ship: no budget is crossed"}}}
	return documentOf(result.SchemaGateSelftest, 1, works, blind)
}

func baselineChanges() result.Document[result.BaselineChange] {
	entry := result.BaselineEntry{Path: "engines/head.plan", Version: "11.2.1.2", SM: "90", Label: "nightly", Anchor: result.BaselineAnchor{Size: 1_041_804, Since: "2026-12-01"},
		BaselineFacts: result.BaselineFacts{Size: 1_100_136, LongestRun: 7_323, Sections: map[string]int64{"ENGN": 1_100_076}}}
	hostile := entry
	hostile.Path, hostile.Version, hostile.SM, hostile.Label = hostileName, hostileName, hostileName, hostileName
	return documentOf(result.SchemaBaselineChanges, 0, result.BaselineChange{Change: result.BaselineUpdated, Entry: entry, Before: ptr[int64](1_041_804)},
		result.BaselineChange{Change: result.BaselineStale, Entry: hostile, Why: "there is no such file"})
}

func TestGateGoldens(t *testing.T) {
	document := gateResults()
	for name, options := range map[string]Options{"gate.txt": {}, "gate_verbose.txt": {Verbose: true}, "gate_narrow.txt": {Width: 60}, "gate_quiet.txt": {Quiet: true}, "gate_color.txt": {Color: true}} {
		golden(t, name, render(t, func(w io.Writer) error { return GateText(w, document, options) }))
	}
	text := render(t, func(w io.Writer) error { return JSON(w, document) })
	testutil.ValidateJSON(t, result.SchemaGate, text)
	golden(t, "gate.json", text)
	golden(t, "gate.md", render(t, func(w io.Writer) error { return GateMarkdown(w, document, Options{}) }))
}

func TestSelftestGoldens(t *testing.T) {
	document := selftests()
	golden(t, "selftest.txt", render(t, func(w io.Writer) error { return SelftestText(w, document, Options{}) }))
	golden(t, "selftest.md", render(t, func(w io.Writer) error { return SelftestMarkdown(w, document, Options{}) }))
	testutil.ValidateJSON(t, result.SchemaGateSelftest, render(t, func(w io.Writer) error { return JSON(w, document) }))
}

func TestBaselineGoldens(t *testing.T) {
	document := baselineChanges()
	golden(t, "baseline.txt", render(t, func(w io.Writer) error { return BaselineText(w, document, Options{}) }))
	golden(t, "baseline.md", render(t, func(w io.Writer) error { return BaselineMarkdown(w, document, Options{}) }))
	testutil.ValidateJSON(t, result.SchemaBaselineChanges, render(t, func(w io.Writer) error { return JSON(w, document) }))
	whole := result.Baseline{Schema: result.SchemaBaseline, Entries: []result.BaselineEntry{document.Results[0].Entry}}
	text := render(t, func(w io.Writer) error { return Baseline(w, whole) })
	testutil.ValidateJSON(t, result.SchemaBaseline, text)
	golden(t, "baseline_file.json", text)
}
