package report

import "github.com/planlint/planlint/internal/result"

// crossedGate is the padded plan of the issue in a gate with a baseline.
func crossedGate() result.Gate {
	plan := paddedMap()
	return result.Gate{Kind: result.GatePlan, File: "engines/super_resolution_x4_head.plan", Key: "super_resolution_x4_head.plan", Label: "h200", Version: "11.2.1.2", SM: "90", Size: 5_487_774_180,
		Checks: []result.GateCheck{
			{Budget: result.BudgetMax, Source: "planlint.yaml:4", Limit: ptr[int64](2_147_483_648), Actual: ptr[int64](5_487_774_180), Crossed: true,
				Message: "5,487,774,180 bytes (5.11 GiB) are 3,340,290,532 more than max allows"},
			{Budget: result.BudgetGrowth, Source: "planlint.yaml:6", Against: "baseline", Limit: ptr[int64](1_093_895), Actual: ptr[int64](5_487_774_180), Base: ptr[int64](1_041_804),
				Percent: ptr(result.Real(526656.87)), Spread: ptr[int64](64), Crossed: true, Message: "5,486,732,376 bytes more than the baseline"},
			{Budget: result.BudgetLongestRun, Source: "planlint.yaml:7", Limit: ptr[int64](1_048_576), Actual: ptr[int64](5_486_674_044), Crossed: true, Allowed: true, Message: "a run of 5,486,674,044 zero bytes"},
			{Budget: result.BudgetVersion, Source: "--expect-version", Expected: "11.2", Found: "11.2.1.2", Message: "TensorRT 11.2.1.2"},
			{Budget: result.BudgetNew, Source: "default", Message: "in the baseline"},
		},
		Findings:   []result.Finding{{Rule: "PL301", Level: result.LevelError, Message: "5,486,732,376 bytes more than the baseline", Bytes: ptr[int64](5_486_732_376)}},
		Causes:     []result.GateCause{{Cause: result.GateCausePadding, Why: "5,486,674,044 of them are zeros in one run behind the end tag"}},
		NotChecked: []result.NotChecked{{What: "ratio", Why: "no model was given"}}, Verdict: result.GateFail, Map: &plan}
}

func gatesDocument() result.Document[result.Gate] {
	kept := result.Gate{Kind: result.GatePlan, File: "engines/up2.rtx.plan", Version: "1.7.1.116", Size: 1_029_132, Findings: []result.Finding{}, Causes: []result.GateCause{}, NotChecked: []result.NotChecked{},
		Checks: []result.GateCheck{{Budget: result.BudgetMax, Source: "planlint.yaml:4", Limit: ptr[int64](2_147_483_648), Actual: ptr[int64](1_029_132), Message: "within max"},
			{Budget: result.BudgetGrowth, Source: "planlint.yaml:6", Against: "anchor", Limit: ptr[int64](1_080_588), Actual: ptr[int64](1_029_132), Base: ptr[int64](1_029_132), Percent: ptr(result.Real(0)), Message: "as large as the anchor"}},
		Verdict: result.GatePass}
	ranks := result.Gate{Kind: result.GateRankSet, File: "engines/llm", Size: 40_000_000_000, Verdict: result.GateAllowed, Findings: []result.Finding{{Rule: "PL311", Level: result.LevelNote, Message: "rank 3 is 9.00 % larger than the median of its stage (allowed until 2026-12-31: an odd layer more)"}}, Causes: []result.GateCause{}, NotChecked: []result.NotChecked{},
		Checks: []result.GateCheck{{Budget: result.BudgetOutlier, Source: "default", Limit: ptr[int64](10_200_000_000), Actual: ptr[int64](10_900_000_000), Base: ptr[int64](10_000_000_000), Percent: ptr(result.Real(9)),
			Crossed: true, Allowed: true, Message: "rank 3 is 9.00 % larger than the median of its stage"}},
		Ranks: &result.GateRanks{Count: 4, WorldSize: ptr[int64](5), Missing: []int64{4}, Sum: 40_000_000_000,
			Roles: []result.GateRole{{Stage: 0, Ranks: []int64{0, 1, 2, 3}, Median: 10_000_000_000, Min: 9_100_000_000, Max: 10_900_000_000}}}}
	document := result.NewDocument[result.Gate](result.SchemaGate, "0.1.0")
	document.Results = []result.Gate{crossedGate(), ranks, kept}
	document.Errors = []result.Error{{File: "cut.plan", Kind: result.KindTruncated, Message: "1 byte is missing of the 1,029,132 that the header declares"}}
	document.Exit = 3
	return document
}

// hostileGate puts text wherever text from a plan, a baseline or the settings can stand.
func hostileGate(text string) result.Gate {
	g := crossedGate()
	g.Kind, g.File, g.Key, g.Label, g.Version, g.SM, g.Verdict = result.GateKind(text), text, text, text, text, text, result.GateVerdict(text)
	g.Checks = append(g.Checks, result.GateCheck{Budget: result.GateBudget(text), Source: text, Against: text, Expected: text, Found: text, Crossed: true, Message: text})
	g.Causes = []result.GateCause{{Cause: result.GateCauseKind(text), Why: text}}
	g.Findings = []result.Finding{{Rule: text, Level: result.Level(text), Message: text}}
	g.NotChecked = []result.NotChecked{{What: text, Why: text}}
	plan := attackedMap(text)
	g.Map = &plan
	return g
}
