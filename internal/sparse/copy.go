package sparse

import (
	"context"
	"fmt"
	"io"

	"github.com/planlint/planlint/zerorun"
)

const (
	readSize = 1 << 20  // bytes read at once
	skipSize = 64 << 20 // bytes skipped at once
)

// sink takes a stream; Skip stands for n zero bytes.
type sink interface {
	io.Writer
	Skip(n int64) error
}

// Copy sends the first size bytes of r to all sinks. Holes that r knows of as a zerorun.DataSeeker are
// not read. If progress is not nil it is told how many bytes more are done.
func Copy(ctx context.Context, r io.ReaderAt, size int64, progress func(int64), sinks ...sink) error {
	source := zerorun.NewSection(r, 0, size)
	buffer := make([]byte, readSize)
	for offset := int64(0); offset < size; {
		start, end, err := source.NextData(offset)
		if err != nil {
			return err
		}
		if err := skipAll(ctx, start-offset, progress, sinks); err != nil {
			return err
		}
		if err := copyData(ctx, source, start, end, buffer, progress, sinks); err != nil {
			return err
		}
		offset = end
	}
	return ctx.Err()
}

// skipAll sends a hole, in steps that are short enough to stop between.
func skipAll(ctx context.Context, n int64, progress func(int64), sinks []sink) error {
	for n > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		step := min(n, skipSize)
		for _, s := range sinks {
			if err := s.Skip(step); err != nil {
				return err
			}
		}
		report(progress, step)
		n -= step
	}
	return nil
}

// copyData sends the bytes from start to end, a stretch without known holes.
func copyData(ctx context.Context, r io.ReaderAt, start, end int64, buffer []byte, progress func(int64), sinks []sink) error {
	for at := start; at < end; {
		if err := ctx.Err(); err != nil {
			return err
		}
		block := buffer[:min(end-at, int64(len(buffer)))]
		if n, err := r.ReadAt(block, at); n < len(block) {
			if err == nil || err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return fmt.Errorf("reading at %d: %w", at+int64(n), err)
		}
		for _, s := range sinks {
			if _, err := s.Write(block); err != nil {
				return err
			}
		}
		at += int64(len(block))
		report(progress, int64(len(block)))
	}
	return nil
}

func report(progress func(int64), n int64) {
	if progress != nil {
		progress(n)
	}
}
