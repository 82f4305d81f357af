package core

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// DoctorOptions say what to look at.
type DoctorOptions struct {
	// TRT are TensorRTs as At takes them; none: all that are found.
	TRT []string
	// Quick starts no worker.
	Quick bool
	// Say takes a line about a step that takes its time.
	Say func(line string)
}

// together is how many workers are asked at once.
const together = 4

// Doctor finds out which TensorRTs are here and what each can do. Errors are about names in TRT, and the
// context's.
func (f *Finder) Doctor(ctx context.Context, o DoctorOptions) (result.Doctor, error) {
	d := result.Doctor{Platform: runtime.GOOS + "/" + runtime.GOARCH, GPU: f.GPUs(), TensorRT: []result.DoctorTensorRT{}, Tools: tools(), Next: []result.DoctorStep{}}
	list, err := f.patients(ctx, o.TRT)
	if err != nil {
		return d, err
	}
	examined := f.examineAll(ctx, list, o)
	f.nameAll(ctx, examined)
	if err := ctx.Err(); err != nil {
		return d, context.Cause(ctx)
	}
	for _, e := range examined {
		if e.probe != nil {
			d.GPU = withProbe(d.GPU, *e.probe)
		}
	}
	for i := range examined {
		e := &examined[i]
		e.Next = f.cure(*e)
		d.CanBuild = d.CanBuild || e.Build.State == result.AbilityYes || o.Quick && e.Worker.State == result.WorkerUntried && e.Build == (result.Ability{State: result.AbilityUnknown})
		d.CanRun = d.CanRun || e.Run.State == result.AbilityYes
		d.TensorRT = append(d.TensorRT, e.DoctorTensorRT)
	}
	d.Next = f.steps(d, len(o.TRT) > 0)
	return d, nil
}

// patients are the TensorRTs to examine.
func (f *Finder) patients(ctx context.Context, named []string) ([]Installation, error) {
	o := f.options
	o.Python = true
	finder := New(o)
	if len(named) == 0 {
		return finder.All(ctx), nil
	}
	var list []Installation
	for _, where := range named {
		in, err := finder.At(ctx, where)
		if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	return list, nil
}

// examination is what was found about one TensorRT.
type examination struct {
	result.DoctorTensorRT
	in Installation
	// probe is what it can do; nil: nobody could ask.
	probe *probe
}

func (f *Finder) examineAll(ctx context.Context, list []Installation, o DoctorOptions) []examination {
	all := make([]examination, len(list))
	var group sync.WaitGroup
	free := make(chan struct{}, together)
	for i, in := range list {
		group.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			all[i] = f.examine(ctx, in, o)
		})
	}
	group.Wait()
	return all
}

// examine looks at one TensorRT, and asks its worker what it can do.
func (f *Finder) examine(ctx context.Context, in Installation, o DoctorOptions) examination {
	e := examination{in: in, DoctorTensorRT: result.DoctorTensorRT{
		Name: in.Name(), Family: string(in.Family), Version: in.Version, Folder: in.Folder, Source: in.Source, Resources: in.Resources,
		Build: result.Ability{State: result.AbilityUnknown}, Run: result.Ability{State: result.AbilityUnknown},
	}}
	for _, place := range in.Also {
		e.Also = append(e.Also, result.DoctorPlace{Folder: place.Folder, Source: place.Source})
	}
	if !f.HasGPU() {
		if in.Family != trt.RTX {
			e.Build = result.Ability{State: result.AbilityNo, Why: "its builder needs an NVIDIA GPU"}
		}
		e.Run = result.Ability{State: result.AbilityNo, Why: "running a plan needs an NVIDIA GPU"}
	}
	if e.Build.State == result.AbilityUnknown && lacksKernels(in) {
		e.Build.Why = "of the builder's kernels its folder has only " + strings.Join(in.Resources, ", ")
	}
	path, err := f.Worker(in)
	if err != nil {
		e.Worker = result.DoctorWorker{State: result.WorkerMissing, Why: err.Error()}
		return e
	}
	e.Worker = result.DoctorWorker{State: result.WorkerUntried, Path: path}
	if o.Quick {
		return e
	}
	if o.Say != nil {
		o.Say("asking " + in.Title())
	}
	client, err := f.Start(ctx, in, worker.Options{})
	if err != nil {
		e.Worker.State, e.Worker.Why = result.WorkerBroken, err.Error()
		return e
	}
	defer client.Close()
	e.Worker.State, e.Worker.Headers = result.WorkerReady, client.Hello().Headers
	if e.Version == "" {
		e.Version = client.Hello().Library
	}
	found, err := ask(ctx, client)
	if err != nil {
		e.Worker.State, e.Worker.Why = result.WorkerBroken, fmt.Sprintf("it ended while it was asked what it can do: %v", err)
		return e
	}
	e.probe = &found
	e.Missing = found.missing
	for _, a := range []struct {
		known *result.Ability
		found result.Ability
	}{{&e.Build, found.build}, {&e.Run, found.run}} {
		// Where both say no, files say it in plainer words: there is no GPU.
		if a.known.State == result.AbilityUnknown || a.found.State == result.AbilityYes {
			*a.known = a.found
		}
	}
	return e
}

