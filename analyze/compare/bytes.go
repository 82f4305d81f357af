package compare

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

const (
	blockSize = 256 << 10
	// mergeGap is the number of equal bytes that part two ranges: the digits of one changed number often
	// have some in between.
	mergeGap = 16
	// keptRanges is how many ranges are listed, the longest ones.
	keptRanges = 100
)

// Plan is a plan to read. If Reader is a zerorun.DataSeeker, bytes that are in holes of both plans are not
// read.
type Plan struct {
	Reader io.ReaderAt
	// Size is in bytes.
	Size int64
}

// Bytes compares two plans byte by byte. Progress, if not nil, is told of bytes newly compared, each once
// for both plans.
//
// If a plan ends before its size, the error wraps [io.ErrUnexpectedEOF].
func Bytes(ctx context.Context, old, new Plan, progress func(bytes int64)) (result.ByteChanges, error) {
	size := min(old.Size, new.Size)
	c := comparison{
		old: old, new: new, ranges: ranges{names: newNames(old, new)},
		buffers: [2][]byte{make([]byte, min(blockSize, size)), make([]byte, min(blockSize, size))},
	}
	holes := [2]holes{newHoles(old.Reader), newHoles(new.Reader)}
	for offset := int64(0); offset < size; {
		if err := ctx.Err(); err != nil {
			return result.ByteChanges{}, fmt.Errorf("comparing at byte %d: %w", offset, err)
		}
		next, err := nextDataOf(&holes, offset, size)
		if err != nil {
			return result.ByteChanges{}, err
		}
		end := min(next+blockSize, size)
		if err := c.block(next, end-next); err != nil {
			return result.ByteChanges{}, err
		}
		if progress != nil {
			progress(end - offset)
		}
		offset = end
	}
	changes := result.ByteChanges{Compared: size, OnlyOld: old.Size - size, OnlyNew: new.Size - size, MergeGap: mergeGap}
	if err := c.ranges.finish(&changes); err != nil {
		return result.ByteChanges{}, err
	}
	return changes, nil
}

// comparison is one pass over two plans.
type comparison struct {
	old, new Plan
	buffers  [2][]byte
	ranges   ranges
}

// block compares length bytes, at most a buffer.
func (c *comparison) block(offset, length int64) error {
	a, b := c.buffers[0][:length], c.buffers[1][:length]
	if err := readBoth(c.old, c.new, a, b, offset); err != nil {
		return err
	}
	for at := 0; ; at++ {
		at += mismatch(a[at:], b[at:])
		if at >= len(a) {
			return nil
		}
		if err := c.ranges.add(offset + int64(at)); err != nil {
			return err
		}
	}
}

// ReadError is a failure to read one of two plans.
type ReadError struct {
	// New is true if it is the new plan.
	New bool
	Err error
}

func (e *ReadError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *ReadError) Unwrap() error { return e.Err }

func readBoth(old, new Plan, a, b []byte, offset int64) error {
	if err := readFull(old.Reader, a, offset); err != nil {
		return &ReadError{false, err}
	}
	if err := readFull(new.Reader, b, offset); err != nil {
		return &ReadError{true, err}
	}
	return nil
}

func readFull(r io.ReaderAt, data []byte, offset int64) error {
	n, err := r.ReadAt(data, offset)
	switch {
	case n == len(data):
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return fmt.Errorf("it ends at byte %d: %w", offset+int64(n), io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("at byte %d: %w", offset+int64(n), err)
}
