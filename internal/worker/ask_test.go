//go:build unix

package worker

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/trt"
)

// asks are all that a worker can be asked for, by the types of the frames. A plan goes into a folder.
func asks() map[byte]func(c *Client, folder string) error {
	ctx := context.Background()
	return map[byte]func(*Client, string) error{
		frameBuild: func(c *Client, folder string) error {
			_, err := c.Build(ctx, Request{Model: "m.onnx", Target: filepath.Join(folder, "a.plan")})
			return err
		},
		frameCachedBuild: func(c *Client, folder string) error {
			_, err := c.Build(ctx, Request{Model: "m.onnx", Target: filepath.Join(folder, "a.plan"),
				Settings: trt.Settings{TimingCache: filepath.Join(folder, "a.cache")}})
			return err
		},
		frameInspect: func(c *Client, _ string) error {
			_, err := c.Inspect(ctx, InspectRequest{Plan: "a.plan"}, io.Discard)
			return err
		},
		frameRun: func(c *Client, _ string) error {
			_, err := c.Run(ctx, RunRequest{Plan: "a.plan"}, discard)
			return err
		},
		frameProbe: func(c *Client, _ string) error {
			_, err := c.Probe(ctx)
			return err
		},
		frameRoutes: func(c *Client, _ string) error {
			_, err := c.Routes(ctx)
			return err
		},
	}
}

func discard([]trt.Tensor) (io.Writer, error) { return io.Discard, nil }

// TestAsk asks one good worker for everything, twice.
func TestAsk(t *testing.T) {
	client := mustStart(t, "good")
	for range 2 {
		if got, err := client.Probe(t.Context()); err != nil || !reflect.DeepEqual(got, fakeProbe()) {
			t.Errorf("probe %+v, %v", got, err)
		}
		var data bytes.Buffer
		description, err := client.Inspect(t.Context(), InspectRequest{Plan: "a.plan", Plugins: []string{"p.so"}}, &data)
		if err != nil || data.String() != fakeInspection || !reflect.DeepEqual(description, fakeDescription()) {
			t.Errorf("inspection %s, %+v, %v", &data, description, err)
		}
		data.Reset()
		var tensors []trt.Tensor
		result, err := client.Run(t.Context(), RunRequest{Plan: "a.plan", Files: map[string]string{"x": "x.bin"}}, func(list []trt.Tensor) (io.Writer, error) {
			tensors = list
			return &data, nil
		})
		if err != nil || data.String() != fakeOutputs || !reflect.DeepEqual(result, fakeResult()) || !reflect.DeepEqual(tensors, fakeTensors()) {
			t.Errorf("run %+v, %+v, %q, %v", tensors, result, &data, err)
		}
		if got, err := client.Routes(t.Context()); err != nil || string(got) != fakeRoutes {
			t.Errorf("routes %s, %v", got, err)
		}
		if err := asks()[frameBuild](client, t.TempDir()); err != nil {
			t.Error(err)
		}
	}
}

