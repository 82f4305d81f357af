package zerorun

import (
	"errors"
	"fmt"
)

var (
	errClosed   = errors.New("zerorun: scanner is closed")
	errTooLarge = errors.New("zerorun: more than 2^63-1 bytes")
)

// Scanner scans data that is pushed to it, in pieces of any size. It is an
// [io.WriteCloser] but for the result of Close, and not safe for concurrent
// use. Options.Workers has no effect on it.
type Scanner struct {
	walker  *walker
	options Options
	err     error // returned by every later call
}

// New returns a Scanner for data that begins at offset 0.
func New(o Options) (*Scanner, error) { return newScanner(bestKernel(), o) }

func newScanner(k *kernel, o Options) (*Scanner, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Scanner{walker: newWalker(k, o), options: o}, nil
}

// Write scans the next bytes of the data. It fails if Emit does, or after
// Close; it does not keep p.
func (s *Scanner) Write(p []byte) (int, error) {
	if s.err == nil && !s.walker.room(int64(len(p))) {
		s.err = errTooLarge
	}
	written := 0
	for s.err == nil && written < len(p) {
		block := p[written:min(len(p), written+blockSize)]
		rest := s.walker.enter(block, s.options.Observe)
		for len(rest) > 0 && s.err == nil {
			rest = rest[s.walker.scan(rest):]
			s.err = s.emit()
		}
		if s.err == nil {
			written += len(block)
			s.options.Progress(int64(len(block)))
		}
	}
	return written, s.err
}

// Skip counts the next n bytes of the data as zeros, without their being
// written: the hole of a sparse file.
func (s *Scanner) Skip(n int64) error {
	switch {
	case s.err != nil:
	case n < 0:
		s.err = fmt.Errorf("zerorun: skip of %d bytes", n)
	case !s.walker.room(n):
		s.err = errTooLarge
	default:
		s.walker.skip(n)
		s.options.Progress(n)
	}
	return s.err
}

// Close ends the data, and with it the run at its end. The Summary is valid
// only without an error.
func (s *Scanner) Close() (Summary, error) {
	if s.err == nil {
		s.walker.close()
		s.err = s.emit()
	}
	if s.err != nil {
		return Summary{}, s.err
	}
	s.err = errClosed
	return s.walker.summary(), nil
}

// emit hands the runs on that were found so far.
func (s *Scanner) emit() error { return s.walker.emit(s.options.Emit) }

func (w *walker) emit(emit func(Run) error) error {
	for _, run := range w.list {
		if err := emit(run); err != nil {
			return fmt.Errorf("zerorun: run of %d bytes at %d: %w", run.Length, run.Offset, err)
		}
	}
	w.list = w.list[:0]
	return nil
}
