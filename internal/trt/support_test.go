package trt

import (
	"errors"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	number, no := 0, false
	for _, test := range []struct {
		family   Family
		version  string // of headers and library
		settings Settings
		want     string // the end of the error; empty: none
	}{
		{TRT8, "8.6.1", Settings{OptimizationLevel: &number, Flags: []string{"FP16"}, TacticSources: &[]string{}}, ""},
		{TRT8, "8.5.3", Settings{OptimizationLevel: &number}, "optimization level is not supported here: it needs TensorRT 8.6"},
		{TRT8, "8.6.1", Settings{Flags: []string{"STRIP_PLAN"}}, "flag STRIP_PLAN is not supported here: it needs TensorRT 10.0"},
		{TRT8, "8.6.1", Settings{Tiling: "FAST"}, "tiling FAST is not supported here: it needs TensorRT 10.8"},
		{TRT8, "8.6.1", Settings{Capabilities: []string{"SM75"}}, "it needs TensorRT-RTX"},
		{TRT10, "10.7.0", Settings{L2Limit: 1}, "L2 limit is not supported here: it needs TensorRT 10.8"},
		{TRT10, "10.15.1", Settings{L2Limit: 1, StronglyTyped: &no}, ""},
		{TRT10, "10.15.1", Settings{NoFlags: []string{"STRICT_TYPES"}}, "flag STRICT_TYPES is not supported here: it needs TensorRT 8"},
		{TRT10, "10.15.1", Settings{Routes: []Route{{"-a", "b"}}}, "route is not supported here: it needs TensorRT 11.1"},
		{TRT11, "11.4.0", Settings{Routes: []Route{{"-a", "b"}}}, ""},
		{TRT11, "11.4.0", Settings{Flags: []string{"INT8"}}, "flag INT8 is not supported here: it needs TensorRT 8 or TensorRT 10"},
		{TRT11, "11.4.0", Settings{StronglyTyped: &no}, "weakly typed network is not supported here: it needs TensorRT 8 or TensorRT 10"},
		{RTX, "1.7.1", Settings{HardwareCompatibility: "AMPERE_PLUS"}, "hardware compatibility AMPERE_PLUS is not supported here: it needs TensorRT 8.6"},
		{RTX, "1.7.1", Settings{Flags: []string{"FP16"}}, "flag FP16 is not supported here: it needs TensorRT 8 or TensorRT 10"},
		{RTX, "1.7.1", Settings{TimingCache: "c"}, "timing cache is not supported here: it needs TensorRT 8.0"},
		{RTX, "1.7.1", Settings{TacticSources: &[]string{"CUBLAS"}}, "tactic source CUBLAS is not supported here: it needs TensorRT-RTX 1.3 to 1.4"},
		{RTX, "1.7.1", Settings{TacticSources: &[]string{"-CUBLAS"}}, "tactic source CUBLAS is not supported here: it needs TensorRT-RTX 1.3 to 1.4"},
		{RTX, "1.5.0", Settings{Routes: []Route{{"-a", "b"}}}, "route is not supported here: it needs TensorRT-RTX 1.6"},
		{RTX, "1.7.1", Settings{Flags: []string{"NONSENSE"}}, "flag NONSENSE is not supported here"},
	} {
		err := test.settings.Check(About{Family: test.family, Headers: test.version, Library: test.version})
		if test.want == "" {
			if err != nil {
				t.Errorf("%s %s: %v", test.family, test.version, err)
			}
		} else if !errors.Is(err, ErrUnsupported) || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%s %s: error %v, want %q", test.family, test.version, err, test.want)
		}
	}
	err := Settings{L2Limit: 1}.Check(About{Family: TRT10, Headers: "10.0.1", Library: "10.15.1"})
	if err == nil || !strings.HasSuffix(err.Error(), "it needs a worker with headers of TensorRT 10.8") {
		t.Errorf("old headers: %v", err)
	}
}
