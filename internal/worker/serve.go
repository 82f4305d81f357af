package worker

import (
	"io"
	"os"
	"time"

	"github.com/planlint/planlint"
	"github.com/planlint/planlint/internal/trt"
)

const (
	recordInterval = 100 * time.Millisecond // how often the log is handed on
	aliveTicks     = 10                     // every so many times a sign of life is given
	// A build that uses less processor time between two of those hangs; what Serve itself uses is far less.
	aliveTime = 5 * time.Millisecond
)

// Engine is what a worker does; *trt.Core is one. Records may be called while Build runs.
type Engine interface {
	About() trt.About
	Build(model string, s trt.Settings, plan *os.File) (size int64, err error)
	Records() []trt.Record
}

// Refuse tells the parent why there will be no builds.
func Refuse(frames io.Writer, err error) error {
	return writeJSON(frames, frameRefusal, answerOf(0, err))
}

// Serve is a worker: it says hello, builds what it is asked for, and returns when the parent is gone, even in
// the middle of a build. The caller then ends the process.
func Serve(requests io.Reader, frames io.Writer, plan *os.File, engine Engine) error {
	if err := writeJSON(frames, frameHello, Hello{protocol, Version(), planlint.WorkerDigest(), engine.About()}); err != nil {
		return err
	}
	list, gone := make(chan build), make(chan error, 1)
	done := make(chan struct{})
	defer close(done)
	go func() { gone <- readRequests(requests, list, done) }()
	for {
		select {
		case err := <-gone:
			return err
		case request := <-list:
			if err := serve(request, frames, plan, engine, gone); err != nil {
				return err
			}
		}
	}
}

// readRequests hands requests on until the parent closes its end.
func readRequests(requests io.Reader, list chan<- build, done <-chan struct{}) error {
	for {
		kind, payload, err := readFrame(requests)
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		var request build
		if kind != frameBuild {
			return errProtocol
		}
		if err := decode(kind, payload, &request); err != nil {
			return err
		}
		select {
		case list <- request:
		case <-done:
			return nil
		}
	}
}

// serve builds one plan. Its answer is the last thing it writes.
func serve(request build, frames io.Writer, plan *os.File, engine Engine, gone chan error) error {
	built := make(chan answer, 1)
	go func() {
		size, err := engine.Build(request.Model, request.Settings, plan)
		built <- answerOf(size, err)
	}()
	ticker := time.NewTicker(recordInterval)
	defer ticker.Stop()
	used, ticks := processorTime(), 0
	for {
		select {
		case err := <-gone:
			gone <- err // for Serve, which ends
			return nil
		case <-ticker.C:
			if err := handOn(engine, frames); err != nil {
				return err
			}
			if ticks++; ticks%aliveTicks != 0 {
				continue
			}
			now := processorTime()
			if now-used < aliveTime {
				continue
			}
			used = now
			if err := writeFrame(frames, frameAlive, nil); err != nil {
				return err
			}
		case a := <-built:
			if err := handOn(engine, frames); err != nil {
				return err
			}
			if err := writeFrame(plan, frameEnd, nil); err != nil {
				return err
			}
			return writeJSON(frames, frameAnswer, a)
		}
	}
}

// handOn sends the log records that wait.
func handOn(engine Engine, frames io.Writer) error {
	for _, record := range engine.Records() {
		if err := writeJSON(frames, frameLog, record); err != nil {
			return err
		}
	}
	return nil
}
