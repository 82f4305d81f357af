//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// plansVariable is a list of other plans to inspect and run.
const plansVariable = "PLANLINT_HARDWARE_PLANS"

// subject is a plan to build, inspect and run.
type subject struct {
	name, model string
	settings    trt.Settings
	requests    []worker.RunRequest // with what runs differ in
	bad         map[string]worker.RunRequest
	refused     string // what TensorRT 8.6.1 says instead of running its own plan; empty: it runs it
}

func subjects() []subject {
	shape := func(n ...int64) map[string][]int64 { return map[string][]int64{"x": n} }
	each := []worker.RunRequest{{Input: tensor.Recipe{Distribution: "normal"}}, {Input: tensor.Recipe{Distribution: "specials"}},
		{Input: tensor.Recipe{Distribution: "denormals"}}, {Input: tensor.Recipe{Distribution: "zeros"}}}
	list := []subject{
		{"two profiles", "dynamic_conv", trt.Settings{Profiles: []trt.Profile{
			profile(0, false, "x", []int64{1, 16, 8, 8}, []int64{2, 16, 64, 64}, []int64{4, 16, 128, 128}),
			profile(1, false, "x", []int64{1, 16, 8, 8}, []int64{1, 16, 16, 16}, []int64{1, 16, 32, 32})}},
			[]worker.RunRequest{{Select: "min"}, {}, {Select: "max"}, {Profile: 1, Select: "max"}, {Shapes: shape(3, 16, 9, 33)}},
			map[string]worker.RunRequest{"is outside of profile 0": {Shapes: shape(5, 16, 8, 8)}, "there is no profile 2": {Profile: 2}}, ""},
		{"values", "reshaped", trt.Settings{Profiles: []trt.Profile{profile(0, true, "shape", []int64{1, 1}, []int64{32, 64}, []int64{2048, 2048})}},
			[]worker.RunRequest{{}}, map[string]worker.RunRequest{"": {Select: "max"}}, "input shape is read on the host and profile 0 has no values for it"}, // 2048x2048 elements are more than there are
		{"a shape that depends on the data", "nonzero", trt.Settings{}, each, nil, "TensorRT made no execution context"},
	}
	for _, model := range []string{one, "residual", "attention", "single_precision", "layer_norm"} {
		list = append(list, subject{model, model, trt.Settings{}, each, map[string]worker.RunRequest{
			"so that it cannot be 1": {Shapes: shape(1)}, `there is a shape for "z"`: {Shapes: map[string][]int64{"z": {1}}}}, ""})
	}
	return list
}

// TestHardwareProbe says what can be done.
func TestHardwareProbe(t *testing.T) {
	options, _ := hardware(t)
	client, began := begin(t, options), time.Now()
	probe, err := client.Probe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tell(t, fmt.Sprintf("%s %s, after %v", client.Hello().Family, client.Hello().Library, time.Since(began).Round(time.Millisecond)), probe)
	if len(probe.Devices) == 0 {
		t.Error("CUDA sees no GPU")
	}
}

// TestHardwareRuns builds plans and runs each, ten times in two contexts, twice; the first 4 distributions of inputs.
func TestHardwareRuns(t *testing.T) {
	options, model := hardware(t)
	client := begin(t, options)
	for _, s := range subjects() {
		t.Run(s.name, func(t *testing.T) {
			plan := filepath.Join(t.TempDir(), "a.plan")
			s.settings.Verbosity = "DETAILED"
			if client.Hello().Family == trt.TRT8 {
				s.settings.Flags = []string{"FP16"}
			}
			if _, err := client.Build(t.Context(), worker.Request{Model: model(s.model), Settings: s.settings, Target: plan}); err != nil {
				t.Fatalf("%+v", err)
			}
			if client.Hello().Family == trt.TRT8 && s.refused != "" {
				_, _, err := ran(t, client, worker.RunRequest{Plan: plan})
				tellsWhy(t, s.name, err, s.refused)
				t.Log(err)
				return
			}
			runPlan(t, client, plan, s.requests)
			for want, request := range s.bad {
				request.Plan = plan
				_, _, err := ran(t, client, request)
				tellsWhy(t, want, err, want)
				t.Log(err)
			}
		})
	}
	for _, plan := range filepath.SplitList(os.Getenv(plansVariable)) {
		t.Run(filepath.Base(plan), func(t *testing.T) {
			runPlan(t, client, plan, []worker.RunRequest{{Select: "min"}, {}, {Select: "max"}})
		})
	}
}

