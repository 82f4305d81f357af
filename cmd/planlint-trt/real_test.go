//go:build linux

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
	"github.com/planlint/planlint/zerorun"
)

// settingsOf are the settings that package rtx builds a plan of some name with.
func settingsOf(p rtx.Plan) trt.Settings {
	s := trt.Settings{Capabilities: p.Capabilities}
	switch p.Name {
	case rtx.StreamedWeights:
		s.Flags = []string{"WEIGHT_STREAMING"}
	case rtx.OptimizationZero:
		s.OptimizationLevel = new(int)
	case rtx.DynamicShape:
		s.Profiles = []trt.Profile{{Input: "x", Min: []int64{1, 16, 8, 8}, Opt: []int64{2, 16, 64, 64}, Max: []int64{4, 16, 128, 128}}}
	}
	return s
}

// differing returns where two plans differ, as offsets in bytes.
func differing(a, b []byte) []int {
	var list []int
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			list = append(list, i)
		}
	}
	return list
}

// TestSamePlanAsBindings compares every plan of package rtx with what the worker builds from the same model
// with the same settings, in one process for each version.
func TestSamePlanAsBindings(t *testing.T) {
	versions := rtx.Versions()
	if brief() { // compiling a worker takes seconds
		versions = []string{newest()}
	}
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			client := start(t, version)
			for _, p := range rtx.Plans(t) {
				if p.Version != version {
					continue
				}
				target := filepath.Join(t.TempDir(), p.Name+".plan")
				built, err := client.Build(context.Background(), worker.Request{Model: p.ONNX, Settings: settingsOf(p), Target: target})
				if err != nil {
					t.Errorf("%s: %+v", p.Name, err)
					continue
				}
				got, want := content(t, target), content(t, p.Path)
				if !bytes.Equal(got, want) {
					d := differing(got, want)
					t.Errorf("%s: %d bytes, want %d; %d differ: %v", p.Name, len(got), len(want), len(d), d[:min(len(d), 20)])
				}
				zeros, err := zerorun.ScanFile(context.Background(), target, zerorun.Options{})
				if err != nil || built.Zeros != zeros || built.Size != int64(len(got)) {
					t.Errorf("%s: %d bytes, zeros %+v while building, %+v in the file, %v", p.Name, built.Size, built.Zeros, zeros, err)
				}
			}
		})
	}
}

// TestRealErrors asks a real TensorRT for what it cannot do; afterwards it builds all the same.
func TestRealErrors(t *testing.T) {
	client := start(t, newest())
	text := filepath.Join(t.TempDir(), "text.onnx")
	if err := os.WriteFile(text, []byte("no model"), 0o666); err != nil {
		t.Fatal(err)
	}
	model := rtx.Named(t, rtx.LeakyRelu)[0].ONNX
	for name, test := range map[string]struct {
		request worker.Request
		want    string
	}{
		"no model":      {worker.Request{Model: text}, "could not be parsed"},
		"missing model": {worker.Request{Model: filepath.Join(t.TempDir(), "none.onnx")}, "none.onnx cannot be opened"},
		"flag of 8.6":   {worker.Request{Model: model, Settings: trt.Settings{Flags: []string{"FP16"}}}, "flag FP16 is not supported here"},
		"capability":    {worker.Request{Model: model, Settings: trt.Settings{Capabilities: []string{"SM999"}}}, "SM999"},
	} {
		folder := t.TempDir()
		test.request.Target = filepath.Join(folder, "a.plan")
		_, err := client.Build(context.Background(), test.request)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.ContainsRune(err.Error(), '\n') {
			t.Errorf("%s: error %v, want one line with %q", name, err, test.want)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
			t.Errorf("%s: files left: %v, %v", name, left, err)
		}
	}
	if _, err := client.Build(context.Background(), worker.Request{Model: model}); err != nil {
		t.Errorf("a build after the errors: %+v", err)
	}
}

// TestManyBuilds builds in one process; every plan is the same.
func TestManyBuilds(t *testing.T) {
	client := start(t, newest())
	p := rtx.Named(t, rtx.ConvLeakyRelu)[0]
	target := filepath.Join(t.TempDir(), "a.plan")
	var first []byte
	for i := range 20 {
		if _, err := client.Build(context.Background(), worker.Request{Model: p.ONNX, Target: target, Overwrite: true}); err != nil {
			t.Fatal(err)
		}
		if got := content(t, target); i == 0 {
			first = got
		} else if !bytes.Equal(got, first) {
			t.Fatalf("build %d differs from the first one", i)
		}
	}
}

// TestWrongLibrary starts a worker with libraries of a version that it was not compiled for.
func TestWrongLibrary(t *testing.T) {
	versions := rtx.Versions()
	slices.Sort(versions)
	_, err := worker.Start(context.Background(), worker.Options{Path: program(t, newest()), Folder: libraries(t, versions[0])})
	if err == nil || !strings.Contains(err.Error(), "compiled against headers of rtx 1.7.1, but") || !strings.HasSuffix(err.Error(), "is 1.4.0") {
		t.Errorf("error %v, want one that names both versions", err)
	}
}
