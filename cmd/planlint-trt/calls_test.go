//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/testutil"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// call is a setting and the lines of the journal that it must give.
type call struct {
	settings trt.Settings
	want     []string
}

// calls are what a family is told. The numbers are those of its enumerations.
func calls(tag string) []call {
	number, yes, no := func(n int) *int { return &n }, true, false
	some := []call{
		{trt.Settings{OptimizationLevel: number(4)}, []string{"BuilderOptimizationLevel 4"}},
		{trt.Settings{Verbosity: "DETAILED"}, []string{"ProfilingVerbosity 2"}},
		{trt.Settings{EngineCapability: "DLA_STANDALONE"}, []string{"EngineCapability 2"}},
		{trt.Settings{DLACore: number(1), Flags: []string{"GPU_FALLBACK"}}, []string{"Flag 3 1", "DefaultDeviceType 1", "DLACore 1"}},
		{trt.Settings{AuxStreams: number(0)}, []string{"MaxAuxStreams 0"}},
		{trt.Settings{Workspace: 5 << 30}, []string{"MemoryPoolLimit 0 5368709120"}},
		{trt.Settings{TacticSources: &[]string{}}, []string{"TacticSources 0"}},
		{trt.Settings{Profiles: []trt.Profile{profile(1, false, "x", []int64{1, 2}, []int64{3, 4}, []int64{5, 6}),
			profile(0, false, "x", []int64{1}, []int64{2}, []int64{3})}},
			[]string{"profile", "profile", "dimensions x 0: 1 2", "dimensions x 1: 3 4", "dimensions x 2: 5 6", "dimensions x 0: 1", "dimensions x 1: 2"}},
	}
	if tag != "rtx" {
		some = append(some, call{trt.Settings{HardwareCompatibility: "AMPERE_PLUS"}, []string{"HardwareCompatibilityLevel 1"}},
			call{trt.Settings{Plugins: []string{"/dev/null"}}, []string{"load /dev/null"}})
	}
	values := "values64 x 1: -1 7"
	switch tag {
	case "trt8":
		values = "values32 x 1: -1 7"
		some = append(some,
			call{trt.Settings{Flags: []string{"FP16", "INT8"}, Int8Range: 1.5, NoFlags: []string{"TF32"}}, []string{"network 1", "Flag 7 0", "Flag 0 1",
				"Flag 1 1", "range x -1.500000 1.500000", "range conv -1.500000 1.500000", "range y -1.500000 1.500000"}},
			call{trt.Settings{TacticSources: &[]string{"CUBLAS", "JIT_CONVOLUTIONS"}}, []string{"TacticSources 17"}},
			call{trt.Settings{PreviewFeatures: []string{"PROFILE_SHARING_0806"}}, []string{"PreviewFeature 2 1"}},
			call{trt.Settings{Flags: []string{"EXCLUDE_LEAN_RUNTIME", "VERSION_COMPATIBLE"}, Plugins: []string{"/dev/null"}},
				[]string{"load /dev/null", "Flag 15 1", "Flag 16 1", "serialize /dev/null"}})
	case "trt10":
		some = append(some, call{trt.Settings{}, []string{"network 2"}}, call{trt.Settings{StronglyTyped: &no}, []string{"network 1"}},
			call{trt.Settings{Flags: []string{"BF16"}}, []string{"network 1", "Flag 17 1"}},
			call{trt.Settings{Flags: []string{"INT8"}, Int8Range: 2, StronglyTyped: &yes}, []string{"network 2", "range y -2.000000 2.000000"}})
	case "trt11":
		some = append(some, call{trt.Settings{StronglyTyped: &yes}, []string{"network 1"}},
			call{trt.Settings{Routes: []trt.Route{{Name: "-a", Value: "1"}, {Name: "-b:c", Value: "off"}}}, []string{"BuildRoute -a=1 -b:c=off"}})
	case "rtx":
		some = append(some, call{trt.Settings{}, []string{"network 1"}})
	}
	if tag != "trt8" {
		some = append(some, call{trt.Settings{Tiling: "MODERATE", L2Limit: 4096, MaxTactics: number(9)},
			[]string{"MaxNbTactics 9", "TilingOptimizationLevel 2", "L2LimitForTiling 4096", "to stream"}},
			call{trt.Settings{Flags: []string{"REFIT_IDENTICAL", "STRIP_PLAN"}}, nil})
	} else {
		some = append(some, call{trt.Settings{}, []string{"from memory"}})
	}
	return append(some, call{trt.Settings{Profiles: []trt.Profile{profile(0, true, "x", []int64{-1, 6}, []int64{-1, 7}, []int64{-1, 8})}}, []string{values}})
}

