package trt

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/internal/tensor"
)

// The modes of a tensor.
const (
	ModeInput  = "input"
	ModeOutput = "output"
)

// Tensor is an input or output of a plan as it is run.
type Tensor struct {
	Name  string  `json:"name"`
	Mode  string  `json:"mode"`  // "input" or "output"
	DType string  `json:"dtype"` // as in package tensor
	Shape []int64 `json:"shape"`
	Bytes int64   `json:"bytes"`
	// Values are those of an input that TensorRT reads on the host, such as the shape that a Reshape gets.
	// They come from a file or from the profile, not from the recipe.
	Values []int64 `json:"values,omitempty"`
}

// AutomaticBudget lets TensorRT choose how much memory streamed weights get.
const AutomaticBudget = -1

// RunRequest names a plan to run.
type RunRequest struct {
	Plan string `json:"plan"` // file
	// Plugins and HostCode are as in InspectRequest.
	Plugins  []string `json:"plugins,omitempty"`
	HostCode bool     `json:"host_code,omitempty"`
	// Shapes of inputs with free dimensions. Those not here are the Profile's: "min", "opt" or "max" of it,
	// as Select says; empty: "opt".
	Shapes  map[string][]int64 `json:"shapes,omitempty"`
	Profile int                `json:"profile,omitempty"`
	Select  string             `json:"select,omitempty"`
	// Input says how inputs are generated, the default is "normal"; Files has files with the raw bytes of some of them, by name.
	Input tensor.Recipe     `json:"input"`
	Files map[string]string `json:"files,omitempty"`
	// Contexts run at the same time if they can, each as often as Runs says; 0 is 1.
	Runs     int `json:"runs,omitempty"`
	Contexts int `json:"contexts,omitempty"`
	// WeightStreamingBudget is the GPU's memory for weights of a plan that streams them, in bytes; 0: all of
	// them are there; AutomaticBudget.
	WeightStreamingBudget int64 `json:"weight_streaming_budget,omitempty"`
}

// withDefaults fills in what is not given, and refuses what cannot be run.
func (r RunRequest) withDefaults() (RunRequest, error) {
	r.Runs, r.Contexts = max(r.Runs, 1), max(r.Contexts, 1)
	if r.Select == "" {
		r.Select = "opt"
	}
	if r.Input.Distribution == "" {
		r.Input.Distribution = "normal"
	}
	switch {
	case !slices.Contains([]string{"min", "opt", "max"}, r.Select):
		return r, fmt.Errorf("a profile has shapes \"min\", \"opt\" and \"max\", not %q", OneLine(r.Select))
	case r.Profile < 0:
		return r, fmt.Errorf("profile %d", r.Profile)
	case r.WeightStreamingBudget < AutomaticBudget:
		return r, fmt.Errorf("a weight streaming budget of %d bytes", r.WeightStreamingBudget)
	}
	if err := r.Input.Check(); err != nil {
		return r, err
	}
	return r, nil
}

// RunResult is what came of a run.
type RunResult struct {
	Tensors  []Tensor `json:"tensors"` // inputs, then outputs, each in the plan's order
	Runs     int      `json:"runs"`
	Contexts int      `json:"contexts"`
	// Sequential is true if the contexts ran one after the other: TensorRT 8 does not let two of them use the
	// same profile of a plan with free dimensions.
	Sequential bool `json:"sequential,omitempty"`
	// Differing has the outputs that were not, byte for byte, those of the first run; the first
	// MaxDifferences of them. Omitted counts the others.
	Differing []Difference `json:"differing,omitempty"`
	Omitted   int          `json:"omitted,omitempty"`
	// DeviceMemory is by how much the used memory of the GPU grew, in bytes: engine, contexts and tensors.
	// What others do on the same GPU at that time counts as well.
	DeviceMemory int64 `json:"device_memory_bytes"`
	// ContextMemory is the part of it that one context needs for activations, as the engine says.
	ContextMemory int64 `json:"context_memory_bytes"`
}

// MaxDifferences is how many differences are listed.
const MaxDifferences = 1000

// Difference is an output of one run that is not that of the first run of the first context.
type Difference struct {
	Context int    `json:"context"` // from 0
	Run     int    `json:"run"`     // from 0
	Tensor  string `json:"tensor"`
	First   int64  `json:"first_byte"` // offset of the first byte that differs
	// Elements is the number of elements that differ. Unwritten of them were not written in either run: they
	// hold what memory was filled with before.
	Elements  int64 `json:"elements"`
	Unwritten int64 `json:"unwritten,omitempty"`
	// Shape of the output, if it differs from that of the first run; then nothing is compared.
	Shape []int64 `json:"shape,omitempty"`
}
