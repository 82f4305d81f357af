package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/inspect"
	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/sparse"
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
	workers map[string]*worker.Client // by the folder of the libraries
}

func (a *app) inspector(s *settings, flags *layerFlags) *inspector {
	machine := a.machine()
	machine.Worker = flags.worker
	return &inspector{finder: core.New(machine), flags: flags, late: a.late(s), workers: map[string]*worker.Client{}}
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
	client := p.workers[in.Folder]
	if client == nil {
		p.late.say("starting " + in.Title())
		started, err := p.finder.Start(ctx, in, worker.Options{})
		if err != nil {
			return result.Layers{}, err
		}
		client, p.workers[in.Folder] = started, started
	}
	p.late.say(in.Title() + " loads " + path)
	layers, err := readInspection(func(to io.Writer) error {
		_, err := client.Inspect(ctx, worker.InspectRequest{Plan: path, Plugins: p.flags.plugins, HostCode: p.flags.hostCode}, to)
		return err
	})
	if err != nil { // the worker may have ended
		delete(p.workers, in.Folder)
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

// installationFor is the TensorRT that --trt names, else the one whose version the plan is of: no other loads it,
// but for plans that were made for that.
func installationFor(ctx context.Context, finder *core.Finder, where string, c *result.Container) (core.Installation, error) {
	if where != "" {
		return finder.At(ctx, where)
	}
	if c == nil {
		return finder.Default(ctx)
	}
	family := trt.Family("trt" + strings.Split(c.Version, ".")[0])
	product := "TensorRT "
	if c.Family == "tensorrt-rtx" {
		family, product = trt.RTX, "TensorRT-RTX "
	}
	all := finder.All(ctx)
	if err := ctx.Err(); err != nil {
		return core.Installation{}, err
	}
	for _, in := range all {
		if in.Family == family && in.Version != "" && strings.HasPrefix(c.Version+".", in.Version+".") {
			return in, nil
		}
	}
	for _, in := range all {
		if in.Family == family && in.Version == "" {
			return in, nil
		}
	}
	return core.Installation{}, fmt.Errorf("%w: the plan is of %s, and none of that version is here (planlint doctor lists those that are); --trt names one",
		trt.ErrUnavailable, product+c.Version)
}

// planFile is a file with the plan and nothing else: the input itself, or a copy, which remove removes.
func planFile(ctx context.Context, in analyze.Input, plan wrap.Plan) (path string, remove func() error, err error) {
	if in.Path != "" && plan.File == "" && !plan.Encoded && plan.Offset == 0 && plan.Size == in.Size {
		return in.Path, func() error { return nil }, nil
	}
	file, err := os.CreateTemp("", "planlint-*.plan")
	if err != nil {
		return "", nil, &environmentError{err}
	}
	remove = func() error { return os.Remove(file.Name()) }
	err = errors.Join(copyPlan(ctx, file, plan), file.Close())
	if err != nil {
		return "", nil, errors.Join(err, remove())
	}
	return file.Name(), remove, nil
}

func copyPlan(ctx context.Context, file *os.File, plan wrap.Plan) error {
	to, err := sparse.NewWriter(file)
	if err != nil {
		return &environmentError{err}
	}
	from := io.NewSectionReader(plan.Reader, 0, plan.Size)
	buffer := make([]byte, 1<<20)
	for {
		n, readErr := from.Read(buffer)
		if _, err := to.Write(buffer[:n]); err != nil {
			return err
		}
		switch {
		case errors.Is(readErr, io.EOF):
			return to.Finish()
		case readErr != nil:
			return readErr
		case ctx.Err() != nil:
			return context.Cause(ctx)
		}
	}
}
