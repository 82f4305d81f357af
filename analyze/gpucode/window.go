package gpucode

import (
	"errors"
	"fmt"
	"io"
)

// windowSize bounds how much of an image is in memory at once.
const windowSize = 32 << 10

// window reads small pieces of a large reader, close to each other mostly, through one buffer. The bytes
// of one call are valid until the next.
type window struct {
	reader io.ReaderAt
	limit  int64 // bytes that may be read
	work   *work
	start  int64
	data   []byte
	others [2]*window
}

// work is what reading images may still cost, so that headers made to be read over and over end the search
// and not the user's patience. One unit is about the time of reading one table entry.
type work struct{ left int64 }

var errWork = errors.New("the images' headers take too long to read")

func (w *work) spend(units int64) error {
	if w.left -= units; w.left < 0 {
		return errWork
	}
	return nil
}

func newWindow(reader io.ReaderAt, limit int64, work *work) *window {
	return &window{reader: reader, limit: limit, work: work, data: make([]byte, 0, windowSize)}
}

// another returns a second or third window on the same bytes, for tables that are read side by side.
func (w *window) another(index int) *window {
	if w.others[index] == nil {
		w.others[index] = newWindow(w.reader, w.limit, w.work)
	}
	w.others[index].move(w.reader, w.limit)
	return w.others[index]
}

// move makes the window one on other bytes, with the same buffer.
func (w *window) move(reader io.ReaderAt, limit int64) *window {
	w.reader, w.limit, w.start, w.data = reader, limit, 0, w.data[:0]
	return w
}

// bytes returns n bytes at offset; n must be at most windowSize.
func (w *window) bytes(offset int64, n int) ([]byte, error) {
	if offset < 0 || n < 0 || n > windowSize || int64(n) > w.limit || offset > w.limit-int64(n) {
		return nil, fmt.Errorf("%d bytes at %d: outside of the %d bytes there are", n, offset, w.limit)
	}
	if err := w.work.spend(1); err != nil {
		return nil, err
	}
	if offset < w.start || offset+int64(n) > w.start+int64(len(w.data)) {
		if err := w.load(offset); err != nil {
			return nil, err
		}
	}
	at := offset - w.start
	return w.data[at : at+int64(n)], nil
}

// upTo returns at most n bytes at offset, fewer at the end.
func (w *window) upTo(offset int64, n int) ([]byte, error) {
	if offset < 0 || offset > w.limit {
		return nil, nil
	}
	return w.bytes(offset, int(min(int64(n), w.limit-offset)))
}

func (w *window) load(offset int64) error {
	size := min(int64(windowSize), w.limit-offset)
	if err := w.work.spend(size / 64); err != nil {
		return err
	}
	w.start, w.data = offset, w.data[:size]
	n, err := w.reader.ReadAt(w.data, offset)
	if int64(n) == size {
		return nil
	}
	w.data = w.data[:0]
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("reading %d bytes at %d: %w", size, offset, err)
}
