package core

import (
	"context"
	"debug/buildinfo"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// workerName is how the names of all workers start. A worker that core install makes is called
// planlint-trt-rtx-1.7 or planlint-trt-8.
const workerName = "planlint-trt"

// Worker returns the program that drives an installation. Errors wrap trt.ErrUnavailable and say what to do.
// Nothing is started: whether the worker fits is seen when it is.
func (f *Finder) Worker(in Installation) (string, error) {
	if f.options.Worker != "" {
		absolute, err := filepath.Abs(f.options.Worker)
		if err != nil || !isProgram(absolute) {
			return "", unavailable("--worker %s is no program", f.options.Worker)
		}
		return absolute, nil
	}
	if !slices.Contains(families, in.Family) {
		return "", unavailable("there is no worker for %s: planlint drives TensorRT 8, 10, 11 and TensorRT-RTX", in.Title())
	}
	if in.Family == trt.RTX && in.Version == "" {
		return "", unavailable("the version of the TensorRT-RTX in %s is not known, so no worker can be chosen: --worker names one", in.Folder)
	}
	for _, folder := range f.workerFolders() {
		if path := filepath.Join(folder, in.program()); isProgram(path) {
			return path, nil
		}
		if path := filepath.Join(folder, workerName); isProgram(path) && compiledFor(path, in.Family) {
			return path, nil
		}
	}
	install := f.installs(in)
	if len(f.outdated(in)) > 0 {
		return "", unavailable("the worker for %s was made from other sources than this planlint: run %s", in.Title(), install)
	}
	return "", unavailable("%s is here, but no worker for it: run %s", in.Title(), install)
}

// families are those that there are workers for.
var families = []trt.Family{trt.TRT11, trt.TRT10, trt.TRT8, trt.RTX}

// workerFolders are where workers are looked for, in this order; never the working directory.
func (f *Finder) workerFolders() []string {
	list := []string{f.options.Env("PLANLINT_WORKER_DIR")}
	if beside := filepath.Dir(f.options.Executable); f.options.Executable != "" {
		list = append(list, beside, filepath.Join(beside, "..", "libexec", "planlint"))
	}
	if f.options.Cache != "" {
		list = append(list, filepath.Join(f.options.Cache, f.options.Sources))
	}
	list = append(list, filepath.SplitList(f.options.Env("PATH"))...)
	return slices.DeleteFunc(list, func(folder string) bool { return !filepath.IsAbs(folder) })
}

// outdated are the workers for an installation that core install made from other sources.
func (f *Finder) outdated(in Installation) []string {
	if f.options.Cache == "" {
		return nil
	}
	return slices.DeleteFunc(glob(f.options.Cache, "*/"+in.program()), func(path string) bool {
		return filepath.Base(filepath.Dir(path)) == f.options.Sources
	})
}

// compiledFor reads from a worker of no telling name which family it was compiled for.
func compiledFor(path string, family trt.Family) bool {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return false
	}
	for _, setting := range info.Settings {
		if setting.Key == "-tags" {
			return slices.Contains(strings.Split(setting.Value, ","), string(family))
		}
	}
	return false
}

// Start starts the worker of an installation. Path, Folder and Family of the options are filled in.
func (f *Finder) Start(ctx context.Context, in Installation, o worker.Options) (*worker.Client, error) {
	path, err := f.Worker(in)
	if err != nil {
		return nil, err
	}
	o.Path, o.Folder, o.Family = path, in.Folder, in.Family
	if siblings := siblingFolders(in.Folder); len(siblings) > 0 {
		o.Env = append(o.Env, "LD_LIBRARY_PATH="+strings.Join(append(siblings, filepath.SplitList(f.options.Env("LD_LIBRARY_PATH"))...), string(filepath.ListSeparator)))
	}
	return worker.Start(ctx, o)
}

// siblingFolders are where Python's packages put the CUDA libraries that a pip-installed TensorRT may want.
func siblingFolders(folder string) []string {
	if !strings.HasPrefix(filepath.Base(folder), "tensorrt") {
		return nil
	}
	return glob(filepath.Dir(folder), "nvidia/*/lib")
}

// command is how the user calls planlint.
func (f *Finder) command() string {
	// go run puts its programs into a folder of that name.
	if strings.Contains(f.options.Executable, string(filepath.Separator)+"go-build") {
		return "go run ./cmd/planlint"
	}
	return "planlint"
}
