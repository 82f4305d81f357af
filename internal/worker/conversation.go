package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/planlint/planlint/internal/trt"
)

// request is something that a worker is asked for.
type request struct {
	kind byte // of its frame
	body any  // JSON
	// to is where the bytes go that come on the data's pipe; the zero value: there may be none.
	to destination
	// receive is asked for that instead, when the tensors of the bytes are known.
	receive func([]trt.Tensor) (destination, error)
	log     *records
}

// destination is where data go, each writer in a goroutine of its own, and how many bytes there may be.
type destination struct {
	writers []io.Writer
	limit   int64
	// cache takes the timing cache that follows a plan; nil: there may be none.
	cache io.Writer
}

// anywhere takes as many bytes as come.
func anywhere(writers ...io.Writer) destination {
	return destination{writers: writers, limit: math.MaxInt64}
}

// ask has one conversation: it sends a request, reads what comes up to the answer, and hands the data on. It
// returns the number of bytes of the data, and reads the answer's result into a pointer, if there is one.
// After an error the worker has ended, unless the error is what the worker answered.
func (s *session) ask(ctx context.Context, r request, result any) (int64, error) {
	if s.ended {
		return 0, errEnded
	}
	dog, end := s.watch(ctx)
	type received struct {
		size int64
		err  error
	}
	data, to := make(chan received, 1), make(chan destination, 1)
	go func() {
		size, err := receive(s.data, to, dog)
		if err != nil {
			s.kill()
		}
		data <- received{size, err}
	}()
	a, err := s.converse(r, to, dog)
	if err != nil {
		s.kill()
	}
	got := <-data
	killed := end()
	switch own := (*sinkError)(nil); {
	case errors.As(err, &own):
	case errors.As(got.err, &own) || errors.Is(got.err, errProtocol) || err == nil:
		err = got.err
	}
	if err == nil {
		err = a.check(got.size, result)
	}
	if err != nil {
		return 0, s.end(killed, err)
	}
	if killed != nil { // after the answer
		_ = s.end(killed, nil)
	}
	return got.size, a.err()
}

// check compares an answer with the bytes that came, and reads its result.
func (a answer) check(size int64, result any) error {
	if a.Size != size {
		return fmt.Errorf("%w: %d bytes of data came, it says %d", errProtocol, size, a.Size)
	}
	if result == nil || a.Kind != answerDone {
		return nil
	}
	if err := json.Unmarshal(a.Result, result); err != nil {
		return fmt.Errorf("%w: the result in its answer: %w", errProtocol, err)
	}
	return nil
}

// converse sends a request and reads frames up to the answer. It sends where the data go, once that is known,
// and closes that channel at its end.
func (s *session) converse(r request, to chan<- destination, dog *watchdog) (answer, error) {
	defer close(to)
	known := r.receive == nil
	if known {
		to <- r.to
	}
	var a answer
	if err := writeJSON(s.requests, r.kind, r.body); err != nil {
		return a, err
	}
	for {
		kind, payload, err := readFrame(s.frames)
		if err != nil {
			return a, err
		}
		dog.touch()
		switch {
		case kind == frameAlive:
		case kind == frameLog:
			var record trt.Record
			if err := decode(kind, payload, &record); err != nil {
				return a, err
			}
			r.log.add(record)
		case kind == frameTensors && !known:
			known = true
			d, err := r.destinationOf(payload, dog)
			if err != nil {
				return a, err
			}
			to <- d
		case kind == frameAnswer:
			if err := decode(kind, payload, &a); err != nil {
				return a, err
			}
			if err := a.err(); errors.Is(err, errProtocol) {
				return a, err
			}
			return a, nil
		default:
			return a, fmt.Errorf("%w: a frame of type %q after a request of type %q", errProtocol, kind, r.kind)
		}
	}
}

// destinationOf reads a list of tensors and asks the caller where their bytes go.
func (r request) destinationOf(payload []byte, dog *watchdog) (destination, error) {
	var tensors []trt.Tensor
	if err := decode(frameTensors, payload, &tensors); err != nil {
		return destination{}, err
	}
	dog.pause()
	defer dog.resume()
	d, err := r.receive(tensors)
	if err != nil && !errors.Is(err, errProtocol) {
		err = &sinkError{err}
	}
	return d, err
}
