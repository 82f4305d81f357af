//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/testutil"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// The machines that have TensorRT 8, 10 or 11 and a GPU are not those that have Go, headers and Python. So what is
// needed is made elsewhere: docs/workers.md says how.
const (
	hardwareVariable = "PLANLINT_HARDWARE"        // WORKER:FOLDER, a worker's program and its libraries
	modelsVariable   = "PLANLINT_HARDWARE_MODELS" // a folder of models, from testdata/write_models.py
)

// hardware starts a worker and returns it with the function that finds models.
func hardware(t *testing.T) (worker.Options, func(name string) string) {
	t.Helper()
	program, folder, ok := strings.Cut(os.Getenv(hardwareVariable), ":")
	if !ok {
		testutil.Require(t, "hardware", hardwareVariable+" names no WORKER:FOLDER of libraries")
	}
	return worker.Options{Path: program, Folder: folder}, func(name string) string {
		return filepath.Join(os.Getenv(modelsVariable), name+".onnx")
	}
}

// attempt is a build with some settings, and what must come of it.
type attempt struct {
	name, model string
	settings    trt.Settings
	fails       string // a part of the error; empty: a plan must come; "?": as it may be
}

func attempts(family trt.Family) []attempt {
	number := func(n int) *int { return &n }
	flags := func(names ...string) trt.Settings { return trt.Settings{Flags: names} }
	plain := trt.Settings{}
	if family == trt.TRT8 {
		plain = flags("FP16") // for models of fp16
	}
	with := func(change func(*trt.Settings)) trt.Settings {
		s := plain
		s.Flags = append([]string{}, plain.Flags...)
		change(&s)
		return s
	}
	list := []attempt{
		{"plain", one, plain, ""},
		{"again", one, plain, ""},
		{"fp32", "single_precision", trt.Settings{}, ""},
		{"fp32 without TF32", "single_precision", trt.Settings{NoFlags: []string{"TF32"}}, ""},
		{"fp32 as fp16", "single_precision", flags("FP16"), ""},
		{"fp32 as int8", "single_precision", trt.Settings{Flags: []string{"INT8"}, Int8Range: 4}, ""},
		{"Q/DQ", "quantized", flags("INT8"), ""},
		{"Q/DQ and a range", "quantized", trt.Settings{Flags: []string{"INT8"}, Int8Range: 4}, ""},
		{"residual", "residual", plain, ""},
		{"attention", "attention", plain, ""},
		{"level 0", one, with(func(s *trt.Settings) { s.OptimizationLevel = number(0) }), ""},
		{"level 5", one, with(func(s *trt.Settings) { s.OptimizationLevel = number(5) }), ""},
		{"level 9", one, with(func(s *trt.Settings) { s.OptimizationLevel = number(9) }), "refused the optimization level 9"},
		{"no sources", one, with(func(s *trt.Settings) { s.TacticSources = &[]string{} }), ""},
		{"CUDNN taken out", one, with(func(s *trt.Settings) { s.TacticSources = &[]string{"-CUDNN"} }), ""},
		{"names", one, with(func(s *trt.Settings) { s.Verbosity = "LAYER_NAMES_ONLY" }), ""},
		{"no names", one, with(func(s *trt.Settings) { s.Verbosity = "NONE" }), ""},
		{"detailed", one, with(func(s *trt.Settings) { s.Verbosity = "DETAILED" }), ""},
		{"Ampere and later", one, with(func(s *trt.Settings) { s.HardwareCompatibility = "AMPERE_PLUS" }), ""},
		{"for Windows", one, with(func(s *trt.Settings) { s.Platform = "WINDOWS_AMD64" }), ""},
		{"DLA", one, with(func(s *trt.Settings) { s.DLACore = number(0) }), "this machine has 0 DLA cores"},
		{"workspace of 1 MiB", one, with(func(s *trt.Settings) { s.Workspace = 1 << 20 }), "?"},
		{"workspace of 1 GiB", one, with(func(s *trt.Settings) { s.Workspace = 1 << 30 }), ""},
		{"no auxiliary streams", one, with(func(s *trt.Settings) { s.AuxStreams = number(0) }), ""},
		{"tiling", one, with(func(s *trt.Settings) { s.Tiling, s.L2Limit = "FULL", 1<<20 }), ""},
		{"one tactic", one, with(func(s *trt.Settings) { s.MaxTactics = number(1) }), ""},
		{"no profile", "dynamic_conv", plain, "the build failed"},
		{"a profile", "dynamic_conv", with(func(s *trt.Settings) {
			s.Profiles = []trt.Profile{profile(0, false, "x", []int64{1, 16, 8, 8}, []int64{2, 16, 64, 64}, []int64{4, 16, 128, 128})}
		}), ""},
		{"two profiles", "dynamic_conv", with(func(s *trt.Settings) {
			s.Profiles = []trt.Profile{profile(0, false, "x", []int64{1, 16, 8, 8}, []int64{2, 16, 64, 64}, []int64{4, 16, 128, 128}),
				profile(1, false, "x", []int64{1, 16, 8, 8}, []int64{1, 16, 16, 16}, []int64{1, 16, 32, 32})}
		}), ""},
		{"values", "reshaped", with(func(s *trt.Settings) {
			s.Profiles = []trt.Profile{profile(0, true, "shape", []int64{1, 1}, []int64{32, 64}, []int64{2048, 2048})}
		}), ""},
		{"profile of another input", "dynamic_conv", with(func(s *trt.Settings) {
			s.Profiles = []trt.Profile{profile(0, false, "z", []int64{1}, []int64{1}, []int64{1})}
		}), "the model has no input z for a profile; its inputs are x"},
		{"missing plugin", one, with(func(s *trt.Settings) { s.Plugins = []string{"/nowhere/plugin.so"} }), "/nowhere/plugin.so could not be loaded"},
		{"compatible without the lean runtime", one, with(func(s *trt.Settings) {
			s.Flags = append(s.Flags, "EXCLUDE_LEAN_RUNTIME", "VERSION_COMPATIBLE")
		}), ""},
		{"lean runtime excluded from nothing", one, with(func(s *trt.Settings) { s.Flags = append(s.Flags, "EXCLUDE_LEAN_RUNTIME") }), "EXCLUDE_LEAN_RUNTIME"},
	}
	for _, flag := range []string{"REFIT", "STRIP_PLAN", "REFIT_IDENTICAL", "REFIT_INDIVIDUAL", "WEIGHT_STREAMING", "SPARSE_WEIGHTS", "DISABLE_TIMING_CACHE",
		"OBEY_PRECISION_CONSTRAINTS", "PREFER_PRECISION_CONSTRAINTS", "DIRECT_IO", "REJECT_EMPTY_ALGORITHMS", "ENABLE_TACTIC_HEURISTIC", "SAFETY_SCOPE", "DEBUG",
		"STRICT_NANS", "EDITABLE_TIMING_CACHE", "DISABLE_COMPILATION_CACHE", "DISTRIBUTIVE_INDEPENDENCE"} {
		list = append(list, attempt{flag, one, with(func(s *trt.Settings) { s.Flags = append(s.Flags, flag) }), ""})
	}
	return list
}

