package trt

import (
	"errors"
	"fmt"
	"strings"
)

// exitEnvironment is the exit status for what this environment cannot do.
const exitEnvironment = 4

// ErrUnavailable is wrapped by errors about a TensorRT that is not here or cannot be used.
var ErrUnavailable error = unavailable{}

type unavailable struct{}

func (unavailable) Error() string { return "TensorRT is not available" }

// ExitCode is the exit status.
func (unavailable) ExitCode() int { return exitEnvironment }

// ErrUnsupported is what every UnsupportedError is.
var ErrUnsupported = errors.New("not supported")

// UnsupportedError is about a setting that a family, or this version of it, does not have.
type UnsupportedError struct {
	// Feature names what was asked for, such as "flag WEIGHT_STREAMING".
	Feature string
	// MinVersion is the first version that has it, with its family; empty: unknown or never.
	MinVersion string
}

func (e *UnsupportedError) Error() string {
	if e.MinVersion == "" {
		return OneLine(e.Feature) + " is not supported here"
	}
	return OneLine(e.Feature) + " is not supported here: it needs " + OneLine(e.MinVersion)
}

// Is makes the error one of ErrUnsupported.
func (*UnsupportedError) Is(target error) bool { return target == ErrUnsupported }

// ExitCode is the exit status.
func (*UnsupportedError) ExitCode() int { return exitEnvironment }

// BuildError is a build that gave no plan. Error and %v give one telling line, %+v all of the log.
type BuildError struct {
	Cause error
	Log   []Record // in order, oldest first
	// Omitted counts the records that were dropped from Log because there were too many.
	Omitted int
}

func (e *BuildError) Error() string { return tellingLine("the build failed", e.Cause, e.Log) }

// Unwrap returns the cause.
func (e *BuildError) Unwrap() error { return e.Cause }

// ExitCode is the exit status.
func (*BuildError) ExitCode() int { return exitEnvironment }

// Format writes the telling line, and after it the log for %+v.
func (e *BuildError) Format(state fmt.State, verb rune) {
	formatLogged(state, verb, e.Error(), e.Log, e.Omitted)
}

// longestLine is where OneLine cuts, in bytes.
const longestLine = 1000

// OneLine joins the lines of a text, which comes from a library or a worker, and cuts it if it is long.
func OneLine(text string) string {
	if len(text) > longestLine {
		text = strings.ToValidUTF8(text[:longestLine], "") + "..."
	}
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }), " ")
}
