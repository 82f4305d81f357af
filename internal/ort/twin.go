//go:build !cgo || !linux || !ort

package ort

import (
	"fmt"
	"io"
	"os"

	"github.com/planlint/planlint/internal/trt"
)

// Engine runs models. There is none in this program.
type Engine struct{}

// Open returns trt.ErrUnavailable and says how to get a program that can.
func Open(string) (*Engine, error) {
	return nil, fmt.Errorf("%w: this program was built without ONNX Runtime; build cmd/planlint-ort on Linux with cgo and the tag ort (docs/verify.md)",
		trt.ErrUnavailable)
}

// About is empty.
func (*Engine) About() trt.About { return trt.About{} }

// Inspect returns trt.ErrUnavailable.
func (*Engine) Inspect(trt.InspectRequest, *os.File) (trt.Description, int64, error) {
	return trt.Description{}, 0, trt.ErrUnavailable
}

// Run returns trt.ErrUnavailable.
func (*Engine) Run(trt.RunRequest, func([]trt.Tensor) (io.Writer, error)) (trt.RunResult, error) {
	return trt.RunResult{}, trt.ErrUnavailable
}

// Build returns trt.ErrUnavailable.
func (*Engine) Build(string, trt.Settings, *os.File) (int64, error) { return 0, trt.ErrUnavailable }

// Routes returns trt.ErrUnavailable.
func (*Engine) Routes() ([]byte, error) { return nil, trt.ErrUnavailable }

// Probe knows nothing.
func (*Engine) Probe() trt.Probe { return trt.Probe{Devices: []trt.Device{}} }

// Records is empty.
func (*Engine) Records() []trt.Record { return nil }
