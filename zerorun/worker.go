package zerorun

import (
	"context"
	"errors"
	"io"
)

// errOver means that the scan has ended with another piece's error.
var errOver = errors.New("zerorun: over")

// scan reads and scans the data of a piece and skips its holes.
func (j *job) scan(ctx context.Context, w *walker, p piece, buf []byte) error {
	for _, s := range p.data {
		j.skip(w, s.start)
		for w.offset < s.end {
			if ctx.Err() != nil {
				return stopped(ctx, w.offset)
			}
			block := buf[:min(int64(len(buf)), s.end-w.offset)]
			n, err := readFull(j.reader, block, w.offset)
			if over := j.block(w, p.index, block[:n]); over != nil {
				return over
			}
			if err != nil {
				return readError(w.offset, err)
			}
		}
	}
	j.skip(w, p.end)
	return p.err
}

// skip passes the hole that ends at end.
func (j *job) skip(w *walker, end int64) {
	if hole := end - w.offset; hole > 0 {
		w.skip(hole)
		j.options.Progress(hole)
	}
}

// block scans a block. Runs that are too many to be kept until the end of
// the piece are handed on when it is the piece's turn.
func (j *job) block(w *walker, index int, block []byte) error {
	rest := w.enter(block, j.options.Observe)
	for len(rest) > 0 {
		rest = rest[w.scan(rest):]
		if !w.full() {
			continue
		}
		p := w.result()
		if !j.order.partial(index, &p) {
			return errOver
		}
		w.restart(w.offset, max(w.longest.Length, j.order.longest.Load()), w.list)
	}
	j.options.Progress(int64(len(block)))
	return nil
}

// readFull fills buf from r at offset. It returns an error if it cannot,
// with the number of bytes that it could read.
func readFull(r io.ReaderAt, buf []byte, offset int64) (int, error) {
	n := 0
	for empty := 0; n < len(buf); empty++ {
		got, err := r.ReadAt(buf[n:], offset+int64(n))
		if got < 0 || got > len(buf)-n {
			return n, errBadRead
		}
		n += got
		switch {
		case n == len(buf):
		case err == io.EOF:
			return n, io.ErrUnexpectedEOF
		case err != nil:
			return n, err
		case got > 0:
			empty = 0
		case empty >= maxEmptyReads:
			return n, io.ErrNoProgress
		}
	}
	return n, nil
}
