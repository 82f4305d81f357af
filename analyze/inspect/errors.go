package inspect

import (
	"errors"
	"fmt"
)

// ErrNoLayers says that a text is not what the engine inspector prints; ErrNoTimes that it is not what trtexec
// writes of times.
var (
	ErrNoLayers = errors.New("no layers of a plan")
	ErrNoTimes  = errors.New("no times of layers or runs")
)

// errTooLarge is wrapped by errors about text that is larger than that of any plan.
var errTooLarge = errors.New("larger than that of any plan")

func noLayers(format string, values ...any) error {
	return fmt.Errorf("%w: %s", ErrNoLayers, fmt.Sprintf(format, values...))
}

func noTimes(format string, values ...any) error {
	return fmt.Errorf("%w: %s", ErrNoTimes, fmt.Sprintf(format, values...))
}
