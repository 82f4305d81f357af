package report

import (
	"io"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

// headFit is the head of issue 4841 at three sizes.
func headFit() result.Fit {
	f := result.Fit{Model: "models/head.onnx", Target: "11.2.1.2", ConstantBytes: 124, Freedom: 1, Fits: true}
	for i, name := range []string{"lrelu1", "lrelu2"} {
		f.Groups = append(f.Groups, result.FitGroup{Nodes: []string{name}, Ops: []string{"LeakyRelu"}, Output: name, DType: "float16", Alone: true,
			Elements: []int64{16_777_216 << (2 * i), 67_108_864 << (2 * i), 268_435_456 << (2 * i)}})
	}
	f.Estimates = []result.FitEstimate{{Groups: []int{0, 1}, BytesPerElement: ptr[result.Average](14), StandardError: ptr[result.Average](0.002), Uncertainty: ptr[result.Average](0.000_412),
		Laws: []result.FitLaw{{Name: "output7x", BytesPerElement: 14, Fits: ptr(true)}, {Name: "intermediates", BytesPerElement: 14, Fits: ptr(true)}}}}
	for i, side := range []int64{256, 512, 1024} {
		f.Plans = append(f.Plans, result.FitPlan{File: "plans/head.plan", Version: "11.2.1.2", Inputs: []result.FitInput{{Name: "x", Shape: []int64{1, 64, side, side}}},
			ShapesFrom: result.FitGiven, ZeroBytes: 1_174_405_244 << (2 * i), FittedBytes: 1_174_405_244<<(2*i) + 40, ResidualBytes: -40})
	}
	return f
}

// openFit leaves everything open.
func openFit(name string) result.Fit {
	f := headFit()
	f.Model, f.MayBeAlone, f.LowerBound, f.Freedom = name, true, true, 0
	for _, more := range []string{"third", "fourth", name} {
		f.Groups = append(f.Groups, result.FitGroup{Nodes: []string{more}, Ops: []string{name, "Exp"}, Body: "if", Output: more, DType: name, Elements: []int64{1, 2, 3}})
	}
	f.Estimates = []result.FitEstimate{
		{Groups: []int{0, 1, 2, 3, 4}, Undetermined: result.FitDependent, Why: name, Laws: []result.FitLaw{{Name: name, BytesPerElement: 10}}},
		{Groups: []int{4, 99}, BytesPerElement: ptr[result.Average](2.25), Uncertainty: ptr[result.Average](0.4), Laws: []result.FitLaw{{Name: name, BytesPerElement: 14, Fits: ptr(false)}}},
	}
	f.Plans[0].File, f.Plans[1].Inputs, f.Plans[2].Inputs[0].Name = name, nil, name
	return f
}

func TestFitGoldens(t *testing.T) {
	misfit := headFit()
	misfit.Fits, misfit.Estimates[0].Laws = false, []result.FitLaw{}
	document := result.NewDocument[result.Fit](result.SchemaFit, "0.1.0")
	document.Results = []result.Fit{headFit(), openFit("models/two.onnx"), misfit, openFit(hostileName)}
	document.Errors = []result.Error{{File: "=x.plan", Kind: result.KindNotPlan, Message: "a text file"}}
	for name, options := range map[string]Options{"fit.txt": {}, "fit_quiet.txt": {Quiet: true}, "fit_verbose.txt": {Verbose: true, Width: 70}} {
		text := render(t, func(w io.Writer) error { return FitText(w, document, options) })
		golden(t, name, text)
		for line := range strings.Lines(string(text)) {
			if !options.Quiet && columns(strings.TrimSuffix(line, "\n")) > options.width() {
				t.Errorf("%s: a line is wider than %d columns: %s", name, options.width(), line)
			}
		}
	}
	text := render(t, func(w io.Writer) error { return JSON(w, document) })
	testutil.ValidateJSON(t, result.SchemaFit, text)
	golden(t, "fit.md", render(t, func(w io.Writer) error { return FitMarkdown(w, document, Options{}) }))
}
