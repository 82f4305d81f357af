package cli

import (
	"context"
	"strings"

	"github.com/planlint/planlint/internal/build"
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

// profileHint says which shapes a build was not told that TensorRT has to know.
func profileHint(ctx context.Context, model, message string) string {
	if !strings.Contains(message, "no optimization profile has been defined") {
		return ""
	}
	free := build.FreeInputs(ctx, model)
	if len(free) == 0 {
		return ""
	}
	return "; --optShapes gives the shapes of inputs with free dimensions: " + strings.Join(free, ", ")
}
