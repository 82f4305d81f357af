package zerorun

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// readAhead is the number of blocks between reading and scanning a stream.
const readAhead = 3

// maxEmptyReads is how often a Reader may return nothing and no error.
const maxEmptyReads = 100

var errBadRead = errors.New("invalid count of bytes read")

// streamBlock is a block that was read from a stream, and how the read ended.
type streamBlock struct {
	data []byte
	err  error
}

// ScanReader scans r up to [io.EOF]. Reading and scanning overlap.
//
// It returns as soon as ctx is done or Emit fails, even if r blocks. A Read
// of r may then still be under way; r must not be used until it ends.
func ScanReader(ctx context.Context, r io.Reader, o Options) (Summary, error) {
	s, err := New(o)
	if err != nil {
		return Summary{}, err
	}
	growPipe(r)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	free := make(chan []byte, readAhead)
	for range readAhead {
		free <- nil // a buffer is made when it is needed
	}
	blocks := make(chan streamBlock, readAhead)
	go readBlocks(ctx, r, free, blocks)
	for {
		if ctx.Err() != nil {
			return Summary{}, stopped(ctx, s.walker.offset)
		}
		select {
		case <-ctx.Done():
			return Summary{}, stopped(ctx, s.walker.offset)
		case b := <-blocks:
			if _, err := s.Write(b.data); err != nil {
				return Summary{}, err
			}
			if b.err == io.EOF {
				return s.Close()
			}
			if b.err != nil {
				return Summary{}, readError(s.walker.offset, b.err)
			}
			free <- b.data[:cap(b.data)]
		}
	}
}

// readBlocks reads r into free buffers until an error, which goes with the
// last block, or until ctx is done.
func readBlocks(ctx context.Context, r io.Reader, free <-chan []byte, blocks chan<- streamBlock) {
	for {
		var buf []byte
		select {
		case <-ctx.Done():
			return
		case buf = <-free:
		}
		if buf == nil {
			buf = make([]byte, blockSize)
		}
		n, err := readSome(r, buf)
		blocks <- streamBlock{buf[:n], err} // never blocks: as much room as buffers
		if err != nil {
			return
		}
	}
}

// readSome is one Read of r that returned something.
func readSome(r io.Reader, buf []byte) (int, error) {
	for range maxEmptyReads {
		n, err := r.Read(buf)
		if n < 0 || n > len(buf) {
			return 0, errBadRead
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

func readError(offset int64, err error) error {
	return fmt.Errorf("zerorun: reading at byte %d: %w", offset, err)
}

func stopped(ctx context.Context, offset int64) error {
	return fmt.Errorf("zerorun: scan stopped at byte %d: %w", offset, context.Cause(ctx))
}
