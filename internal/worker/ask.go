package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"

	"github.com/planlint/planlint/internal/trt"
)

// Requests for a plan that is there, and what comes of them.
type (
	InspectRequest = trt.InspectRequest
	RunRequest     = trt.RunRequest
	RunResult      = trt.RunResult
)

// maxInspection is the most that the inspector may say, in bytes.
const maxInspection = 1 << 30

// Probe tries what this TensorRT can do on this machine. It can take half a minute.
func (c *Client) Probe(ctx context.Context) (trt.Probe, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	var log records
	var probe trt.Probe
	_, err := c.session.ask(ctx, request{kind: frameProbe, body: struct{}{}, log: &log}, &probe)
	return probe, log.explain(ctx, "the probe", err)
}

// Routes returns the build routes that this TensorRT has, as JSON, whose form is TensorRT's own. A TensorRT without
// them is a *trt.UnsupportedError.
func (c *Client) Routes(ctx context.Context) ([]byte, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	var log records
	var routes json.RawMessage
	_, err := c.session.ask(ctx, request{kind: frameRoutes, body: struct{}{}, log: &log}, &routes)
	return routes, log.explain(ctx, "asking for build routes", err)
}

// Inspect loads a plan and writes what TensorRT's engine inspector says of it, as JSON, whose form is
// TensorRT's own. If the plan cannot be loaded the error is a *trt.RunError; what was written by then is of no use.
func (c *Client) Inspect(ctx context.Context, r InspectRequest, to io.Writer) (trt.Description, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	var err error
	if r.Plan, r.Plugins, err = absolute(r.Plan, r.Plugins); err != nil {
		return trt.Description{}, err
	}
	var log records
	var description trt.Description
	_, err = c.session.ask(ctx, request{kind: frameInspect, body: r, to: destination{writers: []io.Writer{to}, limit: maxInspection}, log: &log}, &description)
	return description, log.explain(ctx, "inspecting the plan", err)
}

// Run loads a plan and runs it. receive gets the inputs and outputs when the first run has ended, and what it
// returns gets the outputs' bytes, one output after the other, in the order of the list. An error of receive or of
// its writer comes back as it is, and the worker has ended then. If the plan cannot be loaded or run the
// error is a *trt.RunError or a *trt.UnsupportedError. The worker keeps the plan loaded for the next Run. After some
// errors of CUDA, such as an illegal address, a process can use the GPU no more: then only another worker can.
func (c *Client) Run(ctx context.Context, r RunRequest, receive func([]trt.Tensor) (io.Writer, error)) (RunResult, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	r, err := withAbsolutePaths(r)
	if err != nil {
		return RunResult{}, err
	}
	var log records
	var result RunResult
	var want int64
	size, err := c.session.ask(ctx, request{kind: frameRun, body: r, log: &log,
		receive: func(tensors []trt.Tensor) (destination, error) {
			size, err := outputBytes(tensors)
			if err != nil {
				return destination{}, err
			}
			want = size
			to, err := receive(tensors)
			return destination{writers: []io.Writer{to}, limit: want}, err
		}}, &result)
	if err == nil && size != want {
		err = c.session.end(nil, fmt.Errorf("%w: %d bytes of outputs came, their tensors have %d", errProtocol, size, want))
	}
	return result, log.explain(ctx, "running the plan", err)
}

// outputBytes is the size of all outputs together.
func outputBytes(tensors []trt.Tensor) (int64, error) {
	var sum int64
	for _, t := range tensors {
		if t.Bytes < 0 || t.Bytes > math.MaxInt64-sum {
			return 0, fmt.Errorf("%w: a tensor of %d bytes", errProtocol, t.Bytes)
		}
		if t.Mode == trt.ModeOutput {
			sum += t.Bytes
		}
	}
	return sum, nil
}

// absolute makes paths of a plan or model and its plugins absolute.
func absolute(file string, plugins []string) (string, []string, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return "", nil, err
	}
	var list []string
	for _, p := range plugins {
		if p, err = filepath.Abs(p); err != nil {
			return "", nil, err
		}
		list = append(list, p)
	}
	return file, list, nil
}

func withAbsolutePaths(r RunRequest) (RunRequest, error) {
	var err error
	if r.Plan, r.Plugins, err = absolute(r.Plan, r.Plugins); err != nil {
		return r, err
	}
	files := make(map[string]string, len(r.Files))
	for name, path := range r.Files {
		if files[name], err = filepath.Abs(path); err != nil {
			return r, err
		}
	}
	r.Files = files
	return r, nil
}
