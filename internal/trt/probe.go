package trt

// The states of an Ability.
const (
	StateYes     = "yes"
	StateNo      = "no"
	StateUnknown = "unknown" // it could not be tried
)

// Device is a GPU that CUDA sees.
type Device struct {
	Index  int    `json:"index"` // CUDA's
	Name   string `json:"name"`
	SM     string `json:"sm"` // compute capability without its dot, "90"
	Memory int64  `json:"memory_bytes"`
}

// Ability says whether something can be done here; Why is one line.
type Ability struct {
	State string `json:"state"` // "yes", "no" or "unknown"
	Why   string `json:"why,omitempty"`
}

// Probe is what a TensorRT can do on this machine.
type Probe struct {
	// Driver is the version of NVIDIA's driver, CUDA the version of CUDA that the driver offers; empty: no
	// driver, or it does not say.
	Driver  string   `json:"driver,omitempty"`
	CUDA    string   `json:"cuda,omitempty"`
	Devices []Device `json:"devices"`
	// Build is yes if a plan of one layer was built, Run if that plan gave the right numbers on the first
	// device.
	Build Ability `json:"build"`
	Run   Ability `json:"run"`
	// Missing are names of builder resource libraries that TensorRT looked for and did not find.
	Missing []string `json:"missing,omitempty"`
}
