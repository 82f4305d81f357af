//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

package trt

import (
	"io"
	"os"
	"slices"
	"time"
)

// plan is a file with a plan as it was when it was loaded.
type plan struct {
	path     string
	size     int64
	changed  time.Time
	plugins  []string
	hostCode bool
}

func (p plan) is(other plan) bool {
	return p.path == other.path && p.size == other.size && p.changed.Equal(other.changed) && p.hostCode == other.hostCode &&
		slices.Equal(p.plugins, other.plugins)
}

// kept is the engine that was loaded last, and from what.
type kept struct {
	plan   plan
	engine *nativeEngine // nil: none
}

// engineOf returns the engine of a plan: that of the last request, if it was for the same file.
func (c *Core) engineOf(path string, plugins []string, hostCode bool) (*nativeEngine, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	p := plan{path, info.Size(), info.ModTime(), plugins, hostCode}
	if c.kept.engine != nil && c.kept.plan.is(p) {
		return c.kept.engine, nil
	}
	c.forget()
	e, err := c.load(path, plugins, hostCode)
	if err != nil {
		return nil, err
	}
	c.kept = kept{p, e}
	return e, nil
}

// forget unloads the engine that was loaded last.
func (c *Core) forget() {
	if c.kept.engine != nil {
		c.kept.engine.unload()
	}
	c.kept = kept{}
}

// Inspect loads a plan, writes what TensorRT's engine inspector says of it to a file in frames of type PlanFrame,
// and describes it. It returns how many bytes of JSON the frames have, also with an error.
func (c *Core) Inspect(r InspectRequest, to *os.File) (Description, int64, error) {
	e, err := c.engineOf(r.Plan, r.Plugins, r.HostCode)
	if err != nil {
		return Description{}, 0, err
	}
	d, err := e.describe()
	if err != nil {
		return Description{}, 0, err
	}
	size, err := e.inspect(to)
	return d, size, err
}

// Run loads a plan, unless the last request was for the same one, and runs it. receive gets the inputs and
// outputs when the first run has ended, and what it returns gets the outputs' bytes.
func (c *Core) Run(r RunRequest, receive func([]Tensor) (io.Writer, error)) (RunResult, error) {
	e, err := c.engineOf(r.Plan, r.Plugins, r.HostCode)
	if err != nil {
		return RunResult{}, err
	}
	result, err := run(e, r, receive)
	if err != nil {
		c.forget() // nobody knows in what state it is
	}
	return result, err
}
