package core

import (
	"fmt"

	"github.com/planlint/planlint/internal/trt"
)

// unavailableError wraps trt.ErrUnavailable and says by itself what is missing and what to do.
type unavailableError struct{ message string }

func unavailable(format string, values ...any) error {
	return &unavailableError{trt.OneLine(fmt.Sprintf(format, values...))}
}

func (e *unavailableError) Error() string { return e.message }

func (*unavailableError) Unwrap() error { return trt.ErrUnavailable }
