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

// UsageError is about a name that there is nothing for.
type UsageError struct{ message string }

func (e *UsageError) Error() string { return e.message }

// ExitCode is the exit status for wrong usage.
func (*UsageError) ExitCode() int { return 2 }
