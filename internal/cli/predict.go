package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/law"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/predict"
	"github.com/planlint/planlint/report"
)

// predictFlags say what a prediction is for.
type predictFlags struct {
	target  string
	lawFile string
	level   *int
	shapes  modelShapes
}

func (f *predictFlags) add(set *pflag.FlagSet) {
	set.Var(newName(&f.target), "target", "predict for this `VERSION` of TensorRT; 1.x is TensorRT-RTX (default "+law.Default+")")
	set.Var(newName(&f.lawFile), "law", "padding follows the law in `FILE` (docs/predict.md)")
	set.Var(newNumber(&f.level, 0, 5), "builderOptimizationLevel", "how hard the builder tries, `N` from 0 to 5; 0 does not pad")
	f.shapes.add(set)
}

// options reads the flags. Errors are of usage.
func (f *predictFlags) options() (predict.Options, error) {
	o := predict.Options{Level: f.level}
	if f.lawFile != "" {
		known, err := readLaw(f.lawFile)
		if err != nil {
			return o, usagef("--law %s: %v", f.lawFile, plainError(err))
		}
		o.Law, o.Target = &known, known.Target
	}
	o.Target = cmp.Or(f.target, o.Target, law.Default)
	if _, err := law.TargetOf(o.Target); err != nil {
		return o, usagef("--target: %v", err)
	}
	var err error
	o.Shapes, err = f.shapes.sets()
	return o, err
}

func readLaw(path string) (law.Law, error) {
	file, err := os.Open(path)
	if err != nil {
		return law.Law{}, err
	}
	known, err := law.Read(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return known, err
	}
	for _, rule := range known.Rules {
		for _, name := range rule.DTypes {
			if !isDataType(name) {
				return known, fmt.Errorf("there are no elements of type %q: ONNX calls them float16, bfloat16, float32, int8 and so on", name)
			}
		}
	}
	return known, nil
}

// isDataType tells whether elements of tensors can be of a type of this name.
func isDataType(name string) bool {
	const more = 64 // than there are
	for t := onnx.Undefined + 1; t < more; t++ {
		if _, known := t.Bits(); known && t.String() == name {
			return true
		}
	}
	return false
}

// newPredict returns the predict command.
func newPredict(a *app) *cobra.Command {
	s := &settings{}
	flags := &predictFlags{}
	cmd := &cobra.Command{
		Use:   "predict [flags] MODEL.onnx...",
		Short: "Say what a builder would pad a model's plan with, and why",
		Long: `predict reads an ONNX model, without its weights, and says how many bytes of padding a TensorRT
would add to its plan: for each pointwise operation that no convolution, matrix product or other
producer takes in. It says which these are, why, and what fusing each would save. Neither TensorRT
nor a GPU is needed.

The default target is 11.2.1.2, of which NVIDIA/TensorRT issue 4841 shows the padding. Versions that
were seen not to pad give 0. What is not known is between the two ends of the range that is printed.

Shapes that the model leaves open are given by --shape, or by a profile as for trtexec; sizes are
then those at the best shapes. Without them the total is a lower bound.

Exit status: 0 no padding; 1 padding, of known size or not; 2 wrong usage; 3 the model cannot be read.`,
		Example: `  planlint predict model.onnx
  planlint predict --target 10.16.1.11 model.onnx
  planlint predict --shape x=1x3x720x1280 --write html=padding.html model.onnx
  planlint predict --minShapes x:1x3x64x64 --optShapes x:1x3x720x1280 \
    --maxShapes x:1x3x2160x3840 model.onnx`,
		GroupID: groupModels,
		Args:    needModels,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.predict(cmd.Context(), s, flags, args)
		},
	}
	flags.add(cmd.Flags())
	s.add(cmd, "predict", printFlags, []string{"config"})
	return cmd
}

// needModels refuses a command line without a model.
func needModels(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("no model given: name ONNX files")
	}
	for _, arg := range args {
		if arg == "" || arg == input.Stdin || input.IsAddress(arg) {
			return usagef("a model is a file, in whose folder its weights can lie: %q is none", arg)
		}
	}
	return nil
}

func (a *app) predict(ctx context.Context, s *settings, flags *predictFlags, names []string) error {
	options, err := flags.options()
	if err != nil {
		return err
	}
	if len(names) > 1 && len(options.Shapes) > 0 {
		return usagef("shapes are of one model, and %d are named", len(names))
	}
	var inputs []entry
	for _, name := range names {
		inputs = append(inputs, entry{name: name})
	}
	targets, err := s.targets("predict", inputs)
	if err != nil {
		return err
	}
	document := result.NewDocument[result.Predict](result.SchemaPredict, toolVersion())
	for _, name := range names {
		predicted, err := predictFile(ctx, name, options)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if isUsage(err) {
			return usagef("%s: %v", name, err)
		}
		if err != nil {
			f := failedModel(name, err)
			a.complain(f.File + ": " + f.Message)
			document.Errors = append(document.Errors, f.Error)
			document.Exit = worse(document.Exit, f.code)
			continue
		}
		document.Results = append(document.Results, predicted)
		if padded(predicted) {
			document.Exit = worse(document.Exit, exitFindings)
		}
	}
	return printAll(a, s, predictView(), document, targets)
}

// padded tells whether there is padding. That of a group whose size is not known is more than nothing.
func padded(p result.Predict) bool {
	unknown := func(g result.PredictGroup) bool { return g.Alone && p.TargetPads && g.PaddingBytes == nil }
	return p.PaddingBytes > 0 || slices.ContainsFunc(p.Groups, unknown)
}

func isUsage(err error) bool {
	var c coder
	return errors.As(err, &c) && c.ExitCode() == exitUsage
}

// predictFile reads a model and predicts.
func predictFile(ctx context.Context, name string, options predict.Options) (predicted result.Predict, err error) {
	m, err := onnx.Open(ctx, name)
	if err != nil {
		return predicted, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	if len(m.Graph.Nodes) == 0 {
		return predicted, fmt.Errorf("the model has no nodes")
	}
	predicted, err = predict.Model(ctx, m, options)
	predicted.Model = name
	return predicted, err
}

func predictView() view[result.Predict] {
	return view[result.Predict]{
		command: "predict", schema: result.SchemaPredict, judged: report.JudgedPredict,
		formats: map[string]func(io.Writer, result.Document[result.Predict], report.Options) error{
			report.Text:     report.PredictText,
			report.CSV:      plain(report.PredictCSV),
			report.Markdown: report.PredictMarkdown,
			report.HTML:     plain(report.PredictHTML),
		},
	}
}
