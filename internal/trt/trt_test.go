package trt

import (
	"errors"
	"fmt"
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
	level := 3
	got, err := Settings{OptimizationLevel: &level, Flags: []string{"REFIT"}, NoFlags: []string{"TF32"}, Verbosity: "DETAILED",
		Capabilities: []string{"SM75", "SM120"}, Platform: "WINDOWS_AMD64", Workspace: 1 << 20,
		Profiles: []Profile{{Input: "x;y", Min: []int64{1, 2}, Opt: []int64{3, 4}, Max: []int64{5, 6}}}}.flat()
	want := []setting{{"optimization_level", "3"}, {"flag", "REFIT"}, {"no_flag", "TF32"}, {"verbosity", "DETAILED"},
		{"capabilities", "SM75,SM120"}, {"platform", "WINDOWS_AMD64"}, {"workspace", "1048576"}, {"profile", "1x2;3x4;5x6;x;y"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	for _, bad := range []Settings{{Workspace: -1}, {Flags: []string{"a\x00b"}}, {Profiles: []Profile{{Input: "x"}}},
		{Profiles: []Profile{{Input: "x", Min: []int64{1}, Opt: []int64{1, 2}, Max: []int64{1}}}}, {Profiles: []Profile{{Input: "x", Min: []int64{-1}, Opt: []int64{1}, Max: []int64{1}}}}} {
		if got, err := bad.flat(); err == nil {
			t.Errorf("%+v gives %v", bad, got)
		}
	}
}

func TestUnsupported(t *testing.T) {
	err := unsupported(TRT8, "flag STRIP_PLAN")
	if !errors.Is(err, ErrUnsupported) || !strings.HasSuffix(err.Error(), "it needs TensorRT 10.0") {
		t.Errorf("error %v", err)
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
