package stream

import (
	"errors"
	"fmt"
)

// ErrMalformed is what every *Malformed is.
var ErrMalformed = errors.New("the stream stops making sense")

// Malformed says where a stream stops making sense, and why. All records before Offset are valid.
type Malformed struct {
	// Offset is where the first record starts that could not be read.
	Offset int64
	// What says in a few words what is wrong there.
	What string
}

func (e *Malformed) Error() string { return fmt.Sprintf("%s at offset %d", e.What, e.Offset) }

// Is reports whether target is ErrMalformed.
func (e *Malformed) Is(target error) bool { return target == ErrMalformed }
