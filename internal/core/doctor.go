package core

import (
	"context"
	"runtime"
	"slices"

	"github.com/planlint/planlint/internal/result"
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
