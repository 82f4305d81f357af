package analyze

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/analyze/gpucode"
	"github.com/planlint/planlint/analyze/stream"
	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/zerorun"
)

// Report is what Scan says of one plan.
type Report struct {
	Scan result.Scan
	// Map labels every byte; it is empty if the plan is damaged.
	Map result.Map
	// Err says why the plan could not be judged. If it is a *container.DamagedError, Scan holds what is
	// known of the plan all the same, else only its name.
	Err error
}

// Scan judges the plans of an input, usually one. The error is that of the whole input, such as an error
// that is ErrNotPlan; a plan that is damaged is a Report with its own error.
func Scan(ctx context.Context, in Input, options Options) ([]Report, error) {
	found, err := Plans(ctx, in, options)
	if err != nil {
		return nil, err
	}
	reports := make([]Report, 0, len(found))
	for _, plan := range found {
		report := ScanPlan(ctx, in, plan, options)
		if closeErr := plan.Close(); report.Err == nil {
			report.Err = closeErr
		}
		reports = append(reports, report)
	}
	return reports, nil
}

// ScanPlan judges one of the Plans of an input.
func ScanPlan(ctx context.Context, in Input, plan wrap.Plan, options Options) Report {
	report, err := scanPlan(ctx, in, plan, options)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	report.Err = err
	return report
}

// scanPlan judges one plan of an input.
func scanPlan(ctx context.Context, in Input, plan wrap.Plan, options Options) (Report, error) {
	known := newEvidence(in, plan, options)
	if plan.Err != nil {
		return Report{Scan: known.damaged(plan.Err)}, plan.Err
	}
	if !options.Raw {
		if err := known.readContainer(true); err != nil {
			return Report{Scan: known.damaged(err)}, err
		}
	}
	if err := known.readBytes(ctx); err != nil {
		return Report{Scan: known.damaged(err)}, err
	}
	known.sayUnverified()
	if err := errors.Join(known.findEndTag(), known.readTrailing(), known.readEngine(ctx)); err != nil {
		return Report{Scan: known.damaged(err)}, err
	}
	return Report{Scan: known.scan(), Map: known.byteMap()}, nil
}

// evidence is all that is known of one plan. Rules are decided on it.
type evidence struct {
	in      Input
	plan    wrap.Plan
	options Options
	// container is nil for a file taken as plain bytes.
	container *container.Container
	// scanned is true if all bytes were read, which Info does not.
	scanned bool
	summary zerorun.Summary
	// runs are the longest runs that are listed or judged, in order of offset.
	runs []zerorun.Run
	// last is the last run of those, kept in runs or not.
	last   zerorun.Run
	judged judgedRuns
	// listed counts the runs of at least Options.MinRun, kept or not.
	listed int64
	code   gpucode.Found
	// codeRead is true if the plan was searched for machine code.
	codeRead bool
	// engine is nil if the plan has no engine section that could be read.
	engine *stream.Summary
	// origin is what the engine section says of the GPU.
	origin     stream.Origin
	endTag     int64
	hasEndTag  bool
	trailing   trailing
	notChecked []result.NotChecked
}

func newEvidence(in Input, plan wrap.Plan, options Options) *evidence {
	return &evidence{in: in, plan: plan, options: options}
}

// readContainer reads the two ends of the plan and, if it may look between them, the start of the engine.
func (e *evidence) readContainer(between bool) error {
	var err error
	if e.container, err = container.Parse(e.plan.Reader, e.plan.Size); err != nil {
		return err
	}
	if between {
		if err := e.container.ReadInner(e.plan.Reader); err != nil {
			return fmt.Errorf("reading the start of the engine: %w", err)
		}
	}
	e.notChecked = append(e.notChecked, e.container.NotChecked...)
	e.endTag, e.hasEndTag, _ = e.container.EndTag()
	return nil
}

// readBytes reads the whole plan once, for its zero runs and for its code.
func (e *evidence) readBytes(ctx context.Context) error {
	var longest longestRuns
	e.judged.end = e.declaredEnd()
	finder := gpucode.NewFinder()
	settings := zerorun.Options{
		// Runs are judged from judgedRun, whatever the user wants to see of them.
		MinRun:    min(e.minRun(), judgedRun),
		NoLongest: e.options.NoLongest, Workers: e.options.Workers, Progress: e.options.Progress,
		Emit: func(run zerorun.Run) error {
			longest.add(run)
			e.last = run
			e.judged.add(run)
			if run.Length >= e.minRun() {
				e.listed++
			}
			return nil
		},
	}
	lookForCode := !e.options.NoKernels && !e.options.Raw
	if lookForCode {
		settings.Observe = finder.Observe
	}
	var err error
	if e.summary, err = zerorun.ScanReaderAt(ctx, e.plan.Reader, e.plan.Size, settings); err != nil {
		return err
	}
	e.runs, e.scanned = longest.sorted(), true
	if !lookForCode {
		e.skip("kernels", "not asked for")
		return nil
	}
	if e.code, err = finder.Finish(ctx, e.plan.Reader, e.plan.Size); err != nil {
		return fmt.Errorf("reading machine code: %w", err)
	}
	e.codeRead = true
	if !e.code.Complete {
		e.skip("kernels", e.code.Why)
	}
	return nil
}

// findEndTag looks for the end tag before the zeros at the end of the plan, where a padded plan has it.
func (e *evidence) findEndTag() error {
	tail, ok := e.tailRun()
	if e.container == nil || e.hasEndTag || !ok {
		return nil
	}
	var err error
	e.endTag, e.hasEndTag, err = e.container.FindEndTagBefore(e.plan.Reader, tail.Offset)
	return err
}

// minRun is the length in bytes from which runs are listed.
func (e *evidence) minRun() int64 { return cmp.Or(e.options.MinRun, zerorun.DefaultMinRun) }

// tailRun is the zero run that ends where the plan's bytes end.
func (e *evidence) tailRun() (zerorun.Run, bool) {
	return e.last, e.last.Length > 0 && e.last.End() == e.plan.Size
}

func (e *evidence) skip(what, why string) {
	e.notChecked = append(e.notChecked, result.NotChecked{What: what, Why: why})
}
