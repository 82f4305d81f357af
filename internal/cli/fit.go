package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/explain"
	"github.com/planlint/planlint/report"
)

// fitCommand is what explain --fit is called where formats are looked up.
const fitCommand = "explain --fit"

// fit estimates bytes per element from several plans of one model.
func (a *app) fit(ctx context.Context, s *settings, flags *explainFlags, args []string) error {
	if len(args) < 2 {
		return usagef("--fit compares plans of one model at different shapes, and %d is named", len(args))
	}
	if len(flags.predict.shapes.profiles.given) > 0 {
		return usagef("--fit takes one shape of each input of a plan: PLAN@NAME:1x64x720x1280")
	}
	if !report.HasFormat(fitCommand, s.format) {
		return usagef("--fit prints text, json or md, and not %s", s.format)
	}
	options, err := flags.predict.options()
	if err == nil {
		err = needModels(nil, []string{flags.model})
	}
	if err != nil {
		return err
	}
	var named []fitArgument
	inputs := []entry{{name: flags.model}}
	for _, arg := range args {
		n := parseFitArgument(arg)
		named, inputs = append(named, n), append(inputs, entry{name: n.file})
	}
	targets, err := s.targets(fitCommand, inputs)
	if err != nil {
		return err
	}
	s.minRun = min(s.minRun, explain.Tried)
	document := result.NewDocument[result.Fit](result.SchemaFit, toolVersion())
	fail := func(f failure) {
		a.complain(f.File + ": " + f.Message)
		document.Errors, document.Exit = append(document.Errors, f.Error), worse(document.Exit, f.code)
	}
	x, err := a.newExplainer(ctx, flags, options)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		fail(failedModel(flags.model, err))
		return printAll(a, s, fitView(), document, targets)
	}
	var plans []fitPlan
	bar := newProgress(a.stderr, s.progress, isTerminal(a.stderr))
	for _, n := range named {
		plan, err := a.fitPlan(ctx, s, bar, n, flags.predict.shapes.given)
		if ctx.Err() != nil {
			break
		}
		if isUsage(err) {
			bar.stop()
			return errors.Join(err, x.model.Close())
		}
		if err != nil {
			_ = bar.aside(func() error { fail(failed(n.shown(), err)); return nil })
		}
		plans = append(plans, plan)
	}
	bar.stop()
	if ctx.Err() == nil && len(document.Errors) == 0 {
		made, fitErr := x.fit(ctx, plans)
		if isUsage(fitErr) {
			err = fitErr
		} else if fitErr != nil && ctx.Err() == nil {
			fail(failedModel(flags.model, fitErr))
		} else if fitErr == nil {
			document.Results, document.Exit = append(document.Results, made), fitExit(made)
		}
	}
	if err := errors.Join(ctx.Err(), err, x.model.Close()); err != nil {
		return err
	}
	return printAll(a, s, fitView(), document, targets)
}

// fitExit is 0 if all that was asked for is known.
func fitExit(f result.Fit) int {
	if !f.Fits || f.LowerBound || slices.ContainsFunc(f.Estimates, func(e result.FitEstimate) bool { return e.BytesPerElement == nil }) {
		return exitFindings
	}
	return exitClean
}

// zerosOf sums up the zero runs of a scan that can be padding.
func zerosOf(scan result.Scan) (int64, error) {
	var sum int64
	shortest := int64(explain.Tried)
	for i, run := range scan.Zeros.Runs {
		if i == 0 || run.Length < shortest {
			shortest = run.Length
		}
		if run.Length >= explain.Tried {
			sum += run.Length
		}
	}
	if scan.Zeros.MinRun > explain.Tried || scan.Zeros.RunsOmitted > 0 && shortest >= explain.Tried {
		return 0, fmt.Errorf("not all of its zero runs of %d bytes are listed", int64(explain.Tried))
	}
	return sum, nil
}

func fitView() view[result.Fit] {
	return view[result.Fit]{
		command: fitCommand, schema: result.SchemaFit,
		formats: map[string]func(io.Writer, result.Document[result.Fit], report.Options) error{
			report.Text:     report.FitText,
			report.Markdown: report.FitMarkdown,
		},
	}
}
