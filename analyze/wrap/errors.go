package wrap

import (
	"errors"
	"fmt"

	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/internal/result"
)

// damaged says that a wrapper contradicts itself.
func damaged(format string, args ...any) error {
	return &container.DamagedError{Kind: result.KindDamaged, Message: fmt.Sprintf(format, args...)}
}

// cutOff says that a wrapper ends too early.
func cutOff(format string, args ...any) error {
	return &container.DamagedError{Kind: result.KindTruncated, Message: fmt.Sprintf(format, args...)}
}

// without says that a file of a known kind holds no plan.
func without(format string, args ...any) error {
	return &container.NotPlanError{What: fmt.Sprintf(format, args...)}
}

// plural returns "1 member" or "2 members".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// isNotPlan tells a file that is something else from one that could not be read.
func isNotPlan(err error) bool { return errors.Is(err, container.ErrNotPlan) }
