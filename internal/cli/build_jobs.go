package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/build"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
)

// buildJob is a series of builds, one at least, with one TensorRT and the same settings.
type buildJob struct {
	in core.Installation
	// named is what --trt named; "" if nothing was.
	named string
	// err says why this TensorRT cannot be used.
	err      error
	settings trt.Settings
	cache    result.TimingCache
	// temporaryCache is true if the timings are to be in a file that is not kept.
	temporaryCache bool
	// outputs are the files of the plans; empty if they are not kept.
	outputs []string
	// number and of place it among all jobs.
	number, of int
}

// title names the TensorRT for people.
func (j buildJob) title() string {
	if j.err != nil {
		return j.named
	}
	return j.in.Title()
}

// slot is the place of a plan of the job, for names of files.
func (j buildJob) slot(number int) build.Slot {
	version := j.in.Version
	if version == "" { // a worker would know, but names are checked before any starts
		version = string(j.in.Family)
	}
	return build.Slot{Family: string(j.in.Family), Version: version, Number: number}
}

// jobs lists what is to be built, in the order of --trt. The error is of the command line, or that there is no
// TensorRT at all.
func (b *builder) jobs(ctx context.Context) ([]buildJob, error) {
	sites, err := b.sites(ctx)
	if err != nil {
		return nil, err
	}
	var list []buildJob
	for _, site := range sites {
		if site.err == nil {
			if site.settings, err = b.flags.resolve(site.in.Family); err != nil {
				return nil, err
			}
		}
		if err := b.placeCache(&site, list); err != nil {
			return nil, err
		}
		if b.compareTimingCache && site.err == nil {
			without := site
			without.settings.TimingCache, without.cache, without.temporaryCache = "", result.TimingCacheNone, false
			list = append(list, without)
		}
		list = append(list, site)
	}
	for i := range list {
		list[i].number, list[i].of = i+1, len(list)
	}
	return list, b.placePlans(list)
}

// sites finds every TensorRT that is named, or the one that is used where none is.
func (b *builder) sites(ctx context.Context) ([]buildJob, error) {
	if len(b.wheres) == 0 {
		in, err := b.finder.Default(ctx)
		return []buildJob{{in: in}}, err
	}
	var sites []buildJob
	for _, where := range b.wheres {
		in, err := b.finder.At(ctx, where)
		var usage *core.UsageError
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &usage):
			return nil, err
		}
		if err == nil && slices.ContainsFunc(sites, func(s buildJob) bool { return s.err == nil && s.in.Folder == in.Folder && s.in.Family == in.Family }) {
			return nil, usagef("--trt %s: that TensorRT, %s in %s, is named already", where, in.Title(), in.Folder)
		}
		sites = append(sites, buildJob{in: in, named: where, err: err})
	}
	return sites, nil
}

// placeCache says where the timings of a job are kept, which is not where those of earlier ones are.
func (b *builder) placeCache(job *buildJob, earlier []buildJob) error {
	job.cache = result.TimingCacheNone
	file := b.flags.settings.TimingCache
	switch {
	case file != "":
		job.cache = result.TimingCacheFile
		if job.err != nil {
			return nil
		}
		job.settings.TimingCache = job.slot(1).Fill(file, b.model)
		if slices.ContainsFunc(earlier, func(other buildJob) bool { return other.settings.TimingCache == job.settings.TimingCache }) {
			return usagef("--timingCacheFile %s: two TensorRTs would share %s, and each needs timings of its own ({version} or {family} in the name tells them apart)",
				file, job.settings.TimingCache)
		}
	case b.compareTimingCache:
		job.cache, job.temporaryCache = result.TimingCacheFile, true
	}
	return nil
}

// placePlans names the files of all plans and makes sure that none is there, or may be overwritten.
func (b *builder) placePlans(list []buildJob) error {
	if b.output == "" {
		return nil
	}
	if b.output == "-" {
		return usagef("-o -: a plan is a file, not a stream (./- is a file)")
	}
	var slots []build.Slot
	for _, job := range list {
		first := 0
		if b.compareTimingCache && job.cache == result.TimingCacheFile { // behind those without one
			first = int(b.repeat)
		}
		for n := range int(b.repeat) {
			if job.err == nil {
				slots = append(slots, job.slot(first+n+1))
			}
		}
	}
	names, err := build.Outputs(b.output, b.model, slots)
	if err != nil {
		return usagef("-o %s: %v", b.output, err)
	}
	for i := range list {
		if list[i].err == nil {
			list[i].outputs, names = names[:b.repeat], names[b.repeat:]
		}
	}
	return nil
}

// checkOutputs makes sure that every file can be written before anything is built.
func (b *builder) checkOutputs(list []buildJob, targets []target) error {
	var caches []string
	for _, job := range list {
		if cache := job.settings.TimingCache; cache != "" {
			caches = append(caches, filepath.Clean(cache))
			if err := b.checkOutput(cache, targets, true); err != nil {
				return usagef("--timingCacheFile %s: %v", cache, err)
			}
		}
		for _, plan := range job.outputs {
			files := []string{plan}
			if !b.noSidecar {
				files = append(files, build.Sidecar(plan))
			}
			for _, file := range files {
				if slices.Contains(caches, filepath.Clean(file)) {
					return usagef("-o %s: %s is the timing cache", b.output, file)
				}
				if err := b.checkOutput(file, targets, b.force); err != nil {
					return usagef("-o %s: %v", b.output, err)
				}
			}
		}
	}
	return nil
}

func (b *builder) checkOutput(file string, targets []target, overwrite bool) error {
	same := func(t target) bool { return filepath.Clean(t.path) == filepath.Clean(file) }
	switch {
	case sameFile(b.model, file):
		return fmt.Errorf("%s is the model itself", file)
	case slices.ContainsFunc(targets, same):
		return fmt.Errorf("%s is written by --write", file)
	case isDirectory(file):
		return fmt.Errorf("%s is a folder", file)
	}
	return checkTarget(file, overwrite)
}

// failedBuild describes why there is no plan, or none that can be judged.
func (b *builder) failedBuild(job buildJob, kind result.ErrorKind, code int, err error) failure {
	message := lineOf(err)
	if title := job.title(); !strings.Contains(message, title) {
		message = title + ": " + message
	}
	return failure{result.Error{File: b.model, Kind: kind, Message: oneLine(message)}, code}
}

// kindOfBuild is the reason of an error of a build.
func kindOfBuild(err error) result.ErrorKind {
	var failed *trt.BuildError
	switch {
	case errors.Is(err, trt.ErrUnsupported):
		return result.KindUnsupported
	case errors.As(err, &failed):
		return result.KindBuildFailed
	case errors.Is(err, trt.ErrUnavailable):
		return result.KindUnavailable
	}
	return result.KindNotWritten
}
