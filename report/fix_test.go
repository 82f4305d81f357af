package report

import (
	"io"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

// fixedHead is what fix makes of the upsampling head of issue 4841, with a proof.
func fixedHead() result.Fix {
	head := headPrediction()
	check := result.FixCheck{Kind: result.FixOracle, Title: "planlint's interpreter, which rounds after every operation", Types: []string{"float16"}, Verdict: result.FixEqual,
		Parts: 1, Cases: 4, Compared: 147_456, Mutants: 2, Caught: 2, Replaced: 1, Sizes: []string{"shuffle1 over 1x256x12x12 instead of 1x256x736x416"}}
	ort := result.FixCheck{Kind: result.FixORT, Title: "ONNX Runtime 1.32.0", Types: []string{"float32"}, Verdict: result.FixEqual, Parts: 1, Cases: 3, Compared: 3_072, Mutants: 1,
		Caught: 1, Sizes: []string{}, Tolerance: 1e-5, ZeroSigns: true}
	return result.Fix{Model: "models/head.onnx", Output: "fixed.onnx", Target: "11.2.1.2", TargetPads: true, Law: head.Law, Tables: []string{"trt11"}, PaddingBefore: 1_097_334_784,
		Equality: result.GraphExact, External: result.ExternalCopied, Refused: []result.FixRefusal{},
		Moves: []result.FixMove{{Node: "lrelu1", Nodes: []string{"lrelu1"}, Ops: []string{"LeakyRelu"}, Over: "shuffle1", OverOp: "DepthToSpace", Direction: "before",
			Why: "every element of the output is one of the input", Mapped: []string{`operand "s" of shape 64x1x1 becomes one of 256x1x1`}}},
		Proof: &result.FixProof{Verdict: result.FixEqual, Checks: []result.FixCheck{check, ort}, Plans: &result.FixPlans{Builder: "TensorRT-RTX 1.7.1.116",
			Before: result.FixPlan{Size: 1_200_000, Zeros: 90_000, Kernels: 5}, After: result.FixPlan{Size: 1_100_000, Zeros: 80_000, Kernels: 4},
			Gone: []string{"__myl_TranMulMax_0x1"}, New: []string{"__myl_CorrMulMax_0x2"}}}}
}

// unfixed are models of which padding stays.
func unfixed(name string) []result.Fix {
	better := fixedHead()
	better.Model, better.Output, better.External, better.PaddingAfter, better.OpenAfter = name, name, result.ExternalReferenced, 4096, 1
	better.Moves[0].Node, better.Moves[0].Over, better.Moves[0].Why, better.Moves[0].Mapped = name, name, name, []string{name}
	better.Refused = []result.FixRefusal{{Node: name, Nodes: []string{name}, Ops: []string{name}, PaddingBytes: ptr[int64](4096), Why: name, WhyBehind: name},
		{Node: "inner", Nodes: []string{"inner"}, Ops: []string{"Add"}, Why: "it is inside of if"}}
	better.Proof = nil
	failed := fixedHead()
	failed.Output, failed.Proof.Plans, failed.External = "", nil, ""
	failed.Proof.Verdict = result.FixDiffers
	failed.Proof.Checks = []result.FixCheck{
		{Kind: result.FixOracle, Title: name, Types: []string{name}, Verdict: result.FixDiffers, Why: name, Sizes: []string{name}},
		{Kind: result.FixORT, Title: "ONNX Runtime", Types: []string{"float32"}, Verdict: result.FixVacuous, Why: "the results are all the same", Sizes: []string{}},
		{Kind: result.FixORT, Title: "ONNX Runtime", Types: []string{"float32"}, Verdict: result.FixNotChecked, Why: "it is too large", Sizes: []string{}}}
	same := fixedHead()
	same.Output, same.Moves, same.Proof, same.External, same.PaddingAfter = "", []result.FixMove{}, nil, "", same.PaddingBefore
	nothing := same
	nothing.PaddingBefore, nothing.PaddingAfter = 0, 0
	return []result.Fix{better, failed, same, nothing}
}

func TestFixGoldens(t *testing.T) {
	document := result.NewDocument[result.Fix](result.SchemaFix, "0.1.0")
	document.Results = append([]result.Fix{fixedHead()}, unfixed(hostileName)...)
	document.Errors = []result.Error{{File: "=text.onnx", Kind: result.KindNotModel, Message: "a text file, not an ONNX model"}}
	document.Exit = 3
	for name, options := range map[string]Options{"fix.txt": {}, "fix_verbose.txt": {Verbose: true, Width: 70}, "fix_quiet.txt": {Quiet: true}} {
		text := render(t, func(w io.Writer) error { return FixText(w, document, options) })
		golden(t, name, text)
		for line := range strings.Lines(string(text)) {
			if !options.Quiet && columns(strings.TrimSuffix(line, "\n")) > options.width() {
				t.Errorf("%s: a line is wider than %d columns: %s", name, options.width(), line)
			}
		}
	}
	testutil.ValidateJSON(t, result.SchemaFix, render(t, func(w io.Writer) error { return JSON(w, document) }))
	golden(t, "fix.md", render(t, func(w io.Writer) error { return FixMarkdown(w, document, Options{}) }))
}
