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
	// sampled is true if only the first and the last of them were looked at.
	sampled bool
}

// sampleSize is how many bytes are looked at, at either end of what is too long to be read.
const sampleSize = judgedRun / 2

// readTrailing looks at what follows the declared end. Long zero runs are known from the scan; without
// one, a long stretch is looked at from both sides.
func (e *evidence) readTrailing() error {
	if e.container == nil {
		return nil
	}
	start, end := e.declaredEnd(), e.plan.Size
	e.trailing.length = end - start
	if tail, ok := e.tailRun(); ok {
		end = min(end, max(start, tail.Offset))
	}
	stretches := [][2]int64{{start, end}}
	if end-start > judgedRun {
		stretches = [][2]int64{{start, start + sampleSize}, {end - sampleSize, end}}
		e.trailing.sampled = true
	}
	for _, stretch := range stretches {
		zero, err := e.allZero(stretch[0], stretch[1])
		if err != nil {
			return fmt.Errorf("reading behind the declared end: %w", err)
		}
		e.trailing.nonZero = e.trailing.nonZero || !zero
	}
	// A scan lists every run that is long enough to make the whole stretch zero.
	e.trailing.nonZero = e.trailing.nonZero || e.trailing.sampled && e.scanned
	return nil
}

// allZero reads the bytes from start to end, at most judgedRun of them, and tells whether all are zero.
func (e *evidence) allZero(start, end int64) (bool, error) {
	bytes := make([]byte, end-start)
	if n, err := e.plan.Reader.ReadAt(bytes, start); n < len(bytes) {
		return false, noEOF(err)
	}
	for _, b := range bytes {
		if b != 0 {
			return false, nil
		}
	}
	return true, nil
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
