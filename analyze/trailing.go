package analyze

import (
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
)

// trailing is what follows the declared end of a plan.
type trailing struct {
	// length is how many bytes follow, the zeros of a run to the end included.
	length int64
	// nonZero is true if they are not all zeros.
	nonZero bool
}

// readTrailing looks at what follows the declared end. It reads what lies before a long zero run to the
// end, and no more than judgedRun bytes of it: more than that without such a run cannot be all zeros.
func (e *evidence) readTrailing() error {
	if e.container == nil {
		return nil
	}
	start, end := e.declaredEnd(), e.plan.Size
	e.trailing.length = end - start
	if tail, ok := e.tailRun(); ok {
		end = tail.Offset
	}
	if end <= start {
		return nil
	}
	if end-start > judgedRun {
		e.trailing.nonZero = true
		return nil
	}
	bytes := make([]byte, end-start)
	if n, err := e.plan.Reader.ReadAt(bytes, start); n < len(bytes) {
		return fmt.Errorf("reading %d bytes behind the declared end: %w", len(bytes), noEOF(err))
	}
	for _, b := range bytes {
		e.trailing.nonZero = e.trailing.nonZero || b != 0
	}
	return nil
}

// noEOF turns the end of a file that should be longer into an unexpected one.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// inBytes writes a size so that no digit is lost.
func inBytes(size int64) string {
	if size == 1 {
		return "1 byte"
	}
	return humanize.Comma(size) + " bytes"
}
