//go:build unix

package worker

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/trt"
)

// engine builds plans that are the name of their model.
type engine struct{ records []trt.Record }

func (*engine) About() trt.About { return trt.About{Family: trt.RTX} }

func (*engine) Build(model string, _ trt.Settings, plan *os.File) (int64, error) {
	if model == "/bad" {
		return 0, errors.New("bad")
	}
	return int64(len(model)), writeFrame(plan, framePlan, []byte(model))
}

func (e *engine) Records() []trt.Record {
	list := e.records
	e.records = nil
	return list
}

// TestServe joins both sides in one process.
func TestServe(t *testing.T) {
	var ours, theirs [3]*os.File
	for i := range ours {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if ours[i], theirs[i] = r, w; i == 0 {
			ours[i], theirs[i] = w, r
		}
	}
	served := make(chan error, 1)
	go func() {
		served <- Serve(theirs[0], theirs[1], theirs[2], &engine{[]trt.Record{{Severity: trt.SeverityInfo, Text: "one"}}})
		closeAll(theirs[:])
	}()
	s := &session{requests: ours[0], frames: ours[1], plan: ours[2], silence: time.Hour,
		kill: func() { closeAll(ours[:]) }, reap: func() string { closeAll(ours[:]); return "" }}
	if _, err := s.greet(t.Context(), trt.RTX); err != nil {
		t.Fatal(err)
	}
	var log records
	for _, model := range []string{"/a", "/bad", "/b"} {
		size, err := s.build(t.Context(), build{Model: model}, newFan(), &log)
		if bad := model == "/bad"; (err != nil) != bad || !bad && size != 2 {
			t.Errorf("%s: %d bytes, %v", model, size, err)
		}
	}
	if len(log.all()) != 1 {
		t.Errorf("log %v", log.all())
	}
	s.close()
	if err := <-served; err != nil {
		t.Error(err)
	}
}
