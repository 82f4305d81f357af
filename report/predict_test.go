package report

import (
	"io"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

// headPrediction is that of the upsampling head of issue 4841.
func headPrediction() result.Predict {
	group := func(name string, shape []int64, activation, padding int64) result.PredictGroup {
		return result.PredictGroup{Nodes: []string{name}, Ops: []string{"LeakyRelu"}, Output: name + ".y", Shape: shape, DType: "float16", ActivationBytes: &activation,
			Alone: padding > 0, AloneMin: padding > 0, AloneMax: padding > 0, Table: "trt11", Why: "DepthToSpace stands before it",
			PaddingBytes: &padding, PaddingBytesMin: &padding, PaddingBytesMax: &padding, Share: float64(padding) / 5_486_673_920, LawMeasured: true}
	}
	return result.Predict{Model: "models/head.onnx", Opset: 20, Target: "11.2.1.2", TargetPads: true, TargetMeasured: true, TargetSource: "NVIDIA/TensorRT issue 4841",
		Law: result.Law{Name: "output7x", BytesPerElement: ptr(14.0), Source: "NVIDIA/TensorRT issue 4841", Measured: true}, Shapes: result.ShapesOfModel,
		PaddingBytes: 5_486_673_920, PaddingBytesMin: 5_486_673_920, PaddingBytesMax: 5_486_673_920, Open: []string{}, NotPredictable: []result.NotPredictable{},
		Groups: []result.PredictGroup{
			group("lrelu1", []int64{1, 64, 1472, 832}, 156_762_112, 1_097_334_784), group("lrelu2", []int64{1, 64, 2944, 1664}, 627_048_448, 4_389_339_136),
			group("hr.lrelu", []int64{1, 64, 2944, 1664}, 627_048_448, 0)}}
}

// openPrediction leaves everything open.
func openPrediction() result.Predict {
	p := headPrediction()
	p.Model, p.Target, p.TargetMeasured, p.LowerBound, p.Shapes = "open.onnx", "11.3", false, true, result.ShapesOfProfile
	p.PaddingBytes, p.PaddingBytesMin = 4_389_339_136, 0
	p.Law.BytesPerElement, p.OptimizationLevel = nil, ptr(3)
	p.Open = []string{"whether 11.3 pads: not seen; 11.2.1.2, before it, pads"}
	unknown := &p.Groups[0]
	unknown.Nodes, unknown.Shape, unknown.FreeShape, unknown.Body = []string{"", ""}, nil, []string{"1", "64", "2*height", "2*width"}, "if/then"
	p.Groups[1].LawMeasured = false
	unknown.Ops, unknown.ActivationBytes, unknown.PaddingBytes, unknown.PaddingBytesMin, unknown.PaddingBytesMax = []string{"Mul", "Max"}, nil, nil, nil, nil
	p.Groups[1].AloneMin, p.Groups[1].PaddingBytesMin = false, ptr[int64](0)
	p.Groups[2].AloneMax, p.Groups[2].PaddingBytesMax = true, ptr[int64](4_389_339_136)
	p.NotPredictable = []result.NotPredictable{{Node: "custom", Op: "Magic", Why: "the operator is not known"}, {Node: "y", Why: "too large"}}
	return p
}

// attackedPrediction is of a model whose names are written to do harm.
func attackedPrediction(name string) result.Predict {
	p := openPrediction()
	p.Model, p.Law.Name, p.Law.Source, p.TargetSource, p.Open = name, name, name, name, []string{name}
	p.Groups[1] = result.PredictGroup{Nodes: []string{name}, Ops: []string{name}, Body: name, Output: name, FreeShape: []string{name}, DType: name, Alone: true, AloneMax: true, Table: name, Why: name}
	p.NotPredictable = []result.NotPredictable{{Node: name, Op: name, Why: name}}
	return p
}

func predictDocument(predictions ...result.Predict) result.Document[result.Predict] {
	document := result.NewDocument[result.Predict](result.SchemaPredict, "0.1.0")
	document.Results = predictions
	document.Errors = []result.Error{{File: "=text.onnx", Kind: result.KindNotModel, Message: "a text file, not an ONNX model"}}
	document.Exit = 3
	return document
}

func TestPredictGoldens(t *testing.T) {
	none := headPrediction()
	none.Model, none.Groups, none.PaddingBytes, none.PaddingBytesMin, none.PaddingBytesMax = "resnet.onnx", []result.PredictGroup{}, 0, 0, 0
	document := predictDocument(headPrediction(), openPrediction(), none, attackedPrediction(hostileName))
	for name, options := range map[string]Options{"predict.txt": {}, "predict_verbose.txt": {Verbose: true, Width: 70}, "predict_quiet.txt": {Quiet: true}} {
		text := render(t, func(w io.Writer) error { return PredictText(w, document, options) })
		golden(t, name, text)
		for line := range strings.Lines(string(text)) {
			if !options.Quiet && columns(strings.TrimSuffix(line, "\n")) > options.width() {
				t.Errorf("%s: a line is wider than %d columns: %s", name, options.width(), line)
			}
		}
	}
	text := render(t, func(w io.Writer) error { return JSON(w, document) })
	testutil.ValidateJSON(t, result.SchemaPredict, text)
	golden(t, "predict.csv", render(t, func(w io.Writer) error { return PredictCSV(w, document) }))
	golden(t, "predict.md", render(t, func(w io.Writer) error { return PredictMarkdown(w, document, Options{}) }))
}

// TestShortGroupName: what tells groups of one model apart stays.
func TestShortGroupName(t *testing.T) {
	for want, nodes := range map[string][]string{
		"/model.0/act/Sigmoid + Mul":       {"/model.0/act/Sigmoid", "/model.0/act/Mul"},
		"/a/b/Mul + c/Add":                 {"/a/b/Mul", "/a/c/Add"},
		"Mul + Add":                        {"Mul", "Add"},
		"/a/Mul + b/Add":                   {"/a/Mul", "", "b/Add"},
		"/a/one":                           {"/a/one"},
		"[y]":                              {""},
		"/layers.1/a/Mul + layers.2/a/Mul": {"/layers.1/a/Mul", "/layers.2/a/Mul"},
		"/a/":                              {"/a/"},
	} {
		if got := shortGroupName(result.PredictGroup{Nodes: nodes, Output: "y"}); got != want {
			t.Errorf("%q: %q, want %q", nodes, got, want)
		}
	}
}
