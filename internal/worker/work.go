package worker

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/trt"
)

// work does what a request asks for. It returns how many bytes went over the data's pipe, and the result.
type work func() (size int64, result any, err error)

// work reads a request.
func (s *server) work(kind byte, payload []byte) (work, error) {
	switch kind {
	case frameBuild:
		var r build
		return func() (int64, any, error) {
			size, err := s.engine.Build(r.Model, r.Settings, s.data)
			return size, nil, err
		}, decode(kind, payload, &r)
	case frameInspect:
		var r trt.InspectRequest
		return func() (int64, any, error) {
			d, size, err := s.engine.Inspect(r, s.data)
			return size, d, err
		}, decode(kind, payload, &r)
	case frameRun:
		var r trt.RunRequest
		return func() (int64, any, error) { return s.run(r) }, decode(kind, payload, &r)
	case frameProbe:
		return func() (int64, any, error) { return 0, s.engine.Probe(), nil }, nil
	case frameRoutes:
		return func() (int64, any, error) {
			routes, err := s.engine.Routes()
			return 0, json.RawMessage(routes), err
		}, nil
	}
	return nil, fmt.Errorf("%w: a request of type %q", errProtocol, kind)
}

// run tells of the tensors and then hands the outputs on.
func (s *server) run(r trt.RunRequest) (int64, any, error) {
	data := frameWriter{to: s.data}
	result, err := s.engine.Run(r, func(tensors []trt.Tensor) (io.Writer, error) {
		return &data, writeJSON(s.frames, frameTensors, tensors)
	})
	return data.size, result, err
}

// frameWriter writes data in frames.
type frameWriter struct {
	to   io.Writer
	size int64 // bytes so far
}

func (w *frameWriter) Write(p []byte) (int, error) {
	written := 0
	for len(p) > 0 {
		piece := p[:min(len(p), blockSize)]
		if err := writeFrame(w.to, frameData, piece); err != nil {
			return written, err
		}
		written += len(piece)
		w.size += int64(len(piece))
		p = p[len(piece):]
	}
	return written, nil
}