// TestHardwareSettings builds with every setting that a TensorRT has on this machine, and prints a table.
func TestHardwareSettings(t *testing.T) {
	options, model := hardware(t)
	client := begin(t, options)
	hello := client.Hello()
	t.Logf("%s %s, headers %s", hello.Family, hello.Library, hello.Headers)
	var plain []byte
	for _, a := range attempts(hello.Family) {
		var plan bytes.Buffer
		built, err := client.Build(t.Context(), worker.Request{Model: model(a.model), Settings: a.settings, NoScan: true, To: []io.Writer{&plan}})
		same := ""
		if a.name == "plain" {
			plain = plan.Bytes()
		} else if a.model == one && err == nil && bytes.Equal(plan.Bytes(), plain) {
			same = ", the bytes of plain"
		}
		switch unsupported := a.settings.Check(hello.About); {
		case unsupported != nil:
			if !errors.Is(err, trt.ErrUnsupported) || err.Error() != unsupported.Error() {
				t.Errorf("%s: error %v, want %v", a.name, err, unsupported)
			}
			t.Logf("%-36s %v", a.name, err)
		case a.fails == "?" && err != nil:
			oneLine(t, err)
			t.Logf("%-36s %v", a.name, err)
		case a.fails != "" && a.fails != "?":
			if oneLine(t, err); !strings.Contains(err.Error(), a.fails) {
				t.Errorf("%s: error %v, want %q", a.name, err, a.fails)
			}
			t.Logf("%-36s %v", a.name, err)
		case err != nil:
			t.Errorf("%-36s %+v", a.name, err)
		default:
			t.Logf("%-36s %d bytes%s", a.name, built.Size, same)
		}
		if a.name == "Q/DQ and a range" && err == nil && !strings.Contains(fmt.Sprint(built.Log), "so that no dynamic range is set") {
			t.Errorf("%s: the log does not say what became of the range", a.name)
		}
	}
}

