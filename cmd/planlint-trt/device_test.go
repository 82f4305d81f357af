//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// TestDevice tries a TensorRT on a machine with a GPU, where there may be neither a compiler nor Go: this test program is
// its own worker, if it was compiled with a tag of a family (go test -c -tags trt8). PLANLINT_TRT_DIR is the folder of
// the libraries, PLANLINT_PLANS a list of plans to run, and PLANLINT_MODELS one of ONNX models to build plans of.
func TestDevice(t *testing.T) {
	folder := os.Getenv("PLANLINT_TRT_DIR")
	if trt.Compiled == "" || folder == "" {
		t.Skip("skipped: it needs a tag of a family, and PLANLINT_TRT_DIR")
	}
	client, err := worker.Start(t.Context(), worker.Options{Path: os.Args[0], Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	tell(t, "hello", client.Hello())
	began := time.Now()
	probe, err := client.Probe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tell(t, fmt.Sprintf("probe, %v", time.Since(began).Round(time.Millisecond)), probe)
	if probe.Build.State == trt.StateNo {
		t.Logf("no plans can be built: %s", probe.Build.Why)
	}
	plans := filepath.SplitList(os.Getenv("PLANLINT_PLANS"))
	for _, model := range filepath.SplitList(os.Getenv("PLANLINT_MODELS")) {
		plan := filepath.Join(t.TempDir(), filepath.Base(model)+".plan")
		began := time.Now()
		built, err := client.Build(t.Context(), worker.Request{Model: model, Target: plan, Settings: trt.Settings{Verbosity: "DETAILED"}})
		if err != nil {
			t.Errorf("%s: %+v", model, err)
			continue
		}
		t.Logf("%s: built %d bytes in %v", model, built.Size, time.Since(began).Round(time.Millisecond))
		plans = append(plans, plan)
	}
	for _, plan := range plans {
		t.Run(filepath.Base(plan), func(t *testing.T) { tryPlan(t, client, plan) })
	}
	_, err = client.Inspect(t.Context(), worker.InspectRequest{Plan: os.Args[0]}, io.Discard)
	want := "TensorRT could not load the plan"
	if len(probe.Devices) == 0 {
		want = "CUDA"
	}
	tellsWhy(t, "a file that is no plan", err, want)
	t.Logf("a file that is no plan: %v", err)
}

// tryPlan inspects a plan and runs it with several inputs and shapes.
func tryPlan(t *testing.T, client *worker.Client, plan string) {
	var inspection bytes.Buffer
	d, err := client.Inspect(t.Context(), worker.InspectRequest{Plan: plan}, &inspection)
	if err != nil {
		t.Fatalf("%+v", err)
	}
	tell(t, "description", d)
	if !json.Valid(inspection.Bytes()) {
		t.Errorf("what the inspector says is no JSON")
	}
	t.Logf("inspector: %.2000s", strings.Join(strings.Fields(inspection.String()), " "))
	for _, selected := range []string{"min", "opt", "max"} {
		for _, distribution := range []string{"normal", "specials", "denormals", "zeros"} {
			request := worker.RunRequest{Plan: plan, Select: selected, Runs: 10, Contexts: 2, Input: tensor.Recipe{Seed: 1, Distribution: distribution}}
			first, result := summed(t, client, request)
			second, _ := summed(t, client, request) // of an engine that is still loaded
			if first != second || len(result.Differing) > 0 {
				t.Errorf("%s, %s: it does not agree with itself: %s, %s, %+v", selected, distribution, first, second, result.Differing)
			}
			if distribution == "normal" {
				tell(t, selected, result)
			}
			t.Logf("%s, %s: SHA-256 of the outputs %s", selected, distribution, first)
		}
	}
}

// summed runs a plan and returns a sum of its outputs.
func summed(t *testing.T, client *worker.Client, r worker.RunRequest) (string, worker.RunResult) {
	t.Helper()
	sum, began := sha256.New(), time.Now()
	result, err := client.Run(context.Background(), r, func([]trt.Tensor) (io.Writer, error) { return sum, nil })
	if err != nil {
		t.Fatalf("%+v", err)
	}
	t.Logf("%s, %s: %d runs in %d contexts took %v", r.Select, r.Input.Distribution, r.Runs, r.Contexts, time.Since(began).Round(time.Millisecond))
	return fmt.Sprintf("%x", sum.Sum(nil)[:8]), result
}

func tell(t *testing.T, what string, value any) {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %s", what, text)
}
