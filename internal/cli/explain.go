package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/explain"
	"github.com/planlint/planlint/report"
)

// explainFlags say which model a plan is of, and what is predicted of it.
type explainFlags struct {
	model   string
	predict predictFlags
	// fit: several plans are of one model at different shapes.
	fit bool
}

func (f *explainFlags) add(set *pflag.FlagSet) {
	set.Var(newName(&f.model), "model", "trace zero runs to the operations of the ONNX model in `FILE`")
	set.Var(newName(&f.predict.target), "target", "predict fusion of this `VERSION` of TensorRT (default: the plan's)")
	set.Var(newName(&f.predict.lawFile), "law", "padding follows the law in `FILE` (docs/predict.md)")
	f.predict.shapes.add(set)
}

// check refuses flags that need a model without one.
func (f *explainFlags) check(set *pflag.FlagSet) error {
	if f.model != "" {
		return needModels(nil, []string{f.model})
	}
	for _, name := range []string{"target", "law", "shape", "minShapes", "optShapes", "maxShapes"} {
		if set.Changed(name) {
			return usagef("--%s is for a model, and no --model is given", name)
		}
	}
	return nil
}

// newExplain returns the explain command.
func newExplain(a *app) *cobra.Command {
	s := &settings{}
	flags := &explainFlags{}
	cmd := &cobra.Command{
		Use:   "explain [flags] PLAN... --model MODEL.onnx",
		Short: "Say which operations of a model account for which zero run of its plan",
		Long: `explain scans a plan and traces its zero runs to the model that it was built from: what a builder
that pads adds for the operations that stay alone, all of them together or some, as far as that is
no accident. What is left of a run, in how many ways it fits and the chance of an accident are said.
Runs that are as long as weights of the model that are all zero are named. The kernels that the plan
names are a second witness; where they contradict the prediction it is said.

PLAN is as for scan, with one plan in it, or what "planlint scan --format json" saved of one.
"planlint scan --model" is the same. docs/predict.md says how it is decided.

With --fit the plans are of one model at different shapes, and the law is not assumed but estimated:
how many bytes of zeros each element of a group's output costs, as far as the plans tell. A plan's
shapes stand behind it, PLAN@NAME:SHAPE,NAME:SHAPE; else they are those that planlint build noted
beside it, or the model's. --shape gives inputs that are the same in all.

Exit status: 0 no finding at or above --fail-on; 1 findings; 2 wrong usage; 3 the plan or the model
cannot be judged. With --fit: 0 all numbers are known; 1 one is not, or the zeros do not grow with
what stays alone.`,
		Example: `  planlint explain padded.plan --model head.onnx
  planlint scan --format json padded.plan > padded.json
  planlint explain padded.json --model head.onnx
  planlint explain engine.plan --model head.onnx --shape x=1x64x736x416
  planlint explain --fit --model head.onnx 256.plan@x:1x64x256x256 512.plan@x:1x64x512x512`,
		GroupID: groupPlans,
		Args:    needPlans,
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.model == "" {
				return usagef("no model given: --model names the ONNX file that the plan was built from")
			}
			if flags.fit {
				if !report.HasFormat(fitCommand, s.format) && !cmd.Flags().Changed("format") {
					s.format = report.Text // planlint.yaml means other commands
				}
				return a.fit(cmd.Context(), s, flags, args)
			}
			return a.explain(cmd.Context(), s, flags, args)
		},
	}
	flags.add(cmd.Flags())
	addToggle(cmd.Flags(), &flags.fit, "fit", "", "estimate bytes of padding per element from several plans at different shapes")
	s.add(cmd, "explain", printFlags, scanFlags, expectFlags, readFlags)
	return cmd
}

func (a *app) explain(ctx context.Context, s *settings, flags *explainFlags, args []string) error {
	options, err := flags.predict.options()
	if err == nil {
		err = needModels(nil, []string{flags.model})
	}
	if err != nil {
		return err
	}
	inputs := entries(ctx, args)
	targets, err := s.targets("explain", append(slices.Clone(inputs), entry{name: flags.model}))
	if err != nil {
		return err
	}
	document := result.NewDocument[result.Explain](result.SchemaExplain, toolVersion())
	fail := func(file string, err error) {
		f := failed(file, err)
		a.complain(f.File + ": " + f.Message)
		document.Errors = append(document.Errors, f.Error)
		document.Exit = worse(document.Exit, f.code)
	}
	s.minRun = min(s.minRun, explain.Tried) // a run that is not listed cannot be traced
	x, err := a.newExplainer(ctx, flags, options)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		f := failedModel(flags.model, err)
		a.complain(f.File + ": " + f.Message)
		document.Errors, document.Exit = append(document.Errors, f.Error), f.code
		return printAll(a, s, explainView(), document, targets)
	}
	bar := newProgress(a.stderr, s.progress, isTerminal(a.stderr))
	for _, in := range inputs {
		explained, judged, err := a.explainOne(ctx, s, x, bar, in)
		if ctx.Err() != nil {
			break
		}
		if isUsage(err) {
			bar.stop()
			return errors.Join(usagef("%s: %v", flags.model, err), x.model.Close())
		}
		if err != nil {
			_ = bar.aside(func() error { fail(cmp.Or(in.shown, in.name), err); return nil })
		}
		if !judged {
			continue
		}
		document.Results = append(document.Results, explained)
		for _, f := range explained.Findings {
			if s.atLeast(f.Level) {
				document.Exit = worse(document.Exit, exitFindings)
			}
		}
	}
	bar.stop()
	if err := errors.Join(ctx.Err(), x.model.Close()); err != nil {
		return err
	}
	return printAll(a, s, explainView(), document, targets)
}

func explainView() view[result.Explain] {
	return view[result.Explain]{
		command: "explain", schema: result.SchemaExplain, judged: report.JudgedExplain,
		formats: map[string]func(io.Writer, result.Document[result.Explain], report.Options) error{
			report.Text:     report.ExplainText,
			report.CSV:      plain(report.ExplainCSV),
			report.Markdown: report.ExplainMarkdown,
			report.HTML:     advised(report.ExplainHTML),
		},
	}
}