// TestHardwareTimingCache makes a timing cache, pins builds with it, and refuses what is none.
func TestHardwareTimingCache(t *testing.T) {
	options, model := hardware(t)
	client := begin(t, options)
	path := filepath.Join(t.TempDir(), "a.cache")
	s := trt.Settings{TimingCache: path}
	if client.Hello().Family == trt.TRT8 {
		s.Flags = []string{"FP16"}
	}
	if err := s.Check(client.Hello().About); err != nil {
		t.Skipf("skipped: %v", err)
	}
	build := func() []byte {
		t.Helper()
		var plan bytes.Buffer
		if _, err := client.Build(t.Context(), worker.Request{Model: model("residual"), Settings: s, NoScan: true, To: []io.Writer{&plan}}); err != nil {
			t.Fatalf("%+v", err)
		}
		return plan.Bytes()
	}
	first := build()
	cache := content(t, path)
	if len(cache) == 0 {
		t.Fatal("the timing cache is empty")
	}
	for i := range 3 {
		again := build()
		t.Logf("build %d with the cache: %d bytes, %d differ from the first; the cache has %d bytes", i+2, len(again), len(differing(first, again)), len(content(t, path)))
	}
	if got := content(t, path); !bytes.Equal(got, cache) {
		t.Logf("the cache changed: %d bytes, then %d", len(cache), len(got))
	}
	for name, damaged := range map[string][]byte{
		"cut": cache[:len(cache)/2], "garbage": []byte("this is no timing cache"), "empty": {}, "other header": append([]byte("xxxxxxxxxxxxxxxx"), cache[16:]...),
	} {
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := client.Build(t.Context(), worker.Request{Model: model("residual"), Settings: s})
		t.Logf("%s: %v", name, err)
		if name == "empty" {
			if err != nil {
				t.Errorf("%s: %+v", name, err)
			}
			continue
		}
		if err == nil {
			t.Errorf("%s: it was taken for a timing cache", name)
		} else if oneLine(t, err); !bytes.Equal(content(t, path), damaged) {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

// TestHardwareKilled kills workers while they build, and lets a new one build.
func TestHardwareKilled(t *testing.T) {
	options, model := hardware(t)
	for _, n := range []int64{0, 1 << 20} {
		client := begin(t, options)
		target := filepath.Join(t.TempDir(), "a.plan")
		_, err := client.Build(t.Context(), worker.Request{Model: model("huge_weights"), Settings: trt.Settings{}, Target: target, To: []io.Writer{&killer{workerID(t, options.Path), n, t}}})
		checkKilled(t, fmt.Sprintf("after %d bytes", n), target, err)
		client.Close()
	}
	client := begin(t, options)
	if _, err := client.Build(t.Context(), worker.Request{Model: model(one), Settings: attempts(client.Hello().Family)[0].settings}); err != nil {
		t.Errorf("%+v", err)
	}
}
