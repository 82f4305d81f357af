package analyze

import (
	"errors"

	"github.com/planlint/planlint/analyze/compare"
	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/analyze/folder"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/zerorun"
)

// The errors that callers tell apart, with errors.Is.
var (
	ErrNotPlan   = container.ErrNotPlan
	ErrTruncated = container.ErrTruncated
	ErrEmpty     = container.ErrEmpty
)

// KindOf returns the machine-readable reason of an error from this package or from the ones below it.
func KindOf(err error) result.ErrorKind {
	var damaged *container.DamagedError
	switch {
	case errors.As(err, &damaged):
		return damaged.Kind
	case errors.Is(err, ErrEmpty):
		return result.KindEmpty
	case errors.Is(err, ErrNotPlan), errors.Is(err, compare.ErrNoResult):
		return result.KindNotPlan
	case errors.Is(err, folder.ErrNoPlans):
		return result.KindNoPlans
	case errors.Is(err, zerorun.ErrChanged):
		return result.KindChanged
	}
	return result.KindUnreadable
}
