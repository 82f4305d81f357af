package analyze

import (
	"cmp"
	"context"
	"fmt"

	"github.com/planlint/planlint/analyze/gpucode"
	"github.com/planlint/planlint/zerorun"
)

// reading is what is noted of a plan's bytes while they are read once: its zero runs, and where its code is.
type reading struct {
	options Options
	// judge takes the runs of at least judgedRun bytes.
	judge   func(zerorun.Run)
	longest longestRuns
	last    zerorun.Run
	// listed counts the runs of at least Options.MinRun, kept or not.
	listed int64
	// finder is nil if code is not looked for.
	finder *gpucode.Finder
}

func newReading(options Options, judge func(zerorun.Run)) *reading {
	r := &reading{options: options, judge: judge}
	if !options.NoKernels && !options.Raw {
		r.finder = gpucode.NewFinder()
	}
	return r
}

// settings are those of the scan that reads the bytes.
func (r *reading) settings() zerorun.Options {
	settings := zerorun.Options{
		// Runs are judged from judgedRun, whatever the user wants to see of them.
		MinRun:    min(r.options.minRun(), judgedRun),
		NoLongest: r.options.NoLongest, Workers: r.options.Workers, Progress: r.options.Progress, Emit: r.emit,
	}
	if r.finder != nil {
		settings.Observe = r.finder.Observe
	}
	return settings
}

func (r *reading) emit(run zerorun.Run) error {
	r.longest.add(run)
	r.last = run
	if run.Length >= judgedRun {
		r.judge(run)
	}
	if run.Length >= r.options.minRun() {
		r.listed++
	}
	return nil
}

// take makes evidence of a plan that was read to its end.
func (e *evidence) take(ctx context.Context, r *reading, summary zerorun.Summary) error {
	e.summary, e.scanned = summary, true
	e.runs, e.last, e.listed = r.longest.sorted(), r.last, r.listed
	if r.finder == nil {
		e.skip("kernels", "not asked for")
		return nil
	}
	var err error
	if e.code, err = r.finder.Finish(ctx, e.plan.Reader, e.plan.Size); err != nil {
		return fmt.Errorf("reading machine code: %w", err)
	}
	e.codeRead = true
	if !e.code.Complete {
		e.skip("kernels", e.code.Why)
	}
	return nil
}

// minRun is the length in bytes from which runs are listed.
func (o Options) minRun() int64 { return cmp.Or(o.MinRun, zerorun.DefaultMinRun) }
