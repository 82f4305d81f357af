package report

import (
	"encoding/json"
	"io"
	"strings"
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
		run(70_001, result.Explanation{Initializers: []string{name, "w"}}), run(70_002, result.Explanation{Cut: true}), run(70_003, result.Explanation{Explained: []result.RunPart{}}),
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

// TestExplainSaved prints explanations of all kinds from what was saved of them: it is the same.
func TestExplainSaved(t *testing.T) {
	t.Parallel()
	unexplained, short := headExplained(), headExplained()
	zeros := *unexplained.Zeros
	zeros.Runs = []result.Run{{Offset: 1_100_136, Length: 5_486_674_044, ToEnd: true, Explanation: &result.Explanation{Explained: []result.RunPart{}}}}
	unexplained.Zeros = &zeros
	shortZeros := *short.Zeros
	shortZeros.Runs = []result.Run{{Offset: 900, Length: 5000}}
	short.Zeros = &shortZeros
	for want, e := range map[string]result.Explain{"not explained by any groups of the model": unexplained, "no run is long enough to be traced": short,
		"the padding of all 2 groups that stay alone": headExplained(), "as long as weights of the model": attackedExplain("odd")} {
		document := result.NewDocument[result.Explain](result.SchemaExplain, "0.1.0")
		document.Results = []result.Explain{e}
		var saved result.Document[result.Explain]
		if err := json.Unmarshal(render(t, func(w io.Writer) error { return JSON(w, document) }), &saved); err != nil {
			t.Fatal(err)
		}
		for name, print := range map[string]func(io.Writer, result.Document[result.Explain], Options) error{"text": ExplainText, "Markdown": ExplainMarkdown, "HTML": ExplainHTML} {
			live := string(render(t, func(w io.Writer) error { return print(w, document, Options{}) }))
			again := string(render(t, func(w io.Writer) error { return print(w, saved, Options{}) }))
			if again != live {
				t.Errorf("%s, %q: from what was saved it is another one", name, want)
			}
			if name != "Markdown" && !strings.Contains(strings.Join(strings.Fields(live), " "), want) { // which lists runs that were traced alone
				t.Errorf("%s has no %q", name, want)
			}
		}
	}
}
