//go:build !cgo || !linux || !(rtx || trt8 || trt10 || trt11)

package trt

import (
	"fmt"
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

// Records is empty.
func (*Core) Records() []Record { return nil }
