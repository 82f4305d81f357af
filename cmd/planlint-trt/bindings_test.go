//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// job is a plan that both sides build.
type job struct {
	Name     string       `json:"name"`
	Model    string       `json:"model"`
	Settings trt.Settings `json:"settings"`
	Times    int          `json:"times"` // that the bindings build it
	// effect is true if the settings must show in the plan's bytes.
	effect bool
}

// models are built with the default settings.
var models = []string{"leaky_relu", "conv_leaky_relu", "upsampling_head", "matmul_gelu", "large_weights", "softmax", "layer_norm",
	"residual", "attention", "concat_resize", "depthwise", "transposed", "single_precision", "quantized"}

// one is the model that each setting is tried with, unless it needs another.
const one = "conv_leaky_relu"

func profile(index int, values bool, input string, min, opt, max []int64) trt.Profile {
	return trt.Profile{Index: index, Values: values, Input: input, Min: min, Opt: opt, Max: max}
}

// settingsJobs are builds of one model, each with one setting or with some that belong together.
func settingsJobs() []job {
	number := func(n int) *int { return &n }
	some := []job{
		{Name: "level0", Settings: trt.Settings{OptimizationLevel: number(0)}},
		{Name: "level5", Settings: trt.Settings{OptimizationLevel: number(5)}},
		{Name: "max_tactics", Settings: trt.Settings{MaxTactics: number(1)}},
		{Name: "tiling", Settings: trt.Settings{Tiling: "FULL", L2Limit: 1 << 20}},
		{Name: "no_sources", Settings: trt.Settings{TacticSources: &[]string{}}},
		{Name: "source", Settings: trt.Settings{TacticSources: &[]string{"JIT_CONVOLUTIONS"}}},
		{Name: "no_tf32", Settings: trt.Settings{NoFlags: []string{"TF32"}}, effect: true},
		{Name: "verbosity_none", Settings: trt.Settings{Verbosity: "NONE"}, effect: true},
		{Name: "verbosity_names", Settings: trt.Settings{Verbosity: "LAYER_NAMES_ONLY"}},
		{Name: "verbosity_detailed", Settings: trt.Settings{Verbosity: "DETAILED"}, effect: true},
		{Name: "standard", Settings: trt.Settings{EngineCapability: "STANDARD"}},
		{Name: "same_platform", Settings: trt.Settings{Platform: "SAME_AS_BUILD"}},
		{Name: "aux_streams", Settings: trt.Settings{AuxStreams: number(3)}},
		{Name: "workspace", Settings: trt.Settings{Workspace: 64 << 20}},
		{Name: "previews", Settings: trt.Settings{PreviewFeatures: []string{"ALIASED_PLUGIN_IO_10_03", "RUNTIME_ACTIVATION_RESIZE_10_10"}}},
		{Name: "capability", Settings: trt.Settings{Capabilities: []string{"SM75"}}, effect: true},
		{Name: "capabilities", Settings: trt.Settings{Capabilities: []string{"SM80", "SM120"}}, effect: true},
		{Name: "together", Settings: trt.Settings{Flags: []string{"WEIGHT_STREAMING"}, NoFlags: []string{"TF32"}, Verbosity: "DETAILED",
			Capabilities: []string{"SM86"}}, effect: true},
		{Name: "streamed", Model: "large_weights", Settings: trt.Settings{Flags: []string{"WEIGHT_STREAMING"}}, effect: true},
		{Name: "profile", Model: "dynamic_conv", Settings: trt.Settings{Profiles: []trt.Profile{
			profile(0, false, "x", []int64{1, 16, 8, 8}, []int64{2, 16, 64, 64}, []int64{4, 16, 128, 128})}}},
		{Name: "two_profiles", Model: "dynamic_conv", Settings: trt.Settings{Profiles: []trt.Profile{
			profile(1, false, "x", []int64{1, 16, 8, 8}, []int64{1, 16, 16, 16}, []int64{1, 16, 32, 32}),
			profile(0, false, "x", []int64{2, 16, 8, 8}, []int64{2, 16, 64, 64}, []int64{4, 16, 128, 128})}}},
		{Name: "values", Model: "reshaped", Settings: trt.Settings{Profiles: []trt.Profile{
			profile(0, true, "shape", []int64{1, 1}, []int64{32, 64}, []int64{2048, 2048})}}},
	}
	for _, flag := range []string{"DEBUG", "GPU_FALLBACK", "DISABLE_TIMING_CACHE", "EDITABLE_TIMING_CACHE", "SPARSE_WEIGHTS", "SAFETY_SCOPE",
		"DIRECT_IO", "ERROR_ON_TIMING_CACHE_MISS", "DISABLE_COMPILATION_CACHE", "STRICT_NANS", "MONITOR_MEMORY", "DISTRIBUTIVE_INDEPENDENCE"} {
		some = append(some, job{Name: flag, Settings: trt.Settings{Flags: []string{flag}}})
	}
	for _, flag := range []string{"WEIGHT_STREAMING", "REFIT_INDIVIDUAL", "REQUIRE_USER_ALLOCATION"} {
		some = append(some, job{Name: flag, Settings: trt.Settings{Flags: []string{flag}}, effect: true})
	}
	// No plan comes of these without a GPU, from either side.
	for _, flag := range []string{"REFIT", "STRIP_PLAN", "REFIT_IDENTICAL", "VERSION_COMPATIBLE", "EXCLUDE_LEAN_RUNTIME"} {
		some = append(some, job{Name: flag, Settings: trt.Settings{Flags: []string{flag}}})
	}
	return append(some,
		job{Name: "compatible", Settings: trt.Settings{Flags: []string{"EXCLUDE_LEAN_RUNTIME", "VERSION_COMPATIBLE"}}},
		job{Name: "safety", Settings: trt.Settings{EngineCapability: "SAFETY"}},
		job{Name: "level6", Settings: trt.Settings{OptimizationLevel: number(6)}},
		job{Name: "level-1", Settings: trt.Settings{OptimizationLevel: number(-1)}},
		job{Name: "tiny_workspace", Settings: trt.Settings{Workspace: 1 << 10}},
		job{Name: "no_profile", Model: "dynamic_conv"})
}

