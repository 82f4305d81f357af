package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/planlint/planlint/internal/trt"
)

// session is one worker as its parent sees it, whatever runs it.
type session struct {
	requests     io.WriteCloser
	frames, data io.ReadCloser

	// kill ends the worker and unblocks every read and write here. It may be called often and concurrently,
	// and returns when that is done.
	kill func()
	// reap calls kill, waits for the worker's end and says in a few words how it ended.
	reap func() string

	// silence is how long a worker may say nothing.
	silence time.Duration
	// ended is set when the worker can take no more requests.
	ended bool
}

// errEnded is the error of a worker that has ended.
var errEnded = fmt.Errorf("%w: the worker has ended", trt.ErrUnavailable)

// errEarly is wrapped by the error about a worker that ended before its answer.
var errEarly = errors.New("the worker ended early")

// errSilent is wrapped by the error about a worker that hangs.
var errSilent = errors.New("the worker hangs")

// watch kills the worker when the context ends or when the watchdog bites. end stops that; its error is why
// the worker was killed, if it was.
func (s *session) watch(ctx context.Context) (dog *watchdog, end func() error) {
	dog = newWatchdog(s.silence, s.kill)
	stop := context.AfterFunc(ctx, s.kill)
	return dog, func() error {
		cancelled, bitten := !stop(), dog.end()
		switch {
		case cancelled:
			return context.Cause(ctx)
		case bitten:
			return fmt.Errorf("%w: no sign of life for %v", errSilent, s.silence)
		}
		return nil
	}
}

// end ends the worker after an error: why it was killed, if it was, else what was noticed, with how it ended.
func (s *session) end(killed, noticed error) error {
	s.ended = true
	how := s.reap()
	switch own := (*sinkError)(nil); {
	case killed != nil:
		return killed
	case errors.As(noticed, &own):
		return own
	case errors.Is(noticed, errProtocol) || errors.Is(noticed, trt.ErrUnavailable):
		return noticed
	}
	return fmt.Errorf("%w: %s", errEarly, how)
}

// greet reads the worker's first frame. Every error but the context's wraps trt.ErrUnavailable.
func (s *session) greet(ctx context.Context, family trt.Family) (Hello, error) {
	_, end := s.watch(ctx)
	hello, err := s.hello(family)
	killed := end()
	if err == nil && killed == nil {
		return hello, nil
	}
	err = s.end(killed, err)
	if ctx.Err() == nil && !errors.Is(err, trt.ErrUnavailable) {
		err = fmt.Errorf("%w: %w", trt.ErrUnavailable, err)
	}
	return Hello{}, err
}

func (s *session) hello(family trt.Family) (Hello, error) {
	var hello Hello
	kind, payload, err := readFrame(s.frames)
	if err != nil {
		return hello, err
	}
	switch kind {
	case frameRefusal:
		var a answer
		if err := decode(kind, payload, &a); err != nil {
			return hello, err
		}
		if err := a.err(); err != nil {
			return hello, err
		}
		return hello, fmt.Errorf("%w: a refusal of kind %q", errProtocol, a.Kind)
	case frameHello:
		if err := decode(kind, payload, &hello); err != nil {
			return hello, err
		}
		if err := hello.check(family); err != nil {
			return hello, err
		}
		return hello, nil
	}
	return hello, fmt.Errorf("%w: a frame of type %q instead of a hello", errProtocol, kind)
}

// close asks the worker to end and waits for it.
func (s *session) close() {
	if !s.ended {
		_, end := s.watch(context.Background())
		_ = s.requests.Close()
		_, _ = io.Copy(io.Discard, s.frames)
		_ = end()
	}
	s.ended = true
	s.reap()
}
