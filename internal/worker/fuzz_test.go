//go:build unix

package worker

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/trt"
)

type nowhere struct{ io.Writer }

func (nowhere) Close() error { return nil }

// countingWriter counts bytes.
type countingWriter struct{ size int64 }

func (w *countingWriter) Write(p []byte) (int, error) {
	w.size += int64(len(p))
	return len(p), nil
}

// FuzzConversation lets a worker say anything on both of its pipes. What comes of it is an error of one line, or a result
// with as many bytes as it speaks of.
func FuzzConversation(f *testing.F) {
	for _, kind := range []byte{frameBuild, frameInspect, frameRun, frameProbe, frameRoutes} {
		var frames, data bytes.Buffer
		for _, m := range transcript(kind) {
			if m.data {
				data.Write(m.bytes)
			} else {
				frames.Write(m.bytes)
			}
		}
		f.Add(kind, frames.Bytes(), data.Bytes())
		f.Add(kind, frames.Bytes(), data.Bytes()[:data.Len()/2])
	}
	f.Fuzz(func(t *testing.T, kind byte, frames, data []byte) {
		s := &session{requests: nowhere{io.Discard}, frames: io.NopCloser(bytes.NewReader(frames)), data: io.NopCloser(bytes.NewReader(data)),
			kill: func() {}, reap: func() string { return "" }, silence: time.Hour}
		client, taken := &Client{session: s}, &countingWriter{}
		receive := func([]trt.Tensor) (io.Writer, error) { return taken, nil }
		var err error
		want := int64(-1) // bytes; unknown
		switch kind {
		case frameInspect:
			_, err = client.Inspect(t.Context(), InspectRequest{Plan: "a.plan"}, taken)
		case frameRun:
			var tensors []trt.Tensor
			_, err = client.Run(t.Context(), RunRequest{Plan: "a.plan"}, func(list []trt.Tensor) (io.Writer, error) {
				tensors = list
				return receive(list)
			})
			want, _ = outputBytes(tensors)
		case frameProbe:
			_, err = client.Probe(t.Context())
			want = 0
		case frameRoutes:
			_, err = client.Routes(t.Context())
			want = 0
		default:
			var built Built
			built, err = client.Build(t.Context(), Request{Model: "m.onnx", To: []io.Writer{taken}})
			want = built.Size
		}
		if err == nil && want >= 0 && taken.size != want {
			t.Errorf("%d bytes came, %d were to come", taken.size, want)
		}
		if err == nil {
			return
		}
		var coder interface{ ExitCode() int }
		if text := err.Error(); strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) || !errors.As(err, &coder) || coder.ExitCode() != 4 {
			t.Errorf("not one line that leads to exit status 4: %q", text)
		}
	})
}