// nameAll says what each is called by --trt, and marks the one that Default chooses. Of several versions of a
// family the older ones go by their version; what only Python knows, or only --trt, goes by its folder.
func (f *Finder) nameAll(ctx context.Context, examined []examination) {
	known := f.All(ctx)
	byDefault, err := f.Default(ctx)
	for i := range examined {
		e := &examined[i]
		if slices.ContainsFunc(examined[:i], func(newer examination) bool { return newer.Name == e.Name }) {
			e.Name = e.in.exactName()
		}
		e.TRT = e.Name
		if !slices.ContainsFunc(known, func(in Installation) bool { return in.Folder == e.Folder && in.Family == e.in.Family }) {
			e.TRT = e.Folder
		}
		e.Default = err == nil && byDefault.Folder == e.Folder && byDefault.Family == e.in.Family
	}
}

// missingLibrary is what the dynamic linker says of a library that is not there.
var missingLibrary = regexp.MustCompile(`(lib[\w.+-]+\.so[\w.]*): cannot open shared object file`)

// cure is what to do about one TensorRT; nil: nothing.
func (f *Finder) cure(e examination) *result.DoctorStep {
	install := f.command() + " core install " + e.in.Name()
	if e.TRT == e.Folder {
		install = f.command() + " core install --trt " + shellWord(e.Folder)
	}
	switch {
	case !slices.Contains(families, e.in.Family), e.in.Family == trt.RTX && e.in.Version == "" && e.Worker.State == result.WorkerMissing:
		return nil // no worker of ours is for it
	case e.Worker.State == result.WorkerMissing:
		why := "compiles the worker that drives it"
		if len(f.outdated(e.in)) > 0 {
			why = "compiles its worker anew: the one that is here was made from other sources"
		}
		if r, err := recipeFor(e.in); err == nil {
			why += f.lacking(r, e.Folder)
		}
		return &result.DoctorStep{Command: install, Why: why}
	case e.Worker.State == result.WorkerBroken:
		if found := missingLibrary.FindStringSubmatch(e.Worker.Why); found != nil {
			return &result.DoctorStep{Why: found[1] + " is needed: install the package that has it, or name its folder in LD_LIBRARY_PATH"}
		}
		if f.options.Worker != "" {
			return &result.DoctorStep{Command: install, Why: "compiles a worker that fits this planlint; leave --worker out then"}
		}
		if f.options.Cache == "" || !strings.HasPrefix(e.Worker.Path, f.options.Cache+string(filepath.Separator)) {
			return &result.DoctorStep{Command: install, Why: "compiles a worker that fits this planlint; " + e.Worker.Path + " is found first and has to go"}
		}
		return nil
	case len(e.Missing) > 0 && !lacksKernels(e.in):
		return &result.DoctorStep{Why: fmt.Sprintf("it has no kernels for this GPU (%s): use a version that has", strings.Join(e.Missing, ", "))}
	case len(e.Missing) > 0:
		return &result.DoctorStep{Why: fmt.Sprintf("the builder's kernels for this GPU are in %s, which NVIDIA's own TensorRT %s has and no public package: unpack that one and name its folder with --trt",
			strings.Join(e.Missing, ", "), e.Version)}
	}
	return nil
}

// shellWord quotes a word for a command line where it needs that.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._+-=:,@%", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
