package container

import (
	"errors"
	"fmt"
	"io"
)

// maxWindow is the most that is read at either end of a plan, in bytes.
const maxWindow = 1 << 20

// readFull fills buf from r. A file that turns out shorter than it was said to be is an
// io.ErrUnexpectedEOF.
func readFull(r io.ReaderAt, buf []byte, offset int64) error {
	n, err := r.ReadAt(buf, offset)
	if n == len(buf) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("reading %d bytes at %d: %w", len(buf), offset, err)
}

// readHead returns the first bytes of r, at most limit of them.
func readHead(r io.ReaderAt, size, limit int64) ([]byte, error) {
	head := make([]byte, min(size, limit))
	return head, readFull(r, head, 0)
}
