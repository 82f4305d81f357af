package cli

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
)

// parseBuilder reads a command line of settings.
func parseBuilder(family trt.Family, args ...string) (trt.Settings, error) {
	var b builderFlags
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	b.add(set)
	if err := set.Parse(args); err != nil {
		return trt.Settings{}, err
	}
	return b.resolve(family)
}

func TestBuilderFlags(t *testing.T) {
	plugin := filepath.Join(t.TempDir(), "plugin.so")
	if err := os.WriteFile(plugin, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	shape := func(numbers ...int64) []int64 { return numbers }
	for _, test := range []struct {
		args   string
		family trt.Family
		want   trt.Settings
	}{
		{args: "", want: trt.Settings{}},
		{args: "--fp16 --int8 --noTF32", want: trt.Settings{Flags: []string{"FP16", "INT8"}, NoFlags: []string{"TF32"}}},
		{args: "--best", family: trt.TRT8, want: trt.Settings{Flags: []string{"FP16", "INT8"}}},
		{args: "--best --fp16", family: trt.TRT10, want: trt.Settings{Flags: []string{"FP16", "INT8", "BF16"}}},
		{args: "--stronglyTyped", want: trt.Settings{StronglyTyped: new(true)}},
		{args: "--stripWeights --refit", want: trt.Settings{Flags: []string{"STRIP_PLAN", "REFIT"}}},
		{args: "--stripAllWeights", want: trt.Settings{Flags: []string{"REFIT", "STRIP_PLAN"}}},
		{args: "--weightless --vc --excludeLeanRuntime", want: trt.Settings{Flags: []string{"STRIP_PLAN", "VERSION_COMPATIBLE", "EXCLUDE_LEAN_RUNTIME"}}},
		{args: "--allowWeightStreaming --sparsity enable --restricted --directIO", want: trt.Settings{Flags: []string{"WEIGHT_STREAMING", "DIRECT_IO", "SPARSE_WEIGHTS", "SAFETY_SCOPE"}}},
		{args: "--sparsity=disable", want: trt.Settings{}},
		{args: "--builderOptimizationLevel=5 --tilingOptimizationLevel=2 --l2LimitForTiling 4MiB --maxTactics 7",
			want: trt.Settings{OptimizationLevel: new(5), Tiling: "MODERATE", L2Limit: 4 << 20, MaxTactics: new(7)}},
		{args: "--builderOptimizationLevel 0 --maxAuxStreams 0", want: trt.Settings{OptimizationLevel: new(0), AuxStreams: new(0)}},
		{args: "--tacticSources=-cublas,+CUBLASLT,-JIT_CONVOLUTIONS", want: trt.Settings{TacticSources: &[]string{"-CUBLAS", "+CUBLAS_LT", "-JIT_CONVOLUTIONS"}}},
		{args: "--tacticSources=CUDNN", want: trt.Settings{TacticSources: &[]string{"CUDNN"}}},
		{args: "--tacticSources none", want: trt.Settings{TacticSources: &[]string{}}},
		{args: "--memPoolSize workspace:1024", want: trt.Settings{Workspace: 1 << 30}},
		{args: "--memPoolSize=workspace:0.25M", want: trt.Settings{Workspace: 256 << 10}},
		{args: "--memPoolSize=workspace:2GiB", want: trt.Settings{Workspace: 2 << 30}},
		{args: "--profilingVerbosity=detailed --hardwareCompatibilityLevel ampere+ --runtimePlatform=windowsAMD64",
			want: trt.Settings{Verbosity: "DETAILED", HardwareCompatibility: "AMPERE_PLUS", Platform: "WINDOWS_AMD64"}},
		{args: "--hardwareCompatibilityLevel SAME_COMPUTE_CAPABILITY", want: trt.Settings{HardwareCompatibility: "SAME_COMPUTE_CAPABILITY"}},
		{args: "--computeCapabilities 7.5,SM89,sm_120,12.1,89,current", want: trt.Settings{Capabilities: []string{"SM75", "SM89", "SM120", "SM121", "CURRENT"}}},
		{args: "--useDLACore 1 --allowGPUFallback", want: trt.Settings{DLACore: new(1), Flags: []string{"GPU_FALLBACK"}}},
		{args: "--useDLACore 0 --buildDLAStandalone", want: trt.Settings{DLACore: new(0), EngineCapability: "DLA_STANDALONE"}},
		{args: "--setPluginsToSerialize " + plugin + " --dynamicPlugins " + plugin, want: trt.Settings{Plugins: []string{plugin, plugin}}},
		{args: "--timingCacheFile t.cache --noCompilationCache --errorOnTimingCacheMiss",
			want: trt.Settings{TimingCache: "t.cache", Flags: []string{"DISABLE_COMPILATION_CACHE", "ERROR_ON_TIMING_CACHE_MISS"}}},
		{args: "--flag kREFIT_INDIVIDUAL --flag strict-nans --no-flag tf32 --noTF32", want: trt.Settings{Flags: []string{"REFIT_INDIVIDUAL", "STRICT_NANS"}, NoFlags: []string{"TF32"}}},
		{args: "--preview +aliasedPluginIO1003 --preview RUNTIME_ACTIVATION_RESIZE_10_10",
			want: trt.Settings{PreviewFeatures: []string{"ALIASED_PLUGIN_IO_10_03", "RUNTIME_ACTIVATION_RESIZE_10_10"}}},
		{args: "--route -fuse=off --route n=a=b", want: trt.Settings{Routes: []trt.Route{{Name: "-fuse", Value: "off"}, {Name: "n", Value: "a=b"}}}},
		{args: "--setting int8_range=2.5 --int8 --setting engine_capability=SAFETY --setting strongly_typed=false --setting dla_core=2",
			want: trt.Settings{Int8Range: 2.5, Flags: []string{"INT8"}, EngineCapability: "SAFETY", StronglyTyped: new(false), DLACore: new(2)}},
		{args: `--setting ignore_timing_cache_mismatch=true --setting plugins=[] --setting flags=["REFIT"]`,
			want: trt.Settings{IgnoreTimingCacheMismatch: true, Plugins: []string{}, Flags: []string{"REFIT"}}},
		{args: "--minShapes=x:1x3x8x8,y:1x10 --optShapes=y:4x10,x:4x3x8x8 --maxShapes=x:8x3x8x8,y:8x10", want: trt.Settings{Profiles: []trt.Profile{
			{Input: "x", Min: shape(1, 3, 8, 8), Opt: shape(4, 3, 8, 8), Max: shape(8, 3, 8, 8)}, {Input: "y", Min: shape(1, 10), Opt: shape(4, 10), Max: shape(8, 10)}}}},
		{args: "--optShapes a:b:0:2x3", want: trt.Settings{Profiles: []trt.Profile{{Input: "a:b:0", Min: shape(2, 3), Opt: shape(2, 3), Max: shape(2, 3)}}}},
		{args: "--optShapes 'a,b':2x3", want: trt.Settings{Profiles: []trt.Profile{{Input: "a,b", Min: shape(2, 3), Opt: shape(2, 3), Max: shape(2, 3)}}}},
		{args: "--minShapes x:1 --maxShapes x:4", want: trt.Settings{Profiles: []trt.Profile{{Input: "x", Min: shape(1), Opt: shape(4), Max: shape(4)}}}},
		{args: "--profile 0 --optShapes x:1 --profile=1 --optShapes x:2 --maxShapes x:3", want: trt.Settings{Profiles: []trt.Profile{
			{Input: "x", Min: shape(1), Opt: shape(1), Max: shape(1)}, {Index: 1, Input: "x", Min: shape(2), Opt: shape(2), Max: shape(3)}}}},
		{args: "--optValues n:-1x3", want: trt.Settings{Profiles: []trt.Profile{{Input: "n", Min: shape(-1, 3), Opt: shape(-1, 3), Max: shape(-1, 3), Values: true}}}},
	} {
		got, err := parseBuilder(test.family, strings.Fields(test.args)...)
		if difference := cmp.Diff(test.want, got); err != nil || difference != "" {
			t.Errorf("%s: %v\n%s", test.args, err, difference)
		}
	}
}

func TestBadBuilderFlags(t *testing.T) {
	for args, want := range map[string]string{
		"--builderOptimizationLevel 6":         "--builderOptimizationLevel\" flag: it is a whole number from 0 to 5",
		"--tilingOptimizationLevel 4":          "--tilingOptimizationLevel\" flag: it is one of 0, 1, 2, 3",
		"--l2LimitForTiling -1":                "negative",
		"--tacticSources FOO":                  "\"FOO\" is no source",
		"--tacticSources +CUDNN,CUBLAS":        "either all sources have a + or - before them, or none has",
		"--tacticSources=--CUDNN":              "is no source",
		"--tacticSources=":                     "is no source",
		"--memPoolSize dlaSRAM:1":              "the pool \"dlaSRAM\" cannot be limited",
		"--memPoolSize 1024":                   "it is workspace:SIZE",
		"--memPoolSize workspace:x":            "not a size",
		"--memPoolSize workspace:0":            "0 bytes is none",
		"--profilingVerbosity loud":            "it is one of layer_names_only, detailed, none",
		"--hardwareCompatibilityLevel hopper":  "it is one of none, ampere+, sameComputeCapability",
		"--runtimePlatform linux":              "it is one of SameAsBuild, WindowsAMD64",
		"--computeCapabilities 8.9,x":          "\"x\" is no compute capability",
		"--useDLACore -1":                      "a whole number from 0",
		"--sparsity force":                     "it is one of disable, enable",
		"--flag FP17":                          "no TensorRT has a flag of this name",
		"--preview magic":                      "no TensorRT has a preview feature of this name",
		"--route fuse":                         "it is NAME=VALUE",
		"--setting int8_range":                 "--setting int8_range: it is KEY=VALUE",
		"--setting int9=1":                     "there is no setting \"int9\" (there are optimization_level, ",
		"--setting dla_core=many":              "--setting dla_core=many: the value does not fit the setting",
		"--setting workspace=-5":               "the settings of the build: workspace is -5 bytes",
		"--setting optimization_level=9":       "the settings of the build: optimization_level is 9; it is from 0 to 5",
		"--setting aux_streams=-1":             "the settings of the build: aux_streams is -1",
		"--setting int8_range=-1 --int8":       "the settings of the build: int8_range is -1",
		"--setting verbosity=LOUD":             "the settings of the build: verbosity: no TensorRT knows \"LOUD\"; there are DETAILED, ",
		"--setting flags=[\"FP17\"]":           "the settings of the build: flags or no_flags: no TensorRT knows \"FP17\"",
		"--setting routes=[{\"name\":\"a=\"}]": "the settings of the build: build route \"a=\"",
		"--setting profiles=[{\"input\":\"x\",\"min\":[2],\"opt\":[1],\"max\":[3]}]": "the settings of the build: profile of x: not in order",
		"--computeCapabilities 1.0": "\"1.0\" is no compute capability that TensorRT-RTX builds for; there are 7.5, 8.0, ",
		"--flag TF32 --noTF32":      "the builder's flag TF32 is set and cleared",
		"--stronglyTyped --best":    "--stronglyTyped keeps to the model's types",
		"--stronglyTyped --bf16":    "--stronglyTyped keeps to the model's types",
		"--fp8 --int8":              "--fp8 and --int8 exclude each other",
		"--excludeLeanRuntime":      "--excludeLeanRuntime is of a --versionCompatible plan alone",
		"--setting int8_range=2":    "int8_range is for --int8 alone",
		"--allowGPUFallback":        "--allowGPUFallback needs --useDLACore",
		"--useDLACore 0 --buildDLAStandalone --allowGPUFallback": "--buildDLAStandalone and --allowGPUFallback exclude",
		"--timingCacheFile t --noBuilderCache":                   "--timingCacheFile and --noBuilderCache exclude",
		"--setPluginsToSerialize /nowhere/x.so":                  "--setPluginsToSerialize /nowhere/x.so: no such file",
		"--setPluginsToSerialize /":                              "--setPluginsToSerialize /: it is no file",
		"--optShapes x":                                          "\"x\" is not NAME:1x3x8x8",
		"--optShapes x:1xa":                                      "\"x:1xa\" is not NAME:1x3x8x8",
		"--optShapes :1":                                         "is not NAME:1x3x8x8",
		"--optShapes x:1,x:2":                                    "input x has two shapes",
		"--optShapes x:1 --optShapes y:2":                        "a second time for profile 0",
		"--optShapes x:-1":                                       "--minShapes: input x has a negative dimension",
		"--minShapes x:1 --optShapes y:1":                        "--optShapes: input x is missing, and other flags name it",
		"--minShapes x:1x2 --optShapes x:1":                      "--minShapes: input x has 2 numbers, and 1 in --optShapes",
		"--minShapes x:1x5 --optShapes x:2x4":                    "--optShapes: number 2 of input x is 5 at least, 4 at best and 4 at most",
		"--optShapes x:9 --maxShapes x:8":                        "number 1 of input x is 9 at least, 9 at best and 8 at most",
		"--profile 1 --optShapes x:1":                            "--profile: profile 0 has no shapes, and a later one has",
		"--profile 64":                                           "it is a whole number from 0 to 63",
		"--optValues n:1 --minValues n:2":                        "--optValues: number 1 of input n is 2 at least",
	} {
		_, err := parseBuilder(trt.TRT10, strings.Fields(args)...)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", args, err, want)
		}
	}
}

