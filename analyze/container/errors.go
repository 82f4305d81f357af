package container

import (
	"errors"

	"github.com/planlint/planlint/internal/result"
)

// Reasons why a file is no usable plan, for errors.Is.
var (
	ErrNotPlan   = errors.New("not a TensorRT plan")
	ErrTruncated = errors.New("truncated plan")
	ErrEmpty     = errors.New("empty plan")
)

// NotPlanError says what a file is instead of a plan. It is ErrNotPlan.
type NotPlanError struct {
	// What names the file's real type with its article, such as "an HTML page"; empty if it is not known.
	What string
}

func (e *NotPlanError) Error() string {
	if e.What == "" {
		return ErrNotPlan.Error()
	}
	return ErrNotPlan.Error() + " but " + e.What
}

// Is reports whether target is ErrNotPlan.
func (e *NotPlanError) Is(target error) bool { return target == ErrNotPlan }

// ExitCode is the exit status of a run that could not judge its input.
func (e *NotPlanError) ExitCode() int { return exitNoJudgement }

// DamagedError says that a file starts as a plan but is shorter than it declares, empty, or contradicts
// itself. It is ErrTruncated or ErrEmpty according to its Kind.
type DamagedError struct {
	Kind    result.ErrorKind
	Message string
	// Container is what could be read of the plan nevertheless; nil if nothing could.
	Container *Container
}

func (e *DamagedError) Error() string { return e.Message }

// Is reports whether target is the sentinel of the error's kind.
func (e *DamagedError) Is(target error) bool {
	switch e.Kind {
	case result.KindTruncated:
		return target == ErrTruncated
	case result.KindEmpty:
		return target == ErrEmpty
	}
	return false
}

// ExitCode is the exit status of a run that could not judge its input.
func (e *DamagedError) ExitCode() int { return exitNoJudgement }

const exitNoJudgement = 3
