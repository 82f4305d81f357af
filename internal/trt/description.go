package trt

// InspectRequest names a plan to load and to describe.
type InspectRequest struct {
	Plan string `json:"plan"` // file
	// Plugins are libraries that are loaded before the plan.
	Plugins []string `json:"plugins,omitempty"`
	// HostCode allows code for the CPU that is in the plan to run, as version-compatible plans with a lean
	// runtime and plans with serialized plugins need. Such a plan can do whatever this user can.
	HostCode bool `json:"host_code,omitempty"`
}

// Description is what a TensorRT says of an engine that it has loaded from a plan.
type Description struct {
	Name   string `json:"name,omitempty"` // of the network
	Layers int    `json:"layers"`
	// Verbosity of profiling that the plan was built with: "LAYER_NAMES_ONLY", "NONE" or "DETAILED".
	Verbosity  string `json:"verbosity"`
	Capability string `json:"capability"` // "STANDARD", "SAFETY", "DLA_STANDALONE"
	// HardwareCompatibility is "NONE", "AMPERE_PLUS" or "SAME_COMPUTE_CAPABILITY".
	HardwareCompatibility string `json:"hardware_compatibility"`
	Refittable            bool   `json:"refittable"`
	Profiles              int    `json:"profiles"`
	AuxStreams            int    `json:"aux_streams"`
	// ContextMemory is the GPU's memory that one execution context needs for activations, in bytes.
	ContextMemory int64 `json:"context_memory_bytes"`
	// StreamableWeights are the bytes of weights that can be streamed; absent: the plan streams none.
	StreamableWeights int64     `json:"streamable_weights_bytes,omitempty"`
	Bindings          []Binding `json:"bindings"`
}

// Binding is an input or output of an engine. In a shape -1 is a free dimension.
type Binding struct {
	Name  string  `json:"name"`
	Mode  string  `json:"mode"` // "input" or "output"
	DType string  `json:"dtype"`
	Shape []int64 `json:"shape"`
	// Format is TensorRT's description of how the first profile lays the tensor out.
	Format string `json:"format,omitempty"`
	// Host is true for shape tensors, which are in the host's memory.
	Host bool `json:"host,omitempty"`
	// Shapes that an input can have, one range for each profile.
	Shapes []Range `json:"shapes,omitempty"`
	// Values that an input on the host can have, one range for each profile.
	Values []Range `json:"values,omitempty"`
}

// Range has the least, best and largest shape of an input in one profile, or the same of its values.
type Range struct {
	Min []int64 `json:"min"`
	Opt []int64 `json:"opt"`
	Max []int64 `json:"max"`
}

// of returns one of the three: "min", "opt" or "max".
func (r Range) of(which string) []int64 {
	switch which {
	case "min":
		return r.Min
	case "max":
		return r.Max
	}
	return r.Opt
}
