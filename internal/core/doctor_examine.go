package core

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// together is how many workers are asked at once.
const together = 4

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