// jobs are all builds of a version. Settings are tried with the oldest and the newest one: half of the time.
func jobs(version string) []job {
	var list []job
	for _, model := range models {
		list = append(list, job{Name: "model_" + model, Model: model, Times: 2})
	}
	if version != newest() && version != slices.Min(rtx.Versions()) {
		return list
	}
	for _, j := range settingsJobs() {
		if j.Model == "" {
			j.Model = one
		}
		j.Times = 1
		list = append(list, j)
	}
	if version == newest() { // they came with 1.6
		list = append(list, job{Name: "routes", Model: "attention", Times: 1, Settings: trt.Settings{Routes: []trt.Route{
			{Name: "-conv_use_long_w", Value: "off"}}}})
	}
	return list
}

// answered is what the bindings say of a job.
type answered struct {
	Name  string `json:"name"`
	Same  bool   `json:"same"`
	Error string `json:"error"`
}

// askBindings builds all jobs with a version's bindings, into a folder.
func askBindings(t *testing.T, version, folder string, list []job) []answered {
	t.Helper()
	python, site := rtx.Python(t, version)
	input, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-B", filepath.Join("testdata", "bindings.py"), site, folder, filepath.Join("..", "..", "fixtures", "rtx"))
	var output, failure bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &output, &failure
	if err := cmd.Run(); err != nil {
		t.Fatalf("the bindings of %s: %v\n%s", version, err, &failure)
	}
	var answers []answered
	if err := json.Unmarshal(output.Bytes(), &answers); err != nil || len(answers) != len(list) {
		t.Fatalf("the bindings of %s gave %d answers for %d jobs: %v", version, len(answers), len(list), err)
	}
	return answers
}

// TestSettingsAsBindings builds models, and one model with each setting, and compares the bytes with those that
// the bindings make. What the bindings refuse or fail to build, the worker does too.
func TestSettingsAsBindings(t *testing.T) {
	versions := rtx.Versions()
	if brief() {
		versions = []string{newest()}
	}
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			client := start(t, version)
			folder, list := t.TempDir(), jobs(version)
			answers := askBindings(t, version, folder, list)
			plain := content(t, filepath.Join(folder, "model_"+one+".plan"))
			for i, j := range list {
				path := filepath.Join(folder, j.Name)
				_, err := client.Build(t.Context(), worker.Request{Model: filepath.Join(folder, j.Model+".onnx"), Settings: j.Settings, Target: path})
				want := answers[i]
				if err != nil || want.Error != "" {
					if err == nil || want.Error == "" || strings.ContainsRune(err.Error(), '\n') {
						t.Errorf("%s: error %v, the bindings': %s", j.Name, err, want.Error)
					}
					t.Logf("%s: %v", j.Name, err)
					continue
				}
				got, theirs := content(t, path), content(t, path+".plan")
				if !want.Same {
					t.Errorf("%s: the bindings built it twice and the plans differ", j.Name)
				}
				if d := differing(got, theirs); len(got) != len(theirs) || len(d) > 0 {
					t.Errorf("%s: %d bytes, the bindings' %d; %d differ: %v", j.Name, len(got), len(theirs), len(d), d[:min(len(d), 20)])
				}
				if j.effect && bytes.Equal(got, plain) {
					t.Errorf("%s: the settings do not show in the plan", j.Name)
				}
			}
		})
	}
}
