//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

package trt

import (
	"io"
	"os"
)

// Inspect is not written yet.
func (c *Core) Inspect(InspectRequest, *os.File) (Description, int64, error) {
	return Description{}, 0, &UnsupportedError{Feature: "inspecting a plan"}
}

// Run is not written yet.
func (c *Core) Run(RunRequest, func([]Tensor) (io.Writer, error)) (RunResult, error) {
	return RunResult{}, &UnsupportedError{Feature: "running a plan"}
}

// Probe is not written yet.
func (c *Core) Probe() Probe {
	unknown := Ability{State: StateUnknown, Why: "not tried"}
	return Probe{Devices: []Device{}, Build: unknown, Run: unknown}
}
