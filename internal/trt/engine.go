package trt

// engine is a plan that a TensorRT has loaded. shim.go's counterpart of it is nativeEngine.
type engine interface {
	describe() (Description, error)
	// setBudget gives streamed weights so many bytes of the device's memory; 0: as many as they need.
	setBudget(bytes int64) error
	// memory is what the device has left, and what loading the engine took, in bytes.
	memory() (free, own int64, err error)
	// sharesProfiles is true if contexts of one profile can be there at the same time.
	sharesProfiles() bool
	open(profile int, inputs []input) (context, error)
}

// context runs an engine. It has the memory of the inputs and outputs, which count from 0 and are the same in
// all contexts of an engine.
type context interface {
	outputs
	// tensors are inputs and outputs. The shapes of some outputs are known only after a run.
	tensors() ([]bound, error)
	upload(tensor int, offset int64, data []byte) error
	// start fills the outputs with a byte and starts a run; wait waits for its end.
	start(fill byte) error
	wait() error
	// copies copies the outputs.
	copies() (outputs, error)
}

// outputs can be read in pieces.
type outputs interface {
	download(tensor int, offset int64, data []byte) error
	close()
}

// bound is an input or output in the memory of a context.
type bound struct {
	Tensor
	Host bool `json:"host"`
	// Overwritten is true for an input whose memory an output has too.
	Overwritten bool `json:"overwritten"`
}
