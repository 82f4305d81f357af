package report

import (
	"io"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

// headExplained is the padded plan of the head of issue 4841, whose run the model explains.
func headExplained() result.Explain {
	p, scan := headPrediction(), paddedScan()
	zeros := *scan.Zeros
	zeros.Runs = []result.Run{{Offset: 1_100_136, Length: 5_486_674_044, ToEnd: true, Explanation: &result.Explanation{
		Explained: []result.RunPart{{Group: 0, Bytes: 1_097_334_784}, {Group: 1, Bytes: 4_389_339_136}}, Whole: true, Law: "output7x", Residue: ptr[int64](124), Fits: 1, Chance: ptr(0.0000119)}}}
	scan.Zeros = &zeros
	scan.Findings = []result.Finding{{Rule: "PL201", Level: result.LevelError, Message: "5,486,674,044 bytes of zeros in one run are the padding of what stays alone: lrelu1, lrelu2",
		Offset: ptr[int64](1_100_136), Bytes: ptr[int64](5_486_674_044)}}
	return result.Explain{Scan: scan, Model: "models/head.onnx", Target: "11.2.1.2", Law: p.Law, Groups: p.Groups,
		Witness: []result.KernelWitness{{Kernel: "Cast Mul Lt Sele Cast", Groups: 2, Kernels: 2}, {Kernel: "Exp", Groups: 2, Kernels: 1}}}
}

// attackedExplain is of a model and a plan whose names are written to do harm, with every kind of run.
func attackedExplain(name string) result.Explain {
	e := headExplained()
	e.File, e.Model, e.Target, e.Groups = name, name, name, attackedPrediction(name).Groups
	e.Witness = []result.KernelWitness{{Kernel: name, Groups: 1, Contradiction: name}}
	run := func(length int64, x result.Explanation) result.Run {
		return result.Run{Offset: 5, Length: length, Explanation: &x}
	}
	e.Zeros.Runs = []result.Run{
		run(70_000, result.Explanation{Explained: []result.RunPart{{Group: 1, Bytes: 70_000}, {Group: 99, Bytes: 1}}, Law: name, Residue: ptr[int64](1), Fits: 3, Chance: ptr(0.005)}),
		run(70_001, result.Explanation{Initializers: []string{name, "w"}}), run(70_002, result.Explanation{Cut: true}), run(70_003, result.Explanation{}),
		{Offset: 900_000, Length: 5000},
	}
	return e
}

func TestExplainGoldens(t *testing.T) {
	untraced := headExplained()
	untraced.Scan, untraced.Witness = cleanScan(), nil
	document := result.NewDocument[result.Explain](result.SchemaExplain, "0.1.0")
	document.Results = []result.Explain{headExplained(), untraced, attackedExplain(hostileName)}
	document.Errors = []result.Error{{File: "=x.plan", Kind: result.KindNotPlan, Message: "a text file"}}
	for name, options := range map[string]Options{"explain.txt": {}, "explain_quiet.txt": {Quiet: true}, "explain_narrow.txt": {Width: 70, MaxRuns: 1}} {
		golden(t, name, render(t, func(w io.Writer) error { return ExplainText(w, document, options) }))
	}
	text := render(t, func(w io.Writer) error { return JSON(w, document) })
	testutil.ValidateJSON(t, result.SchemaExplain, text)
	golden(t, "explain.json", text)
	golden(t, "explain.csv", render(t, func(w io.Writer) error { return ExplainCSV(w, document) }))
	golden(t, "explain.md", render(t, func(w io.Writer) error { return ExplainMarkdown(w, document, Options{}) }))
}
