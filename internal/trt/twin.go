//go:build !cgo || !linux || !(rtx || trt8 || trt10 || trt11)

package trt

import (
	"fmt"
	"io"
	"os"
)

// Compiled is the family that the shim of this program was compiled for; empty: none.
const Compiled Family = ""

// Core is an opened TensorRT. There is none in this program.
type Core struct{}

// Open returns ErrUnavailable and says how to get a program that can.
func Open(string) (*Core, error) {
	return nil, fmt.Errorf("%w: this program was built without a shim; build cmd/planlint-trt on Linux with cgo and one of the "+
		"tags rtx, trt8, trt10, trt11 (docs/workers.md)", ErrUnavailable)
}

// About is empty.
func (*Core) About() About { return About{} }

// Build returns ErrUnavailable.
func (*Core) Build(string, Settings, *os.File) (int64, error) { return 0, ErrUnavailable }

// Routes returns ErrUnavailable.
func (*Core) Routes() ([]byte, error) { return nil, ErrUnavailable }

// Inspect returns ErrUnavailable.
func (*Core) Inspect(InspectRequest, *os.File) (Description, int64, error) {
	return Description{}, 0, ErrUnavailable
}

// Run returns ErrUnavailable.
func (*Core) Run(RunRequest, func([]Tensor) (io.Writer, error)) (RunResult, error) {
	return RunResult{}, ErrUnavailable
}

// Probe knows nothing.
func (*Core) Probe() Probe {
	return Probe{Devices: []Device{}, Build: Ability{State: StateUnknown}, Run: Ability{State: StateUnknown}}
}

// Records is empty.
func (*Core) Records() []Record { return nil }
