package wrap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/planlint/planlint/analyze/container"
)

// limited reads a decoder until the finder's budget is spent, and keeps its error.
type limited struct {
	finder  *finder
	name    string
	in      *recorder
	decoder io.Reader
	done    int64
	err     error
}

func (l *limited) Read(p []byte) (int, error) {
	if l.err == nil {
		l.err = l.finder.ctx.Err()
	}
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.decoder.Read(p)
	l.done += int64(n)
	l.finder.budget -= int64(n)
	switch {
	case l.finder.budget < 0:
		l.err = fmt.Errorf("%s: decodes to more bytes than allowed: stopped after %d", l.name, l.done)
		return 0, l.err
	case err == io.EOF:
		return n, io.EOF
	case err != nil:
		l.err = l.in.explain(l.name, l.done, err)
		return n, l.err
	}
	return n, nil
}

// recorder keeps the first error of the reader that a decoder reads, which the decoder may hide: it tells
// a disk that cannot be read from a stream that is damaged.
type recorder struct {
	reader io.ReaderAt
	mu     sync.Mutex
	err    error
}

func (r *recorder) ReadAt(p []byte, offset int64) (int, error) {
	n, err := r.reader.ReadAt(p, offset)
	if err != nil && err != io.EOF {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.err == nil {
			r.err = err
		}
	}
	return n, err
}

func (r *recorder) failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// explain says why a decoder failed after it had decoded so many bytes.
func (r *recorder) explain(name string, done int64, err error) error {
	if cause := r.failure(); cause != nil {
		return fmt.Errorf("%s: read behind %d decoded bytes: %w", name, done, cause)
	}
	var already *container.DamagedError
	switch {
	case errors.As(err, &already), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("%s: needs a window of more than the %d MiB that are decoded here: use zstd -d --long=31 FILE first",
			name, maxZstdWindow>>20)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return cutOff("%s: the stream ends too early, behind %d decoded bytes", name, done)
	}
	return damaged("%s: damaged behind %d decoded bytes: %v", name, done, err)
}
