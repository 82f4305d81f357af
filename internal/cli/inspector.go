package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/inspect"
	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// inspector asks TensorRTs for the layers of plans. A worker is started when it is needed, and kept for the plans
// that follow.
type inspector struct {
	finder *core.Finder
	flags  *layerFlags
	late   *late

	mutex   sync.Mutex
	workers map[librariesOf]*worker.Client
}

// librariesOf tells TensorRTs apart: those of two families can lie in one folder.
type librariesOf struct {
	family trt.Family
	folder string
}

func (a *app) inspector(s *settings, flags *layerFlags) *inspector {
	machine := a.machine()
	machine.Worker = flags.worker
	return &inspector{finder: core.New(machine), flags: flags, late: a.late(s), workers: map[librariesOf]*worker.Client{}}
}

// layers asks for the layers of a plan. where is what --trt names, "" for the TensorRT of the plan's own version.
func (p *inspector) layers(ctx context.Context, in analyze.Input, plan wrap.Plan, c *result.Container, where string) (result.Layers, error) {
	installation, err := installationFor(ctx, p.finder, where, c)
	if err != nil {
		return result.Layers{}, err
	}
	path, remove, err := planFile(ctx, in, plan)
	if err != nil {
		return result.Layers{}, err
	}
	layers, err := p.ask(ctx, installation, path)
	if err = errors.Join(err, remove()); err != nil {
		return result.Layers{}, err
	}
	layers.From = installation.Title()
	return layers, nil
}

// ask asks one TensorRT. One plan at a time is enough: it is loaded into the memory of the GPU.
func (p *inspector) ask(ctx context.Context, in core.Installation, path string) (result.Layers, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	of := librariesOf{in.Family, in.Folder}
	client := p.workers[of]
	if client == nil {
		p.late.say("starting " + in.Title())
		started, err := p.finder.Start(ctx, in, worker.Options{})
		if err != nil {
			return result.Layers{}, err
		}
		client, p.workers[of] = started, started
	}
	p.late.say(in.Title() + " loads " + path)
	layers, err := readInspection(func(to io.Writer) error {
		_, err := client.Inspect(ctx, worker.InspectRequest{Plan: path, Plugins: p.flags.plugins, HostCode: p.flags.hostCode}, to)
		return err
	})
	if err != nil { // the worker may have ended
		delete(p.workers, of)
		client.Close()
		if ctx.Err() == nil {
			err = fmt.Errorf("%s: %w", in.Title(), err)
		}
	}
	return layers, err
}

// readInspection reads layers while they are written. What the inspector tells is read to its end, whatever comes
// of it, and counts only if it is all there.
func readInspection(write func(io.Writer) error) (result.Layers, error) {
	type read struct {
		layers result.Layers
		err    error
	}
	r, w := io.Pipe()
	done := make(chan read, 1)
	go func() {
		layers, err := inspect.Read(r)
		_, _ = io.Copy(io.Discard, r) // it fails with the writer, whose error counts
		done <- read{layers, err}
	}()
	err := write(w)
	w.CloseWithError(err) // nil is the end
	got := <-done
	if err != nil {
		return result.Layers{}, err
	}
	return got.layers, got.err
}

// close ends all workers.
func (p *inspector) close() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.late.stop()
	for _, client := range p.workers {
		client.Close()
	}
	clear(p.workers)
}
