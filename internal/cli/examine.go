package cli

import (
	"context"
	"errors"
	"io"
	"runtime"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
)

// maxJobs is the default limit of threads: a few use all of the memory's bandwidth.
const maxJobs = 4

// seen is what a command sees of one plan, which may be nothing, and why it cannot be judged if that is so.
type seen[R any] struct {
	file    string
	results []R
	err     error
}

// failure is an input that cannot be judged, and the exit status that this means.
type failure struct {
	result.Error
	code int
}

// outcome is what came of one input.
type outcome[R any] struct {
	results  []R
	failures []failure
}

// look is how a command looks at an input.
type look[R any] func(context.Context, analyze.Input, analyze.Options) ([]seen[R], error)

// examiner opens inputs and looks at them.
type examiner[R any] struct {
	look     look[R]
	opening  input.Options
	options  analyze.Options
	progress *progress
}

// share splits the threads between files that are read at once and threads for each of them.
func (s *settings) share(files int) (parallel, workers int) {
	jobs := int(s.jobs)
	if jobs == 0 {
		jobs = min(runtime.GOMAXPROCS(0), maxJobs)
	}
	parallel = max(1, min(jobs, files))
	return parallel, max(1, jobs/parallel)
}

// analysis is what the flags ask of package analyze.
func (s *settings) analysis(workers int, p *progress) analyze.Options {
	return analyze.Options{
		MinRun: int64(s.minRun), NoLongest: s.noLongest, Workers: workers, Raw: s.raw, NoKernels: s.noKernels,
		ExpectVersion: s.expectVersion, ExpectSM: s.expectSM, Progress: p.add,
		Spool: func(ctx context.Context, r io.Reader) (wrap.Spooled, error) {
			spooled, err := input.Spool(ctx, r, "the decoded plan", nil)
			if err != nil {
				return nil, err // and not a nil *Spooled in an interface that is not nil
			}
			return spooled, nil
		},
	}
}

// examine looks at one input.
func (x examiner[R]) examine(ctx context.Context, e entry) outcome[R] {
	if e.err != nil {
		return outcome[R]{failures: []failure{failed(e.shown, e.err)}}
	}
	source, err := input.Open(ctx, e.name, x.opening)
	if err != nil {
		return outcome[R]{failures: []failure{failed(e.shown, err)}}
	}
	x.progress.expect(source.Size())
	if input.IsAddress(e.name) {
		// The source itself asks for what follows. Threads at several places would push each other's ranges out
		// of its few buffers, and the same bytes would be sent several times.
		x.options.Workers = 1
	}
	all, err := x.look(ctx, inputOf(e, source), x.options)
	err = errors.Join(err, source.Changed(), source.Close())
	if err != nil { // what was seen of a file that changed is of no file that ever was
		return outcome[R]{failures: []failure{failed(e.shown, err)}}
	}
	var o outcome[R]
	for _, s := range all {
		// What is known of a damaged plan is printed; of one that cannot be read nothing is.
		var damage *container.DamagedError
		if s.err == nil || errors.As(s.err, &damage) {
			o.results = append(o.results, s.results...)
		}
		if s.err != nil {
			o.failures = append(o.failures, failed(s.file, s.err))
		}
	}
	return o
}

func inputOf(e entry, source input.Source) analyze.Input {
	in := analyze.Input{Name: e.shown, Path: source.Path(), Reader: source, Size: source.Size(), Member: e.member}
	if allocated, known := source.Allocated(); known {
		in.Allocated = &allocated
	}
	return in
}

// failed describes an error of an input.
func failed(file string, err error) failure {
	code := exitNoJudgement
	var c coder
	if errors.As(err, &c) {
		code = c.ExitCode()
	}
	return failure{result.Error{File: file, Kind: kindOf(err), Message: oneLine(lineOf(err))}, code}
}

// kindOf is the machine-readable reason of an error about an input.
func kindOf(err error) result.ErrorKind {
	var run *trt.RunError
	switch {
	case errors.As(err, &run):
		return result.KindRunFailed
	case errors.Is(err, trt.ErrUnavailable):
		return result.KindUnavailable
	case errors.Is(err, trt.ErrUnsupported):
		return result.KindUnsupported
	}
	return analyze.KindOf(err)
}