// fill sets everything in a value to something that is not its zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0))
		fill(v.Index(1))
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(2.5)
	default:
		v.SetInt(7)
	}
}

// TestSettingsInResults: every setting of a build is in its result, under the same name.
func TestSettingsInResults(t *testing.T) {
	var settings, back trt.Settings
	var recorded result.BuildSettings
	fill(reflect.ValueOf(&settings).Elem())
	if err := convert(settings, &recorded); err != nil {
		t.Fatal(err)
	}
	if err := convert(recorded, &back); err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(settings, back); difference != "" {
		t.Error(difference)
	}
	if n := reflect.TypeFor[result.BuildSettings]().NumField(); n != reflect.TypeFor[trt.Settings]().NumField() {
		t.Errorf("results have %d settings", n)
	}
}

// FuzzBuilderFlags: whatever a flag is given, it is taken or refused with one line.
func FuzzBuilderFlags(f *testing.F) {
	for _, seed := range []string{"x:1x3x8x8,y:1x10", "'a,b':2x3", "a:b:0:-1", "workspace:2GiB", "+CUDNN,-CUBLAS", "8.9,sm_75", "kFP16", "dla_core=1", "flags=[\"REFIT\"]", "n=a=b", "1", "none", "", "\xff"} {
		f.Add(seed)
	}
	names := []string{"optShapes", "minValues", "memPoolSize", "tacticSources", "computeCapabilities", "flag", "setting", "route", "builderOptimizationLevel", "preview", "profile"}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range names {
			s, err := parseBuilder(trt.TRT10, "--"+name+"="+text)
			if err != nil {
				continue
			}
			var recorded result.BuildSettings
			if err := convert(s, &recorded); err != nil {
				t.Errorf("--%s=%q: %v", name, text, err)
			}
		}
	})
}