// TestCalls checks how every family there are headers for is told of settings, and that none believes a setter
// that does nothing.
func TestCalls(t *testing.T) {
	tested := map[string]bool{}
	for _, h := range slices.Backward(testutil.AllHeaders(t)) { // the newest of each family
		if tested[h.Tag] {
			continue
		}
		tested[h.Tag] = true
		t.Run(h.Tag+" "+h.Version, func(t *testing.T) {
			client := begin(t, fakeCore(t, h, ""))
			for _, c := range calls(h.Tag) {
				got, err := called(t, client, "model", c.settings)
				if err != nil || !inOrder(got, c.want) {
					t.Errorf("%+v: called %q, want %q; %v", c.settings, got, c.want, err)
				}
			}
			if h.Tag == "trt8" {
				got, err := called(t, client, "quantize", trt.Settings{Flags: []string{"INT8"}, Int8Range: 1})
				if err != nil || strings.Contains(fmt.Sprint(got), "range") {
					t.Errorf("a model with Q/DQ: called %q, %v", got, err)
				}
			}
			deaf, two := begin(t, fakeCore(t, h, "set:nothing")), 2
			for name, s := range map[string]trt.Settings{
				"optimization level": {OptimizationLevel: &two}, "flag": {Flags: []string{"REFIT"}}, "verbosity": {Verbosity: "DETAILED"},
				"clearing of flag": {NoFlags: []string{"TF32"}}, "workspace": {Workspace: 1}, "tactic sources": {TacticSources: &[]string{"JIT_CONVOLUTIONS"}},
				"engine capability": {EngineCapability: "SAFETY"}, "DLA core": {DLACore: new(int)}, "number of auxiliary streams": {AuxStreams: &two},
			} {
				if _, err := called(t, deaf, "model", s); err == nil || !strings.Contains(err.Error(), "TensorRT refused the "+name) {
					t.Errorf("%s: error %v", name, err)
				}
			}
		})
	}
}

// inOrder is true if a list has some lines, in their order, among others.
func inOrder(list, lines []string) bool {
	for _, line := range list {
		if len(lines) > 0 && line == lines[0] {
			lines = lines[1:]
		}
	}
	return len(lines) == 0
}

// TestTimingCache goes through the shim with a fake that, like the real one, makes an empty cache of what it cannot
// read and only logs it.
func TestTimingCache(t *testing.T) {
	client := begin(t, fakeCore(t, headersOf(t, "trt11"), ""))
	path := filepath.Join(t.TempDir(), "a.cache")
	for _, test := range []struct {
		before string // empty: no file
		ignore bool
		want   string // the file, or the error
	}{
		{"", false, "CACHE+"}, {"CACHE", false, "CACHE+"}, {"CACHE+", false, "CACHE++"}, {"CACHE of other GPU", true, "CACHE of other GPU+"},
		{"CACHE of other GPU", false, "was made on another GPU"}, {"garbage", true, "is damaged or of another TensorRT"},
	} {
		if test.before != "" {
			if err := os.WriteFile(path, []byte(test.before), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_, err := called(t, client, "model", trt.Settings{TimingCache: path, IgnoreTimingCacheMismatch: test.ignore})
		got := string(content(t, path))
		if err != nil {
			oneLine(t, err)
			if got != test.before || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%+v: the cache is %q, error %v", test, got, err)
			}
		} else if got != test.want {
			t.Errorf("%+v: the cache is %q", test, got)
		}
	}
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() != 0 { // who may read everything
		if _, err := called(t, client, "model", trt.Settings{TimingCache: path}); err == nil || !strings.Contains(err.Error(), "cannot be read") {
			t.Errorf("error %v", err)
		}
	}
}

// TestPlugins loads a library that is there and one that is not.
func TestPlugins(t *testing.T) {
	client := begin(t, fakeCore(t, headersOf(t, "trt11"), ""))
	built, err := client.Build(t.Context(), worker.Request{Model: fakeModel(t, "model")})
	if err != nil || !slices.ContainsFunc(built.Log, func(r trt.Record) bool { return r.Text == "TensorRT's own plugins" }) {
		t.Errorf("TensorRT's own plugins were not registered: %+v, %v", built.Log, err)
	}
	_, err = called(t, client, "model", trt.Settings{Plugins: []string{"/dev/null", "/nowhere/plugin.so"}})
	if oneLine(t, err); !strings.Contains(err.Error(), "the plugin library /nowhere/plugin.so could not be loaded") {
		t.Errorf("error %v", err)
	}
}

// TestRoutes asks for build routes.
func TestRoutes(t *testing.T) {
	got, err := begin(t, fakeCore(t, headersOf(t, "trt11"), "")).Routes(t.Context())
	if err != nil || string(got) != `{"tuner_options":[]}` {
		t.Errorf("routes %s, %v", got, err)
	}
}

// TestOldLibrary drives a library that is older than the headers: nothing that came later is called.
func TestOldLibrary(t *testing.T) {
	options := fakeCore(t, headersOf(t, "trt10"), "")
	options.Env = append(options.Env, "PLANLINT_FAKE_VERSION=100001")
	client := begin(t, options)
	if got := client.Hello().Library; got != "10.0.1" {
		t.Fatalf("the library says it is %s", got)
	}
	values := trt.Settings{Profiles: []trt.Profile{profile(0, true, "x", []int64{1}, []int64{2}, []int64{3})}}
	if got, err := called(t, client, "model", values); err != nil || !inOrder(got, []string{"values32 x 0: 1", "from memory"}) {
		t.Errorf("called %q, %v", got, err)
	}
	values.Profiles[0].Max[0] = 1 << 32
	if _, err := called(t, client, "model", values); err == nil || !strings.Contains(err.Error(), "4294967296 is too large") {
		t.Errorf("error %v", err)
	}
	_, err := called(t, client, "model", trt.Settings{Tiling: "FAST"})
	if !errors.Is(err, trt.ErrUnsupported) || !strings.HasSuffix(err.Error(), "it needs TensorRT 10.8") {
		t.Errorf("error %v", err)
	}
}
