//go:build linux

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// tellsWhy checks that an error is one line with some words and leads to exit status 4.
func tellsWhy(t *testing.T, what string, err error, want string) {
	t.Helper()
	var coder interface{ ExitCode() int }
	if err == nil || !errors.As(err, &coder) || coder.ExitCode() != 4 || strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' }) ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("%s: error %q, want one line with %q and exit status 4", what, err, want)
	}
}

// TestFakeErrors lets TensorRT refuse each step; the worker can run another plan after that.
func TestFakeErrors(t *testing.T) {
	for tag, h := range families(t) {
		t.Run(tag+" "+h.Version, func(t *testing.T) {
			client := begin(t, fakeRun(t, h))
			good := textPlan(t, someInput, someOutput)
			for lines, want := range map[string]string{
				"no plan":                         "TensorRT could not load the plan: Error Code 1: Serialization (magicTag does not match)",
				"":                                "TensorRT could not load the plan",
				someInput + "\nwish host-code":    "TensorRT could not load the plan: Error Code 1: host code is not allowed",
				someInput + "\nwish no-context":   "context 0: TensorRT made no execution context: createExecutionContext: Error Code 2: OutOfMemory",
				someInput + "\nwish refuse-shape": "TensorRT refused shape 2x3 of input x",
				someInput + "\nwish own-profile\nwish refuse-profile": "TensorRT refused profile 0",
				someInput + "\nwish no-inference":                     "TensorRT could not infer the shapes of the outputs",
				someInput + "\nwish missing":                          "TensorRT could not infer the shapes of the outputs: it needs more of x",
				someInput + "\nwish refuse-run":                       "run 0 of context 0: TensorRT could not run the plan: IExecutionContext::enqueueV3: Error Code 3: no run today",
				someInput + "\nwish vectors":                          "input x in another format than linear (Channel major with 4 channels to a vector) is not supported here",
				"input x 12 4":                                        "data type 12 is not supported here",
				"input x 0 1099511627776,1099511627776":               "a tensor of shape 1099511627776x1099511627776 is larger than any memory",
				"input x 0 1099511627776":                             "4398046511104 bytes of the GPU's memory: CUDA_ERROR_OUT_OF_MEMORY (out of memory)",
			} {
				_, _, err := ran(t, client, worker.RunRequest{Plan: textPlan(t, lines)})
				if tag == "trt8" && strings.Contains(lines, "1099511627776") { // its dimensions have 32 bits
					continue
				}
				tellsWhy(t, lines, err, want)
				if _, _, err := ran(t, client, worker.RunRequest{Plan: good}); err != nil {
					t.Errorf("a run after %q: %v", lines, err)
				}
			}
			_, err := client.Inspect(t.Context(), worker.InspectRequest{Plan: textPlan(t, "nothing")}, io.Discard)
			tellsWhy(t, "inspect", err, "inspecting the plan failed: TensorRT could not load the plan: Error Code 1: Serialization")
			_, err = client.Inspect(t.Context(), worker.InspectRequest{Plan: textPlan(t, someInput, "wish layers", "wish mute")}, io.Discard)
			tellsWhy(t, "inspect", err, "TensorRT's inspector says nothing of layer 0")
			var told bytes.Buffer // a plan that was built to keep nothing
			_, err = client.Inspect(t.Context(), worker.InspectRequest{Plan: textPlan(t, someInput, "wish layers", "wish mute", "wish quiet")}, &told)
			if want := `{"Layers": [], "Bindings": ["x"]}`; err != nil || told.String() != want {
				t.Errorf("a plan without layers: %q, %v, want %q", told.String(), err, want)
			}
			_, err = client.Inspect(t.Context(), worker.InspectRequest{Plan: filepath.Join(t.TempDir(), "none")}, io.Discard)
			tellsWhy(t, "inspect", err, "no such file or directory")
			empty := filepath.Join(t.TempDir(), "empty")
			if err := os.WriteFile(empty, nil, 0o666); err != nil {
				t.Fatal(err)
			}
			_, err = client.Inspect(t.Context(), worker.InspectRequest{Plan: empty}, io.Discard)
			tellsWhy(t, "inspect", err, "is empty")
			if _, _, err := ran(t, client, worker.RunRequest{Plan: textPlan(t, someInput, someOutput, "wish host-code"), HostCode: true}); err != nil {
				t.Errorf("host code: %v", err)
			}
			_, _, err = ran(t, client, worker.RunRequest{Plan: textPlan(t, someInput, "wish crash")})
			tellsWhy(t, "crash", err, "the worker ended early: exit status 2: SIGABRT: abort")
		})
	}
}

