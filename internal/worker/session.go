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
	frames, plan io.ReadCloser

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

// build asks for a plan and hands it on. It returns the plan's size in bytes, when all of it has been taken.
func (s *session) build(ctx context.Context, request build, to *fan, log *records) (int64, error) {
	if s.ended {
		return 0, errors.Join(errEnded, to.close())
	}
	dog, end := s.watch(ctx)
	type received struct {
		size int64
		err  error
	}
	plan := make(chan received, 1)
	go func() {
		size, err := receive(s.plan, to, dog)
		if err != nil {
			s.kill()
		}
		dog.pause()
		if sink := to.close(); err == nil {
			err = sink
		}
		dog.resume()
		plan <- received{size, err}
	}()
	a, err := s.converse(request, log, dog)
	if err != nil {
		s.kill()
	}
	got := <-plan
	killed := end()
	switch own := (*sinkError)(nil); {
	case errors.As(got.err, &own) || errors.Is(got.err, errProtocol) || err == nil:
		err = got.err
	}
	if err == nil && a.Size != got.size {
		err = fmt.Errorf("%w: a plan of %d bytes came, it says %d", errProtocol, got.size, a.Size)
	}
	if err != nil {
		return 0, s.end(killed, err)
	}
	if killed != nil { // after the answer
		_ = s.end(killed, nil)
	}
	return got.size, a.err()
}

// converse sends a request and reads frames up to the answer.
func (s *session) converse(request build, log *records, dog *watchdog) (answer, error) {
	var a answer
	if err := writeJSON(s.requests, frameBuild, request); err != nil {
		return a, err
	}
	for {
		kind, payload, err := readFrame(s.frames)
		if err != nil {
			return a, err
		}
		dog.touch()
		switch kind {
		case frameAlive:
		case frameLog:
			var record trt.Record
			if err := decode(kind, payload, &record); err != nil {
				return a, err
			}
			log.add(record)
		case frameAnswer:
			if err := decode(kind, payload, &a); err != nil {
				return a, err
			}
			if err := a.err(); errors.Is(err, errProtocol) {
				return a, err
			}
			return a, nil
		default:
			return a, fmt.Errorf("%w: a frame of type %q during a build", errProtocol, kind)
		}
	}
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