// runPlan inspects a plan and runs it.
func runPlan(t *testing.T, client *worker.Client, plan string, requests []worker.RunRequest) {
	t.Helper()
	var inspection bytes.Buffer
	d, err := client.Inspect(t.Context(), worker.InspectRequest{Plan: plan}, &inspection)
	if err != nil {
		t.Errorf("%+v", err)
		return
	}
	tell(t, "description", d)
	if !json.Valid(inspection.Bytes()) {
		t.Errorf("what the inspector says is no JSON")
	}
	t.Logf("the inspector, %d bytes: %.1500s", inspection.Len(), strings.Join(strings.Fields(inspection.String()), " "))
	for i, request := range requests {
		request.Plan, request.Runs, request.Contexts, request.Input.Seed = plan, 10, 2, 1
		first, result, took := summed(t, client, request)
		second, again, _ := summed(t, client, request) // of an engine that is still loaded
		if i == 0 {
			tell(t, "run", result)
		}
		t.Logf("%v %s %s: %v, outputs %s", request.Shapes, request.Select, request.Input.Distribution, took, first)
		if first != second || !reflect.DeepEqual(result.Tensors, again.Tensors) || len(result.Differing)+len(again.Differing) > 0 {
			t.Errorf("it does not agree with itself: %s and %s; %+v; %+v", first, second, result, again)
		}
	}
}

// summed runs a plan and returns a sum of its outputs.
func summed(t *testing.T, client *worker.Client, r worker.RunRequest) (string, worker.RunResult, time.Duration) {
	t.Helper()
	sum, began := sha256.New(), time.Now()
	result, err := client.Run(context.Background(), r, func([]trt.Tensor) (io.Writer, error) { return sum, nil })
	if err != nil {
		t.Errorf("%+v", err)
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:8]), result, time.Since(began).Round(time.Millisecond)
}

// TestHardwareRefusals has plans that a TensorRT must not, or need not, load.
func TestHardwareRefusals(t *testing.T) {
	options, model := hardware(t)
	client := begin(t, options)
	_, err := client.Inspect(t.Context(), worker.InspectRequest{Plan: textPlan(t, "no plan")}, io.Discard)
	tellsWhy(t, "a file that is no plan", err, "TensorRT could not load the plan")
	t.Logf("a file that is no plan: %v", err)

	plan, s := filepath.Join(t.TempDir(), "a.plan"), trt.Settings{Flags: []string{"VERSION_COMPATIBLE"}}
	if client.Hello().Family == trt.TRT8 {
		s.Flags = append(s.Flags, "FP16")
	}
	if _, err := client.Build(t.Context(), worker.Request{Model: model(one), Settings: s, Target: plan}); err != nil {
		t.Logf("a version-compatible plan cannot be built: %v", err)
		return
	}
	for _, hostCode := range []bool{false, true} {
		_, _, err := ran(t, client, worker.RunRequest{Plan: plan, HostCode: hostCode})
		t.Logf("a version-compatible plan, its code allowed %v: %v", hostCode, err)
		if (err == nil) != hostCode {
			t.Errorf("code of the plan's allowed %v: %v", hostCode, err)
		}
	}
	whole := content(t, plan)
	for _, size := range []int{100, len(whole) / 2, len(whole) - 1} {
		cut := filepath.Join(t.TempDir(), "cut.plan")
		if err := os.WriteFile(cut, whole[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, err := ran(t, client, worker.RunRequest{Plan: cut, HostCode: true})
		t.Logf("the first %d of %d bytes: %v", size, len(whole), err)
		if err == nil {
			continue
		}
		if oneLine(t, err); errors.Is(err, trt.ErrUnavailable) || strings.Contains(err.Error(), "ended early") { // a crash
			client.Close()
			client = begin(t, options)
		}
	}
}

func tell(t *testing.T, what string, value any) {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %s", what, text)
}
