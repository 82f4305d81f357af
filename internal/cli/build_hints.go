package cli

import (
	"strings"

	"github.com/planlint/planlint/internal/trt"
)

// trtexecHint says what stands for a flag of trtexec's that build has not.
func trtexecHint(message string) string {
	flag, unknown := strings.CutPrefix(message, "unknown flag: --")
	if !unknown {
		return ""
	}
	hints := map[string]string{
		"onnx":           "the model is named without a flag",
		"saveEngine":     "-o PATH keeps the plan",
		"workspace":      "--memPoolSize workspace:SIZE limits it",
		"explicitBatch":  "it is always so",
		"buildOnly":      "it is always so",
		"skipInference":  "it is always so",
		"verbose":        "-v shows the warnings of the builder, and its whole log where it fails",
		"loadEngine":     "planlint scan judges a plan that is there",
		"shapes":         "--optShapes gives shapes",
		"staticPlugins":  "--setPluginsToSerialize loads plugins",
		"safe":           "--setting engine_capability=SAFETY asks for it",
		"calib":          "calibration caches are not read; --setting int8_range=X gives every tensor a range",
		"layerPrecision": "precisions of single layers cannot be set; give the model the types that it is to have",
	}
	if hint := hints[flag]; hint != "" {
		return " (" + hint + ")"
	}
	return ""
}

// refitted are the builder's flags of plans whose weights are left out or given later, as a command line has them.
var refitted = []word{{"--stripWeights", "STRIP_PLAN"}, {"--refit", "REFIT"}, {"--flag REFIT_IDENTICAL", "REFIT_IDENTICAL"}}

// failureHint says what to do about a build that failed: why is the reason for which no program here reaches a GPU, ""
// if one does. TensorRT says neither what it needed a GPU for, nor that it can build without.
func failureHint(s trt.Settings, why, message string) string {
	var refits []string
	for _, flag := range refitted {
		if contains(s.Flags, flag.name) {
			refits = append(refits, flag.spelling)
		}
	}
	switch {
	case strings.Contains(message, "libnvinfer_lean"):
		return "; --versionCompatible puts a lean runtime into the plan, and this TensorRT comes without: --excludeLeanRuntime builds one that does not have it"
	case why == "" || !strings.Contains(strings.ToUpper(message), "CUDA"):
		return ""
	case contains(s.Capabilities, "CURRENT"):
		return "; current is the GPU that is here, and " + why + ": name the GPUs that the plan is for, as in --computeCapabilities 8.9"
	case len(refits) > 0:
		return "; what is refitted is built with a GPU, and " + why + ": build there, or without " + strings.Join(refits, " and ")
	}
	return "; this build needs a GPU, and " + why
}
