package worker

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/planlint/planlint"
	"github.com/planlint/planlint/internal/trt"
)

const (
	recordInterval = 100 * time.Millisecond // how often the log is handed on
	aliveTicks     = 10                     // every so many times it is looked for signs of life
	// Less processor time than this between two of those is no sign of life; what Serve itself uses is far less.
	aliveTime = 5 * time.Millisecond
)

// Engine is what a worker does; *trt.Core is one. Records may be called at any time, the others one at a time.
type Engine interface {
	About() trt.About
	// Probe tries what can be done here.
	Probe() trt.Probe
	// Build and Inspect write to data in frames of type trt.PlanFrame, and return how many bytes.
	Build(model string, s trt.Settings, data *os.File) (size int64, err error)
	Inspect(r trt.InspectRequest, data *os.File) (d trt.Description, size int64, err error)
	// Run calls receive once and writes the outputs of the first run to what that returns.
	Run(r trt.RunRequest, receive func([]trt.Tensor) (io.Writer, error)) (trt.RunResult, error)
	// Routes returns TensorRT's build routes, as JSON.
	Routes() ([]byte, error)
	Records() []trt.Record
}

// Refuse tells the parent why there will be no answers.
func Refuse(frames io.Writer, err error) error {
	return writeJSON(frames, frameRefusal, answerOf(0, nil, err))
}

// server is the worker's side of the protocol.
type server struct {
	frames io.Writer
	data   *os.File
	engine Engine
	gone   chan error // has a value when the parent has gone
}

// Serve is a worker: it says hello, does what it is asked for, and returns when the parent is gone, even in the
// middle of that. The caller then ends the process.
func Serve(requests io.Reader, frames io.Writer, data *os.File, engine Engine) error {
	s := server{&lockedWriter{to: frames}, data, engine, make(chan error, 1)}
	if err := writeJSON(s.frames, frameHello, Hello{protocol, Version(), planlint.WorkerDigest(), engine.About()}); err != nil {
		return err
	}
	list, done := make(chan work), make(chan struct{})
	defer close(done)
	go func() { s.gone <- s.readRequests(requests, list, done) }()
	for {
		select {
		case err := <-s.gone:
			return err
		case w := <-list:
			if err := s.serve(w); err != nil {
				return err
			}
		}
	}
}

// readRequests hands requests on until the parent closes its end.
func (s *server) readRequests(requests io.Reader, list chan<- work, done <-chan struct{}) error {
	for {
		kind, payload, err := readFrame(requests)
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		w, err := s.work(kind, payload)
		if err != nil {
			return err
		}
		select {
		case list <- w:
		case <-done:
			return nil
		}
	}
}

// serve does what one request asks for. Its answer is the last thing it writes.
func (s *server) serve(w work) error {
	answered := make(chan answer, 1)
	go func() { answered <- answerOf(w()) }()
	ticker := time.NewTicker(recordInterval)
	defer ticker.Stop()
	used, ticks := usage(), 0
	for {
		select {
		case err := <-s.gone:
			s.gone <- err // for Serve, which ends
			return nil
		case <-ticker.C:
			if err := s.handOn(); err != nil {
				return err
			}
			if ticks++; ticks%aliveTicks != 0 {
				continue
			}
			before := used
			if used = usage(); !used.livelier(before) {
				continue
			}
			if err := writeFrame(s.frames, frameAlive, nil); err != nil {
				return err
			}
		case a := <-answered:
			if err := s.handOn(); err != nil {
				return err
			}
			if err := writeFrame(s.data, frameEnd, nil); err != nil {
				return err
			}
			return writeJSON(s.frames, frameAnswer, a)
		}
	}
}

// handOn sends the log records that wait.
func (s *server) handOn() error {
	for _, record := range s.engine.Records() {
		if err := writeJSON(s.frames, frameLog, record); err != nil {
			return err
		}
	}
	return nil
}

// lockedWriter lets several goroutines write frames, each in one call.
type lockedWriter struct {
	mutex sync.Mutex
	to    io.Writer
}

func (w *lockedWriter) Write(p []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.to.Write(p)
}
