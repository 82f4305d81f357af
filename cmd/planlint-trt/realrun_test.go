//go:build linux

package main

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// TestRealProbe lets four versions of TensorRT-RTX find out what they can do. They build on any machine. Where there
// is no GPU they can neither inspect nor run a plan, and say so in one line.
func TestRealProbe(t *testing.T) {
	versions := rtx.Versions()
	if testing.Short() {
		versions = []string{newest()}
	}
	for _, version := range versions {
		client := start(t, version)
		probe, err := client.Probe(t.Context())
		if err != nil || probe.Build != (trt.Ability{State: trt.StateYes}) || len(probe.Missing) > 0 {
			t.Errorf("%s: probe %+v, %v", version, probe, err)
		}
		plans := rtx.Named(t, rtx.LeakyRelu)
		plan := plans[slices.IndexFunc(plans, func(p rtx.Plan) bool { return p.Version == version })].Path
		var data bytes.Buffer
		_, inspectError := client.Inspect(t.Context(), worker.InspectRequest{Plan: plan}, &data)
		_, runError := client.Run(t.Context(), worker.RunRequest{Plan: plan}, func([]trt.Tensor) (io.Writer, error) { return io.Discard, nil })
		if len(probe.Devices) > 0 {
			t.Logf("%s, on a GPU: %+v; inspecting: %d bytes, %v; running: %v", version, probe, data.Len(), inspectError, runError)
			continue
		}
		if want := (trt.Ability{State: trt.StateNo, Why: probe.Run.Why}); probe.Run != want || !strings.Contains(want.Why, "CUDA") || probe.Driver+probe.CUDA != "" {
			t.Errorf("%s, without a GPU: probe %+v", version, probe)
		}
		tellsWhy(t, version, inspectError, "loading a plan takes a GPU: no CUDA driver")
		tellsWhy(t, version, runError, "loading a plan takes a GPU: no CUDA driver")
		if !errors.Is(inspectError, trt.ErrUnavailable) || !errors.Is(runError, trt.ErrUnavailable) || data.Len() > 0 {
			t.Errorf("%s: %v; %v; %s", version, inspectError, runError, &data)
		}
		_, err = client.Inspect(t.Context(), worker.InspectRequest{Plan: plan + "s"}, io.Discard)
		if tellsWhy(t, version, err, "no such file"); errors.Is(err, trt.ErrUnavailable) {
			t.Errorf("%s: %v", version, err)
		}
		if _, err := client.Build(t.Context(), worker.Request{Model: plans[0].ONNX}); err != nil { // it can still build
			t.Errorf("%s: a build after the errors: %+v", version, err)
		}
	}
}
