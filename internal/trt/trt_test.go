package trt

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestBuildErrorFormats(t *testing.T) {
	cause := errors.New("TensorRT gave\nno plan")
	err := fmt.Errorf("a.onnx: %w", &BuildError{Cause: cause, Omitted: 3, Log: []Record{
		{SeverityError, "no GPU"}, {SeverityError, "no kernel\nfor it"}, {SeverityInfo, "bye"}}})
	if got, want := fmt.Sprintf("%v", err), "a.onnx: the build failed: TensorRT gave no plan: no kernel for it"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var failed *BuildError
	if !errors.As(err, &failed) || !errors.Is(err, cause) || failed.ExitCode() != 4 {
		t.Fatalf("%#v", err)
	}
	whole := fmt.Sprintf("%+v", failed)
	for _, part := range []string{"no plan: no kernel for it\n(3 lines", "\nerror: no GPU\n", "\ninfo: bye"} {
		if !strings.Contains(whole, part) {
			t.Errorf("%q lacks %q", whole, part)
		}
	}
}

func TestTellingError(t *testing.T) {
	driver := Record{SeverityError, "Error Code 1: Cuda Runtime (cudaError 35: CUDA driver version is insufficient for CUDA runtime version)"}
	for want, log := range map[string][]Record{
		"no kernel":  {driver, {SeverityError, "no kernel"}, driver, {SeverityWarning, "bye"}},
		"Cuda":       {driver, {SeverityInfo, "bye"}},
		"internal":   {{SeverityInternalError, "internal"}},
		"no plan":    nil,
		"no profile": {{SeverityError, "no profile"}, driver},
	} {
		if got := (&BuildError{Cause: errors.New("no plan"), Log: log}).Error(); !strings.Contains(got, want) || want != "Cuda" && strings.Contains(got, "driver") {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestTelling prefers errors to complaints about a missing GPU, as TensorRT-RTX 1.7 logs them.
func TestTelling(t *testing.T) {
	missing := Record{SeverityError, "[checkMacros.cpp::catchCudaError::250] Error Code 1: Cuda Runtime (In catchCudaError at checkMacros.cpp:250)"}
	usage := Record{SeverityError, "IBuilderConfig::setFlag: Error Code 3: API Usage Error"}
	for _, test := range []struct {
		log  []Record
		want string
	}{
		{[]Record{missing, usage, missing, {SeverityWarning, "late"}}, usage.Text}, {[]Record{missing}, missing.Text},
		{[]Record{{SeverityInfo, "all well"}}, ""}, {nil, ""},
	} {
		if got := telling(test.log, SeverityError); got != test.want {
			t.Errorf("%v: %q, want %q", test.log, got, test.want)
		}
	}
}

// TestTellingWarning explains what 8.6.1 does where there is no GPU.
func TestTellingWarning(t *testing.T) {
	log := []Record{{SeverityWarning, "Unable to determine GPU memory usage"}, {SeverityWarning, "CUDA initialization failure with error: 35"}, {SeverityInfo, "bye"}}
	for cause, want := range map[string]string{
		"TensorRT made no builder": "the build failed: TensorRT made no builder: CUDA initialization failure with error: 35",
		"the model is empty":       "the build failed: the model is empty",
	} {
		if got := (&BuildError{Cause: errors.New(cause), Log: log}).Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\tb\r\n": "a b", "\x1b[31mred": "[31mred", "": "", "ä b": "ä b",
		strings.Repeat("x", 999) + "ää": strings.Repeat("x", 999) + "...",
	} {
		if got := OneLine(text); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestVersions(t *testing.T) {
	for number, want := range map[int]string{10701: "1.7.1", 8601: "8.6.1", 110201: "11.2.1", 101501: "10.15.1"} {
		if got := VersionText(number); got != want {
			t.Errorf("%d is %s, want %s", number, got, want)
		}
	}
	for _, test := range []struct {
		family           Family
		headers, library int
		want             bool
	}{
		{RTX, 10701, 10700, true}, {RTX, 10701, 10400, false}, {RTX, 10701, 110401, false},
		{TRT11, 110400, 110201, true}, {TRT11, 110400, 101501, false}, {TRT11, 110400, 8601, false},
		{TRT8, 8601, 8503, true}, {TRT8, 8601, 7200, false}, {TRT8, 8601, 10701, false},
	} {
		if got := compatible(test.family, test.headers, test.library); got != test.want {
			t.Errorf("%s: headers %d, library %d: %v", test.family, test.headers, test.library, got)
		}
	}
}

func TestSettings(t *testing.T) {
	number := func(n int) *int { return &n }
	weak := false
	got, err := Settings{OptimizationLevel: number(3), MaxTactics: number(2), Tiling: "FAST", L2Limit: 7, TacticSources: &[]string{"CUBLAS", "CUDNN"},
		Flags: []string{"REFIT", "INT8"}, NoFlags: []string{"TF32"}, PreviewFeatures: []string{"P"}, StronglyTyped: &weak, Int8Range: 2.5,
		Verbosity: "DETAILED", Capabilities: []string{"SM75", "SM120"}, HardwareCompatibility: "NONE", EngineCapability: "SAFETY",
		Platform: "WINDOWS_AMD64", DLACore: number(0), AuxStreams: number(1), Workspace: 1 << 20, Plugins: []string{"/a", "/b"},
		TimingCache: "/c", IgnoreTimingCacheMismatch: true, Routes: []Route{{"-a", "1"}, {"-b:c", "off"}},
		Profiles: []Profile{{Input: "x;y", Min: []int64{1, 2}, Opt: []int64{3, 4}, Max: []int64{5, 6}},
			{Index: 1, Input: "v", Values: true, Min: []int64{-1}, Opt: []int64{3}, Max: []int64{1 << 40}}}}.flat()
	want := []setting{{"optimization_level", "3"}, {"max_tactics", "2"}, {"tiling", "FAST"}, {"l2_limit", "7"}, {"workspace", "1048576"},
		{"tactic_sources", "CUBLAS,CUDNN"}, {"flag", "REFIT"}, {"flag", "INT8"}, {"no_flag", "TF32"}, {"preview_feature", "P"},
		{"strongly_typed", "false"}, {"int8_range", "2.5"}, {"verbosity", "DETAILED"}, {"capabilities", "SM75,SM120"},
		{"hardware_compatibility", "NONE"}, {"engine_capability", "SAFETY"}, {"platform", "WINDOWS_AMD64"}, {"dla_core", "0"},
		{"aux_streams", "1"}, {"plugin", "/a"}, {"plugin", "/b"}, {"timing_cache", "/c"}, {"ignore_timing_cache_mismatch", "true"},
		{"route", "-a=1"}, {"route", "-b:c=off"}, {"profile", "0;shape;1,2;3,4;5,6;x;y"}, {"profile", "1;values;-1;3;1099511627776;v"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if got, err := (Settings{}).flat(); err != nil || len(got) != 0 {
		t.Errorf("no settings are %v, %v", got, err)
	}
	if got, err := (Settings{TacticSources: &[]string{}}).flat(); err != nil || !reflect.DeepEqual(got, []setting{{"tactic_sources", ""}}) {
		t.Errorf("no tactic sources are %v, %v", got, err)
	}
}

func TestBadSettings(t *testing.T) {
	shape := func(index int, input string, min, opt, max []int64) Settings {
		return Settings{Profiles: []Profile{{Index: index, Input: input, Min: min, Opt: opt, Max: max}}}
	}
	one, two := []int64{1}, []int64{2}
	x := shape(0, "x", one, one, one).Profiles[0]
	for want, bad := range map[string]Settings{
		"workspace is -1 bytes":                      {Workspace: -1},
		"l2_limit is -1 bytes":                       {L2Limit: -1},
		"optimization_level is 6; it is from 0 to 5": {OptimizationLevel: new(6)},
		"max_tactics is -1":                          {MaxTactics: new(-1)},
		"dla_core is 16":                             {DLACore: new(16)},
		"aux_streams is 65":                          {AuxStreams: new(65)},
		"setting flag has a zero byte":               {Flags: []string{"a\x00b"}},
		"int8_range is +Inf; it is from 0 to 3.4":    {Int8Range: math.Inf(1), Flags: []string{"INT8"}},
		"int8_range is -2":                           {Int8Range: -2, Flags: []string{"INT8"}},
		"int8_range without flag INT8":               {Int8Range: 1},
		"timing_cache with flag DISABLE":             {TimingCache: "c", Flags: []string{"DISABLE_TIMING_CACHE"}},
		"flag TF32 is set and cleared":               {Flags: []string{"TF32"}, NoFlags: []string{"TF32"}},
		`build route "-a b"="c"`:                     {Routes: []Route{{"-a b", "c"}}},
		`build route ""="c"`:                         {Routes: []Route{{"", "c"}}},
		"a profile without an input":                 shape(0, "", one, one, one),
		"profile of x: shape [], [], []":             shape(0, "x", nil, nil, nil),
		"profile of x: shape [1], [1 2], [1]":        shape(0, "x", one, []int64{1, 2}, one),
		"profile of x: shape [-1], [1], [1]":         shape(0, "x", []int64{-1}, one, one),
		"profile of x: not in order: [1], [2], [1]":  shape(0, "x", one, two, one),
		"profile 64 of x: the index is not":          shape(64, "x", one, one, one),
		"profile 0 is missing: there are 1":          shape(1, "x", one, one, one),
		"profile 0 has input x twice":                {Profiles: []Profile{x, x}},
	} {
		if got, err := bad.flat(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v gives %v, %v, want %q", bad, got, err, want)
		}
	}
}

// TestValidate refuses names that no TensorRT has, which a worker would say of its own TensorRT.
func TestValidate(t *testing.T) {
	for want, bad := range map[string]Settings{
		`tiling: no TensorRT knows "MOST"; there are FAST, FULL, MODERATE, NONE`: {Tiling: "MOST"},
		`tactic_sources: no TensorRT knows "MINE"; there are CUBLAS, `:           {TacticSources: &[]string{"-CUBLAS", "+MINE"}},
		`flags or no_flags: no TensorRT knows "FP17"`:                            {Flags: []string{"FP17"}},
		`flags or no_flags: no TensorRT knows "tf32"`:                            {NoFlags: []string{"tf32"}},
		`preview_features: no TensorRT knows "X"`:                                {PreviewFeatures: []string{"X"}},
		`verbosity: no TensorRT knows "LOUD"; there are DETAILED, `:              {Verbosity: "LOUD"},
		`capabilities: no TensorRT knows "SM1"; there are CURRENT, `:             {Capabilities: []string{"SM1"}},
		`hardware_compatibility: no TensorRT knows "ALL"`:                        {HardwareCompatibility: "ALL"},
		`engine_capability: no TensorRT knows "FAST\n"`:                          {EngineCapability: "FAST\n"},
		`platform: no TensorRT knows "MAC"; there are SAME_AS_BUILD, `:           {Platform: "MAC"},
		"workspace is -5 bytes":                                                  {Workspace: -5},
	} {
		if err := bad.Validate(); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: error %v, want one line with %q", bad, err, want)
		}
	}
	for feature := range support() {
		kind, _, _ := strings.Cut(feature, " ")
		one := Settings{Flags: []string{strings.TrimPrefix(feature, "flag ")}}
		if kind == "flag" && one.Validate() != nil {
			t.Errorf("%s: %v", feature, one.Validate())
		}
	}
	good := Settings{OptimizationLevel: new(0), Tiling: "FULL", TacticSources: &[]string{"-CUBLAS"}, Verbosity: "NONE", Capabilities: []string{"SM75", "CURRENT"},
		HardwareCompatibility: "AMPERE_PLUS", EngineCapability: "SAFETY", Platform: "WINDOWS_AMD64", PreviewFeatures: []string{"PROFILE_SHARING_0806"}}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
}

// TestTypes decides what kind of network TensorRT 10 gets.
func TestTypes(t *testing.T) {
	yes, no := true, false
	for _, test := range []struct {
		settings Settings
		want     bool
	}{
		{Settings{}, true}, {Settings{StronglyTyped: &no}, false}, {Settings{Flags: []string{"REFIT"}}, true},
		{Settings{Flags: []string{"FP16"}}, false}, {Settings{Flags: []string{"FP16"}, StronglyTyped: &yes}, true},
	} {
		if got := test.settings.stronglyTyped(); got != test.want {
			t.Errorf("%+v: strongly typed %v", test.settings, got)
		}
	}
}

// TestTwin holds wherever no shim is compiled in.
func TestTwin(t *testing.T) {
	if Compiled != "" {
		t.Skip("skipped: a shim is compiled in")
	}
	_, err := Open("/")
	var coder interface{ ExitCode() int }
	if !errors.Is(err, ErrUnavailable) || !errors.As(err, &coder) || coder.ExitCode() != 4 {
		t.Errorf("error %v, want ErrUnavailable", err)
	}
}
