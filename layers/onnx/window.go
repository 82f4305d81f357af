package onnx

import (
	"context"
	"fmt"
	"io"
)

const (
	windowSize = 64 << 10
	firstRead  = 4 << 10 // after a jump: what follows is often another big tensor
)

// source is what messages are read from: the file of a model.
type source struct {
	r    io.ReaderAt
	size int64
}

// span is where a message, or some values, lie in a file: [start, end). Without a source there is none.
type span struct {
	from       *source
	start, end int64
}

func (s span) size() int64 { return s.end - s.start }

func (s span) section() *io.SectionReader { return io.NewSectionReader(s.from.r, s.start, s.size()) }

// window reads a source through a small buffer.
type window struct {
	ctx   context.Context
	from  *source
	base  int64 // where buf starts
	buf   []byte
	next  int // how much to read next
	store []byte
}

func newWindow(ctx context.Context, from *source) *window {
	return &window{ctx: ctx, from: from, next: firstRead}
}

// at returns n bytes at offset, which must lie in the source. They stay valid until the next call.
func (w *window) at(offset int64, n int) ([]byte, error) {
	if skip := offset - w.base; skip >= 0 && skip+int64(n) <= int64(len(w.buf)) {
		return w.buf[skip : skip+int64(n)], nil
	}
	if n > windowSize {
		return w.read(make([]byte, n), offset)
	}
	if offset < w.base || offset > w.base+int64(len(w.buf)) {
		w.next = firstRead
	}
	size := max(n, int(min(int64(w.next), w.from.size-offset)))
	if size > len(w.store) {
		w.store = make([]byte, max(size, w.next))
	}
	w.next = min(2*w.next, windowSize)
	buf, err := w.read(w.store[:size], offset)
	w.base, w.buf = offset, buf
	if err != nil {
		return nil, err
	}
	return w.buf[:n], nil
}

func (w *window) read(buf []byte, offset int64) ([]byte, error) {
	if err := w.ctx.Err(); err != nil {
		return nil, err
	}
	n, err := w.from.r.ReadAt(buf, offset)
	if n < len(buf) {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("reading %d bytes at offset %d: %w", len(buf), offset, err)
	}
	return buf, nil
}
