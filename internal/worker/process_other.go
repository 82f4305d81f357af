//go:build !unix

package worker

import (
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/planlint/planlint/internal/trt"
)

// launch cannot start workers here.
func launch(Options) (*session, error) {
	return nil, fmt.Errorf("%w: workers run on Linux, not on %s: build the plan there, then give it to planlint here",
		trt.ErrUnavailable, runtime.GOOS)
}

// Pipes is always false: there are no workers here.
func Pipes() (requests io.Reader, frames io.Writer, data *os.File, ok bool) {
	return nil, nil, nil, false
}
