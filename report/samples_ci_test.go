package report

import (
	"fmt"

	"github.com/planlint/planlint/internal/result"
)

// failedGate is a gate with one budget kept, one crossed and one allowed.
func failedGate() result.Gate {
	return result.Gate{
		Kind: result.GatePlan, File: "engines/head.plan", Key: "head.plan", Version: "11.2.1.2", SM: "90", Size: 5_487_774_180,
		Checks: []result.GateCheck{
			{Budget: result.BudgetVersion, Source: "planlint.yaml:9", Expected: "11.2", Found: "11.2.1.2", Message: "TensorRT 11.2.1.2 is 11.2"},
			{Budget: result.BudgetGrowth, Against: "baseline", Source: "planlint.yaml:4", Limit: ptr[int64](1_100_000), Actual: ptr[int64](5_487_774_180), Crossed: true,
				Message: "5,487,774,180 bytes are more than 1,100,000, which growth from 1,041,804 in the baseline may reach"},
			{Budget: result.BudgetRatio, Source: "planlint.yaml:6", Crossed: true, Allowed: true, Message: "the plan is 5,269 times the model; allowed until 2027-01-01: being mended"},
		},
		Findings: []result.Finding{
			{Rule: "PL301", Level: result.LevelError, Message: "5,487,774,180 bytes are more than 1,100,000, which growth from 1,041,804 in the baseline may reach"},
			{Rule: "PL303", Level: result.LevelNote, Message: "the plan is 5,269 times the model; allowed until 2027-01-01: being mended"},
		},
		Causes:     []result.GateCause{{Cause: result.GateCausePadding, Why: "5,486,674,044 of the bytes are one zero run behind the end tag"}},
		NotChecked: []result.NotChecked{}, Verdict: result.GateFail,
	}
}

func passedGate() result.Gate {
	return result.Gate{Kind: result.GatePlan, File: "engines/body.plan", Size: 1_041_804, Verdict: result.GatePass, Findings: []result.Finding{},
		Checks: []result.GateCheck{{Budget: result.BudgetMax, Source: "planlint.yaml:3", Message: "1,041,804 bytes are within 2,097,152"}}}
}

// attackedGate has text wherever a file or a user can put it.
func attackedGate(text string) result.Gate {
	g := failedGate()
	g.File, g.Key, g.Label, g.Version, g.SM = text, text, text, text, text
	for i := range g.Checks {
		g.Checks[i].Against, g.Checks[i].Source, g.Checks[i].Expected, g.Checks[i].Found, g.Checks[i].Message = text, text, text, text, text
	}
	g.Findings = []result.Finding{{Rule: text, Level: result.LevelError, Message: text}}
	g.Causes = []result.GateCause{{Cause: result.GateCausePadding, Why: text}}
	return g
}

func documentOf[R any](schema string, exit int, results ...R) result.Document[R] {
	document := result.NewDocument[R](schema, "0.1.0")
	document.Results, document.Exit = results, exit
	return document
}

// ciSamples has a document of each command, with files that could not be judged.
func ciSamples() map[string]CI {
	scans := scanDocument()
	scans.Results = scans.Results[:4] // the hostile one has tests of its own
	return map[string]CI{
		"scan":    NewCI("scan", scans, JudgedScan),
		"explain": NewCI("explain", documentOf(result.SchemaExplain, 1, headExplained()), JudgedExplain),
		"predict": NewCI("predict", documentOf(result.SchemaPredict, 1, headPrediction(), openPrediction()), JudgedPredict),
		"compare": NewCI("compare", documentOf(result.SchemaCompare, 1, paddedCompare(), namesCompare()), JudgedCompare),
		"verify":  NewCI("verify", documentOf(result.SchemaVerify, 1, differentVerify(), exactVerify(), vacuousVerify(), unstableVerify()), JudgedVerify),
		"gate":    NewCI("gate", documentOf(result.SchemaGate, 1, failedGate(), passedGate()), JudgedGate),
		"empty":   NewCI("scan", documentOf[result.Scan](result.SchemaScan, 0), JudgedScan),
	}
}

// attackedCI has text in every string of every kind of result.
func attackedCI(text string) []CI {
	all := []CI{
		NewCI("scan", attackedScans(text), JudgedScan),
		NewCI("explain", documentOf(result.SchemaExplain, 1, attackedExplain(text)), JudgedExplain),
		NewCI("predict", documentOf(result.SchemaPredict, 1, attackedPrediction(text)), JudgedPredict),
		NewCI("compare", documentOf(result.SchemaCompare, 1, attackedCompare(text)), JudgedCompare),
		NewCI("verify", documentOf(result.SchemaVerify, 1, attackedVerify(text)), JudgedVerify),
		NewCI("gate", documentOf(result.SchemaGate, 1, attackedGate(text)), JudgedGate),
	}
	for i := range all {
		all[i].Errors = append(all[i].Errors, result.Error{File: text, Kind: result.ErrorKind(text), Message: text})
	}
	return all
}

// manyFindings is a document of that many findings in that many plans.
func manyFindings(count int) CI {
	document := documentOf[result.Scan](result.SchemaScan, 1)
	for i := range count {
		scan := suspectScan()
		scan.File = fmt.Sprintf("engines/a/folder/of/some/depth/super_resolution_x4_head_%05d.plan", i)
		scan.Findings[0].Message = "5,486,674,044 bytes of zeros in one run behind the end tag, inside the declared size: the builder padded this plan"
		scan.Findings[0].Level = [...]result.Level{result.LevelNote, result.LevelWarning, result.LevelError}[i%3]
		document.Results = append(document.Results, scan)
	}
	return NewCI("scan", document, JudgedScan)
}

func ciOptions() Options {
	return Options{Rules: sampleRules().Results, Advice: AdviceFrom(sampleRules().Results)}
}
