//go:build unix

package worker

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
)

// engine builds plans that are the name of their model.
type engine struct{ records []trt.Record }

func (*engine) About() trt.About { return trt.About{Family: trt.RTX} }

func (*engine) Build(model string, _ trt.Settings, plan *os.File) (int64, error) {
	if model == "/bad" {
		return 0, errors.New("bad")
	}
	return int64(len(model)), writeFrame(plan, frameData, []byte(model))
}

func (*engine) Inspect(r trt.InspectRequest, data *os.File) (trt.Description, int64, error) {
	return trt.Description{Name: r.Plan}, int64(len(r.Plan)), writeFrame(data, frameData, []byte(r.Plan))
}

// Run has one output of half a million bytes, the seed's lowest one.
func (*engine) Run(r trt.RunRequest, receive func([]trt.Tensor) (io.Writer, error)) (trt.RunResult, error) {
	if r.Runs == 99 {
		return trt.RunResult{}, errors.New("bad")
	}
	tensors := []trt.Tensor{{Name: "y", Mode: trt.ModeOutput, Bytes: 500_000}}
	to, err := receive(tensors)
	if err != nil {
		return trt.RunResult{}, err
	}
	_, err = to.Write(bytes.Repeat([]byte{byte(r.Input.Seed)}, 500_000))
	return trt.RunResult{Tensors: tensors, Runs: r.Runs}, err
}

func (*engine) Probe() trt.Probe { return trt.Probe{CUDA: "12.8"} }

func (*engine) Routes() ([]byte, error) { return []byte(`{"a": 1}`), nil }

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
	s := &session{requests: ours[0], frames: ours[1], data: ours[2], silence: time.Hour,
		kill: func() { closeAll(ours[:]) }, reap: func() string { closeAll(ours[:]); return "" }}
	if _, err := s.greet(t.Context(), trt.RTX); err != nil {
		t.Fatal(err)
	}
	var log records
	for _, model := range []string{"/a", "/bad", "/b"} {
		size, err := s.ask(t.Context(), request{kind: frameBuild, body: build{Model: model}, to: anywhere(), log: &log}, nil)
		if bad := model == "/bad"; (err != nil) != bad || !bad && size != 2 {
			t.Errorf("%s: %d bytes, %v", model, size, err)
		}
	}
	if len(log.all()) != 1 {
		t.Errorf("log %v", log.all())
	}
	client := &Client{session: s}
	if probe, err := client.Probe(t.Context()); err != nil || probe.CUDA != "12.8" {
		t.Errorf("probe %+v, %v", probe, err)
	}
	if routes, err := client.Routes(t.Context()); err != nil || string(routes) != `{"a":1}` {
		t.Errorf("routes %s, %v", routes, err)
	}
	var data bytes.Buffer
	if d, err := client.Inspect(t.Context(), InspectRequest{Plan: "/p"}, &data); err != nil || d.Name != "/p" || data.String() != "/p" {
		t.Errorf("inspection %+v, %q, %v", d, &data, err)
	}
	for _, runs := range []int{3, 99, 4} {
		data.Reset()
		result, err := client.Run(t.Context(), RunRequest{Plan: "/p", Runs: runs, Input: tensor.Recipe{Seed: 7}},
			func([]trt.Tensor) (io.Writer, error) { return &data, nil })
		if bad := runs == 99; (err != nil) != bad || !bad && (result.Runs != runs || !bytes.Equal(data.Bytes(), bytes.Repeat([]byte{7}, 500_000))) {
			t.Errorf("%d runs: %+v, %d bytes, %v", runs, result, data.Len(), err)
		}
	}
	s.close()
	if err := <-served; err != nil {
		t.Error(err)
	}
}
