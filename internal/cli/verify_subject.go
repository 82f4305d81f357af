package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/verify"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// subject is one of the two plans, and the worker that runs it.
type subject struct {
	side  int // 0 for A, 1 for B
	shown string
	// path is a file that holds the plan and nothing else.
	path string
	info result.Info
	size int64
	// weights are the bytes of the model's constants, as far as there is a model.
	weights int64
	client  *worker.Client
	trt.Description
	gpu string

	executions, differing int64
	self                  []result.SelfDifference
	// omitted counts differences that the worker did not list.
	omitted int
}

// about says which file an error is about, if it does not say so itself.
func about(file string, err error) error {
	var known *fileError
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &fileError{file, err}
}

// open opens both plans, starts their workers and loads them. Of two that cannot be judged both are named.
func (v *verifier) open(ctx context.Context, names [2]string) (subjects [2]*subject, failures []failure) {
	weights, err := v.modelWeights(ctx)
	if err != nil {
		return subjects, []failure{unverified(err)}
	}
	for i, name := range names {
		subjects[i] = &subject{side: i, shown: input.DisplayName(name), weights: weights}
		if err := v.openPlan(ctx, subjects[i], name); err != nil {
			failures = append(failures, unverified(about(subjects[i].shown, err)))
		}
	}
	for _, s := range subjects {
		if len(failures) > 0 {
			break
		}
		if err := v.load(ctx, s); err != nil {
			failures = append(failures, unverified(about(s.shown, err)))
		}
	}
	return subjects, failures
}

// openPlan makes a plan a file of its own, if it is none, and looks at it.
func (v *verifier) openPlan(ctx context.Context, s *subject, name string) (err error) {
	source, err := input.Open(ctx, name, input.Options{Stdin: v.stdin})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Changed(), source.Close()) }()
	bar := &progress{}
	in, options := inputOf(entry{shown: s.shown}, source), v.analysis(1, bar)
	plans, err := analyze.Plans(ctx, in, options)
	if err != nil {
		return err
	}
	defer func() {
		for _, p := range plans {
			err = errors.Join(err, p.Close())
		}
	}()
	if len(plans) != 1 {
		return fmt.Errorf("holds %d plans, and verify needs one on each side: unpack it and name the plan", len(plans))
	}
	plan := plans[0]
	report := analyze.InfoPlan(ctx, in, plan, options)
	if report.Err != nil {
		return report.Err
	}
	s.info, s.size = report.Info, plan.Size
	if standsAlone(in, plan) {
		s.path, err = filepath.Abs(source.Path())
	} else {
		s.path = filepath.Join(v.folder, sideName(s.side)+".plan")
		err = copyTo(ctx, s.path, io.NewSectionReader(plan.Reader, 0, plan.Size))
	}
	if err != nil {
		return err
	}
	return v.refuseStripped(s, source.Path())
}

// sideName is what a side is called.
func sideName(side int) string { return [...]string{"A", "B"}[side] }

// load starts the worker of a plan and loads it there.
func (v *verifier) load(ctx context.Context, s *subject) error {
	options := v.machine()
	options.Worker = of(v.flags.workers, s.side)
	finder := core.New(options)
	in, err := installationFor(ctx, finder, of(v.flags.wheres, s.side), s.info.Container)
	if err != nil {
		return err
	}
	if isRTX := in.Family == trt.RTX; s.info.Container != nil && isRTX != (s.info.Container.Family == "tensorrt-rtx") {
		return fmt.Errorf("%w: %s does not run plans of the other product", trt.ErrUnavailable, in.Title())
	}
	s.gpu = gpuText(finder.GPUs())
	if s.client, err = finder.Start(ctx, in, worker.Options{}); err != nil {
		return err
	}
	s.Description, err = s.client.Inspect(ctx, worker.InspectRequest{Plan: s.path, Plugins: v.flags.plugins, HostCode: v.flags.hostCode}, io.Discard)
	return err
}

// gpuText names the GPU that workers run on, as far as files tell: CUDA takes the first one, in an order of its own.
func gpuText(gpus result.GPUs) string {
	var names []string
	for _, device := range gpus.Devices {
		if !slices.Contains(names, device.Name) {
			names = append(names, device.Name)
		}
	}
	text := strings.Join(names, " or ")
	switch {
	case text == "":
		return ""
	case len(gpus.Devices) > 1:
		text += fmt.Sprintf(", one of %d", len(gpus.Devices))
	}
	if gpus.Driver != "" {
		text += ", driver " + gpus.Driver
	}
	return text
}

// close ends the worker.
func (s *subject) close() {
	if s != nil && s.client != nil {
		s.client.Close()
	}
}

// result describes the plan and what became of it.
func (s *subject) result() result.VerifiedPlan {
	about := s.client.Hello().About
	r := result.VerifiedPlan{File: s.shown, Size: s.size, Runtime: result.VerifyRuntime{Family: "tensorrt", Version: about.Library}, GPU: s.gpu,
		Executions: s.executions, Differing: s.differing, Self: append([]result.SelfDifference{}, s.self...)}
	if about.Family == trt.RTX {
		r.Runtime.Family = "tensorrt-rtx"
	}
	if c := s.info.Container; c != nil {
		r.Family, r.Version = c.Family, c.Version
	}
	return r
}

// unverified describes why there is no verification.
func unverified(err error) failure {
	var of *fileError
	file := ""
	if errors.As(err, &of) {
		file, err = of.file, of.error
	}
	f := failed(file, err)
	f.Kind = cmp.Or(verifyKind(err), f.Kind)
	return f
}

// verifyKind is the reason of an error that verify alone has; "" for any other.
func verifyKind(err error) result.ErrorKind {
	var mismatch *verify.MismatchError
	var stripped *strippedError
	var run *trt.RunError
	switch {
	case errors.As(err, &mismatch):
		return result.KindMismatch
	case errors.As(err, &stripped):
		return result.KindStripped
	case errors.Is(err, trt.ErrUnavailable):
		return result.KindUnavailable
	case errors.Is(err, trt.ErrUnsupported):
		return result.KindUnsupported
	case errors.As(err, &run):
		return result.KindRunFailed
	}
	return ""
}
