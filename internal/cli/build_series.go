package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/planlint/planlint/analyze/spread"
	"github.com/planlint/planlint/internal/build"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// series is the work on one job.
type series struct {
	*builder
	job      buildJob
	bar      *progress
	made     result.Build
	client   *worker.Client // nil: none runs
	builds   spread.Builds
	open     []*build.Built // plans that later ones are compared with
	failures []failure
}

// series builds the plans of one job.
func (b *builder) series(ctx context.Context, job buildJob, model result.BuildModel, bar *progress) (result.Build, []failure) {
	s := &series{builder: b, job: job, bar: bar, made: result.Build{
		Model: model, TensorRT: result.BuildTensorRT{Named: job.named, Family: string(job.in.Family), Version: job.in.Version},
		Machine: b.buildMachine(), Command: b.command, TimingCache: job.cache, Process: result.BuildProcessEach, Plans: []result.BuiltPlan{},
	}}
	if b.oneProcess {
		s.made.Process = result.BuildProcessOne
	}
	err := job.err
	if err == nil {
		err = s.all(ctx)
	}
	if err != nil && ctx.Err() == nil {
		f := b.failedBuild(job, kindOfBuild(err), codeOf(err), err)
		if f.Kind == result.KindBuildFailed {
			f.Message += failureHint(job.settings, b.finder.GPUs().Why, f.Message)
		}
		s.failures = append(s.failures, f)
		s.made.Failure = &f.Error
		s.wholeLog(err)
	}
	s.made.Spread = s.builds.Spread()
	return s.made, s.failures
}

// buildMachine says what plans are built on.
func (b *builder) buildMachine() result.BuildMachine {
	gpus := b.finder.GPUs()
	machine := result.BuildMachine{Platform: runtime.GOOS + "/" + runtime.GOARCH, Driver: gpus.Driver}
	for _, device := range gpus.Devices {
		machine.GPUs = append(machine.GPUs, device.Name)
	}
	return machine
}

// all builds one plan after the other.
func (s *series) all(ctx context.Context) (err error) {
	if err := convert(s.job.settings, &s.made.Settings); err != nil {
		return err
	}
	if libraries, err := trt.LibrariesIn(s.job.in.Family, s.job.in.Folder); err == nil {
		_, s.made.TensorRT.SHA256, _ = build.Digest(ctx, libraries.Core) // one that cannot be read is the worker's to report
	}
	if s.job.temporaryCache {
		folder, failed := temporaryFolder("timings")
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
		s.job.settings.TimingCache = filepath.Join(folder, "timings")
	}
	defer func() {
		s.end()
		for _, plan := range s.open {
			err = errors.Join(err, plan.Close())
		}
	}()
	for i := range int(s.repeat) {
		if err := s.one(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// one builds and judges the next plan.
func (s *series) one(ctx context.Context, i int) error {
	s.bar.label(s.line(i))
	if err := s.start(ctx); err != nil {
		return err
	}
	request := build.Request{Model: s.model, Settings: s.job.settings, Overwrite: s.force, Name: "plan of " + s.model, Options: s.analysis(1, s.bar)}
	if len(s.job.outputs) > 0 {
		request.Output = s.job.outputs[i]
	}
	plan, err := build.Build(ctx, s.client, request)
	if !s.oneProcess {
		s.end()
	}
	if err != nil {
		return err
	}
	s.warnings(plan)
	document := result.NewDocument[result.Build](result.SchemaBuild, toolVersion())
	if plan.Err != nil {
		f := failed(s.model, plan.Err)
		f = s.failedBuild(s.job, f.Kind, f.code, fmt.Errorf("%s: %w", plan.Scan.File, plan.Err))
		s.failures, document.Errors, document.Exit = append(s.failures, f), append(document.Errors, f.Error), f.code
	}
	document.Exit = worse(document.Exit, s.findingsExit(plan.Scan))
	untraced(&plan.Scan)
	if err := s.keep(plan, document); err != nil {
		return errors.Join(err, plan.Close())
	}
	s.made.Plans = append(s.made.Plans, plan.BuiltPlan)
	first, err := s.builds.Add(ctx, plan.SHA256, plan.Bytes())
	if first {
		s.open = append(s.open, plan)
	} else {
		err = errors.Join(err, plan.Close())
	}
	return err
}

// untraced says that zero runs are not traced to operations, though there is a model.
func untraced(scan *result.Scan) {
	for i := range scan.NotChecked {
		if scan.NotChecked[i].What == "model" {
			scan.NotChecked[i].Why = "build does not trace zero runs to the model's operations"
		}
	}
}

// start starts a worker, unless one runs.
func (s *series) start(ctx context.Context) error {
	if s.client != nil {
		return nil
	}
	client, err := s.finder.Start(ctx, s.job.in, worker.Options{})
	if err != nil {
		return err
	}
	s.client = client
	hello := client.Hello()
	t := &s.made.TensorRT
	t.Headers, t.Worker, t.Sources = hello.Headers, hello.Planlint, hello.Sources
	if t.Version == "" {
		t.Version = hello.Library
	}
	return nil
}

// end ends the worker.
func (s *series) end() {
	if s.client != nil {
		s.client.Close()
		s.client = nil
	}
}

// line says what is being done.
func (s *series) line(i int) string {
	line := "building with " + s.job.title()
	if s.job.cache == result.TimingCacheFile {
		line += " and a timing cache"
	}
	if s.job.of > 1 {
		line += fmt.Sprintf(" (%d of %d)", s.job.number, s.job.of)
	}
	if s.repeat > 1 {
		line += fmt.Sprintf(", plan %d of %d", i+1, s.repeat)
	}
	return line
}