// TestFakeCUDA lets each function of CUDA fail at its first or a later call.
func TestFakeCUDA(t *testing.T) {
	h, plan := families(t)["rtx"], textPlan(t, someInput, someOutput, "late z 2")
	for wish, want := range map[string]string{
		"cuMemAlloc_v2 2 3":         "context 0: 12 bytes of the GPU's memory: CUDA_ERROR_OUT_OF_MEMORY (out of memory)", // after weights and scratch
		"cuMemAlloc_v2 2 9":         "run 0 of context 1: output z: 12 bytes of the GPU's memory: CUDA_ERROR_OUT_OF_MEMORY (out of memory)",
		"cuMemAlloc_v2 999 10":      "run 0 of context 0: 12 bytes of the GPU's memory: CUDA error 999", // for a copy
		"cuMemcpyHtoDAsync_v2 700":  "input x: a copy to the GPU: CUDA_ERROR_ILLEGAL_ADDRESS",
		"cuMemcpyDtoHAsync_v2 700":  "run 0 of context 0: output y: a copy from the GPU: CUDA_ERROR_ILLEGAL_ADDRESS",
		"cuMemcpyDtoDAsync_v2 700":  "a copy on the GPU: CUDA_ERROR_ILLEGAL_ADDRESS",
		"cuMemsetD8Async 700 2":     "filling the GPU's memory: CUDA_ERROR_ILLEGAL_ADDRESS",
		"cuStreamCreate 2":          "context 0: a stream: CUDA_ERROR_OUT_OF_MEMORY (out of memory)",
		"cuEventCreate 2":           "context 0: an event: CUDA_ERROR_OUT_OF_MEMORY (out of memory)",
		"cuEventSynchronize 700 6":  "run 0 of context 1: the GPU: CUDA_ERROR_ILLEGAL_ADDRESS", // after profiles and inputs
		"cuEventSynchronize 700 60": "",                                                        // never
	} {
		client := begin(t, fakeRun(t, h, "FAKE_CUDA="+wish))
		_, _, err := ran(t, client, worker.RunRequest{Plan: plan, Runs: 2, Contexts: 2})
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", wish, err)
			}
			continue
		}
		tellsWhy(t, wish, err, want)
		if _, _, err := ran(t, client, worker.RunRequest{Plan: plan, Runs: 2, Contexts: 2}); err != nil {
			t.Errorf("a run after %s: %v", wish, err)
		}
	}
	for wish, want := range map[string]string{"FAKE_CUDA=cuInit 100": "CUDA cannot be used: CUDA_ERROR_NO_DEVICE", "FAKE_CUDA_NONE=1": "CUDA sees no GPU"} {
		client := begin(t, fakeRun(t, h, wish))
		_, _, err := ran(t, client, worker.RunRequest{Plan: plan})
		if tellsWhy(t, wish, err, want); !errors.Is(err, trt.ErrUnavailable) {
			t.Errorf("%s: error %T", wish, err)
		}
	}
}

// TestFakeHang kills a worker whose GPU does nothing more, although the worker itself goes on telling that it is there.
func TestFakeHang(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it takes seconds")
	}
	options := fakeRun(t, families(t)["rtx"])
	options.Silence = 3 * time.Second
	_, _, err := ran(t, begin(t, options), worker.RunRequest{Plan: textPlan(t, someInput, someOutput, "wish hang")})
	tellsWhy(t, "hang", err, "running the plan failed: the worker hangs: no sign of life for 3s")
}

func TestFakeProbe(t *testing.T) {
	devices := []trt.Device{{Index: 0, Name: `Fake GPU "0"`, SM: "120", Memory: 1 << 30}, {Index: 1, Name: `Fake GPU "1"`, SM: "121", Memory: 1 << 30}}
	yes := trt.Ability{State: trt.StateYes}
	no := func(why string) trt.Ability { return trt.Ability{State: trt.StateNo, Why: why} }
	const noBuilder = "TensorRT made no builder: Unable to load library: libnvinfer_builder_resource_sm120.so.1.2.3: cannot open"
	missing := []string{"libnvinfer_builder_resource_sm120.so.1.2.3"}
	for tag, h := range families(t) {
		for env, want := range map[string]trt.Probe{
			"FAKE_BUILDER=1": {Driver: "570.86.15", CUDA: "12.8", Devices: devices, Build: yes, Run: yes},
			"A=1": {Driver: "570.86.15", CUDA: "12.8", Devices: devices, Build: no(noBuilder), Missing: missing,
				Run: trt.Ability{State: trt.StateUnknown, Why: "TensorRT has a runtime for this GPU, but no plan could be built to try it with"}},
			"FAKE_NO_RUNTIME=1": {Driver: "570.86.15", CUDA: "12.8", Devices: devices, Build: no(noBuilder), Missing: missing,
				Run: no("TensorRT made no runtime: no runtime for this GPU")},
			"FAKE_CUDA_NONE=1": {Devices: []trt.Device{}, Build: no(noBuilder), Missing: missing, Run: no("CUDA sees no GPU")},
			"FAKE_BUILDER=1 FAKE_CUDA=cuMemcpyDtoHAsync_v2 700 1": {Driver: "570.86.15", CUDA: "12.8", Devices: devices, Build: yes,
				Run: no("run 0 of context 0: output y: a copy from the GPU: CUDA_ERROR_ILLEGAL_ADDRESS")},
			"FAKE_BUILDER=1 FAKE_NO_RUNTIME=1": {Driver: "570.86.15", CUDA: "12.8", Devices: devices, Build: yes,
				Run: no("TensorRT made no runtime: no runtime for this GPU")},
		} {
			list := []string{env}
			if first, second, two := strings.Cut(env, " FAKE_"); two {
				list = []string{first, "FAKE_" + second}
			}
			client := begin(t, fakeRun(t, h, list...))
			for range 2 {
				got, err := client.Probe(t.Context())
				if strings.Contains(env, "cuMemcpy") && got.Run.State == trt.StateYes { // only the first call fails
					continue
				}
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s: %+v, %v,\nwant %+v", tag, env, got, err, want)
				}
			}
		}
	}
}