// TestBadAnswers has a worker misbehave after requests for a plan that is there.
func TestBadAnswers(t *testing.T) {
	for mode, want := range map[string]string{
		"crash":            "signal: killed: terminate called after throwing an instance of 'std::bad_alloc'",
		"exit":             "ended early: exit status 0",
		"closed-pipes":     "ended early: signal: killed",
		"garbage":          "does not keep to the protocol",
		"garbage-json":     "does not keep to the protocol",
		"garbage-plan":     `a frame of type 'a' on the data's pipe`,
		"huge":             "a frame of 16777217 bytes, more than 16777216",
		"huge-plan":        "a frame of 4294967295 bytes",
		"early-answer":     "ended early: exit status 0",
		"kind":             "an answer of kind \"odd kind\"",
		"hang":             "no sign of life for 1ms",
		"hang-in-plan":     "no sign of life for 1ms",
		"hang-in-data":     "no sign of life for 1ms",
		"child":            "ended early: signal: killed",
		"no-tensors":       "more than 0 bytes of data",
		"tensors-twice":    "a frame of type 't' after a request of type 'r'",
		"tensors-garbage":  "a frame of type 't': json: cannot unmarshal object",
		"tensors-negative": "a tensor of -1 bytes",
		"tensors-overflow": "a tensor of 4611686018427387904 bytes",
		"too-many":         "more than 19 bytes of data",
		"too-few":          "18 bytes of outputs came, their tensors have 19",
		"result-garbage":   "the result in its answer: json: cannot unmarshal array",
		"no-result":        "the result in its answer: unexpected end of JSON input",
		"failed":           "running the plan failed: the worker does not keep to the protocol: more than 0 bytes of data",
		"failed-run":       "running the plan failed: run 3 of context 1: CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			client := mustStart(t, mode)
			if strings.HasPrefix(want, "no sign") {
				client.session.silence = time.Millisecond
			}
			_, err := client.Run(t.Context(), RunRequest{Plan: "a.plan"}, discard)
			oneLine(t, err)
			var failed *trt.RunError
			if !strings.Contains(err.Error(), want) || !errors.As(err, &failed) {
				t.Errorf("error %v, want %q", err, want)
			}
			_, err = client.Run(t.Context(), RunRequest{Plan: "a.plan"}, discard)
			if mode == "failed-run" && err != nil {
				t.Errorf("a run after one that failed: %v", err)
			} else if mode != "failed-run" && !errors.Is(err, trt.ErrUnavailable) {
				t.Errorf("error %v after the end", err)
			}
		})
	}
	for _, mode := range []string{"no-tensors", "tensors-twice"} { // nothing but a run has tensors
		for kind, ask := range asks() {
			if kind == frameRun || mode == "no-tensors" && kind != frameProbe && kind != frameRoutes {
				continue
			}
			oneLine(t, ask(mustStart(t, mode), t.TempDir()))
		}
	}
}

// TestAskCancelled kills the worker in the middle of each kind of request.
func TestAskCancelled(t *testing.T) {
	stopped := errors.New("stopped")
	for name, ask := range map[string]func(context.Context, *Client) error{
		"inspect": func(ctx context.Context, c *Client) error {
			_, err := c.Inspect(ctx, InspectRequest{Plan: "a.plan"}, io.Discard)
			return err
		},
		"run": func(ctx context.Context, c *Client) error {
			_, err := c.Run(ctx, RunRequest{Plan: "a.plan"}, discard)
			return err
		},
		"probe": func(ctx context.Context, c *Client) error {
			_, err := c.Probe(ctx)
			return err
		},
	} {
		client := mustStart(t, "hang")
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(stopped)
		if err := ask(ctx, client); !errors.Is(err, stopped) {
			t.Errorf("%s: error %v, want the context's", name, err)
		}
	}
}

// TestReceiveErrors has the parent unable to take outputs: its own error comes back.
func TestReceiveErrors(t *testing.T) {
	full := errors.New("full")
	_, err := mustStart(t, "good").Run(t.Context(), RunRequest{Plan: "a.plan"}, func([]trt.Tensor) (io.Writer, error) { return nil, full })
	if !errors.Is(err, full) {
		t.Errorf("error %v, want that of receive", err)
	}
	_, err = mustStart(t, "good").Run(t.Context(), RunRequest{Plan: "a.plan"}, func([]trt.Tensor) (io.Writer, error) { return refusing{full}, nil })
	if !errors.Is(err, full) {
		t.Errorf("error %v, want that of the writer", err)
	}
	if _, err := mustStart(t, "good").Inspect(t.Context(), InspectRequest{Plan: "a.plan"}, refusing{syscall.ENOSPC}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v, want that of the writer", err)
	}
}

type refusing struct{ err error }

func (f refusing) Write([]byte) (int, error) { return 0, f.err }
