package result

// Device is the GPU that a plan was built on, as the builder wrote it into the plan. It is not what the
// plan must run on: a plan built for several architectures has it too.
type Device struct {
	// ComputeCapability is "major.minor", such as "9.0".
	ComputeCapability string `json:"compute_capability"`
	// Multiprocessors counts the GPU's streaming multiprocessors, as the builder could use them.
	Multiprocessors int64 `json:"multiprocessors,omitempty"`
	MemoryBytes     int64 `json:"memory_bytes,omitempty"`
	// ClockKHz and MemoryClockKHz are the highest clock rates.
	ClockKHz       int64 `json:"clock_khz,omitempty"`
	MemoryClockKHz int64 `json:"memory_clock_khz,omitempty"`
	// MemoryBusBits is the width of the memory interface.
	MemoryBusBits int64 `json:"memory_bus_bits,omitempty"`
	L2Bytes       int64 `json:"l2_bytes,omitempty"`
	// Model names the GPU whose published numbers these are, a guess; absent where none or several fit.
	Model string `json:"model,omitempty"`
}
