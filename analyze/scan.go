package analyze

import (
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
	report.Err = err
	return report
}

// scanPlan judges one plan of an input.
func scanPlan(ctx context.Context, in Input, plan wrap.Plan, options Options) (Report, error) {
	known := newEvidence(in, plan, options)
	return known.judgeWith(ctx, known.readBytes)
}

// judgeWith judges the plan; readBytes takes its bytes into account.
func (e *evidence) judgeWith(ctx context.Context, readBytes func(context.Context) error) (Report, error) {
	err := e.plan.Err
	if err == nil && !e.options.Raw {
		err = e.readContainer(true)
	}
	if err == nil {
		e.judged.end = e.declaredEnd()
		err = readBytes(ctx)
	}
	if err == nil {
		e.sayUnverified()
		err = errors.Join(e.findEndTag(), e.readTrailing(), e.readEngine(ctx))
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return Report{Scan: e.damaged(err)}, err
	}
	report := Report{Scan: e.scan(), Map: e.byteMap()}
	report.Scan.Map = &report.Map
	return report, nil
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
	r := newReading(e.options, e.judged.add)
	summary, err := zerorun.ScanReaderAt(ctx, e.plan.Reader, e.plan.Size, r.settings())
	if err != nil {
		return err
	}
	return e.take(ctx, r, summary)
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

// tailRun is the zero run that ends where the plan's bytes end.
func (e *evidence) tailRun() (zerorun.Run, bool) {
	return e.last, e.last.Length > 0 && e.last.End() == e.plan.Size
}

func (e *evidence) skip(what, why string) {
	e.notChecked = append(e.notChecked, result.NotChecked{What: what, Why: why})
}
