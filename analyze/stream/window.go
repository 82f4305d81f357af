package stream

import (
	"context"
	"fmt"
	"io"
)

const (
	windowSize = 64 << 10
	firstRead  = 4 << 10 // after a jump: what follows is often another big value
)

// window reads a stretch of a reader through a small buffer. It reads nothing outside [start, end).
type window struct {
	ctx        context.Context
	r          io.ReaderAt
	start, end int64
	base       int64 // where buf starts
	buf        []byte
	next       int // how much to read next
	store      []byte
}

func newWindow(ctx context.Context, r io.ReaderAt, start, end int64) *window {
	return &window{ctx: ctx, r: r, start: start, end: end, base: start, next: firstRead}
}

// at returns n bytes at offset, or fewer where the stretch ends before that. They stay valid until the
// next call.
func (w *window) at(offset int64, n int) ([]byte, error) {
	if skip := offset - w.base; skip >= 0 && skip+int64(n) <= int64(len(w.buf)) {
		return w.buf[skip : skip+int64(n)], nil
	}
	if left := w.end - offset; int64(n) > left {
		n = int(max(left, 0))
	}
	if n == 0 {
		return nil, nil
	}
	if skip := offset - w.base; skip >= 0 && skip+int64(n) <= int64(len(w.buf)) {
		return w.buf[skip : skip+int64(n)], nil
	}
	if err := w.fill(offset); err != nil {
		return nil, err
	}
	return w.buf[:n], nil
}

// fill reads from offset on, more each time that the reads follow each other.
func (w *window) fill(offset int64) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if offset < w.base || offset > w.base+int64(len(w.buf)) {
		w.next = firstRead
	}
	size := int(min(int64(w.next), w.end-offset))
	if size > len(w.store) {
		w.store = make([]byte, w.next)
	}
	w.next = min(2*w.next, windowSize)
	n, err := w.r.ReadAt(w.store[:size], offset)
	if n < size {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		w.buf = nil
		return fmt.Errorf("reading %d bytes at offset %d: %w", size, offset, err)
	}
	w.base, w.buf = offset, w.store[:size]
	return nil
}
