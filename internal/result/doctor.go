package result

// Doctor is what of TensorRT is on a machine, what it can do there, and what to do next.
type Doctor struct {
	// Platform is operating system and architecture, such as "linux/amd64".
	Platform string `json:"platform"`
	GPU      GPUs   `json:"gpu"`
	// TensorRT are the versions that were found, the newest first, TensorRT before TensorRT-RTX.
	TensorRT []DoctorTensorRT `json:"tensorrt"`
	// Tools are the programs of others that planlint core install uses.
	Tools []DoctorTool `json:"tools"`
	// CanBuild and CanRun tell whether there is a TensorRT that can build plans here, and one that can run them.
	CanBuild bool `json:"can_build"`
	CanRun   bool `json:"can_run"`
	// Next are things to do, the most useful first.
	Next []DoctorStep `json:"next"`
}

// GPUs are what is known of the machine's GPUs.
type GPUs struct {
	// Visible tells whether a program here can reach a GPU of NVIDIA's; Why says what is in the way.
	Visible bool   `json:"visible"`
	Why     string `json:"why,omitempty"`
	// Driver is the version of NVIDIA's driver, and CUDA the newest version of CUDA that it is for.
	Driver  string `json:"driver,omitempty"`
	CUDA    string `json:"cuda,omitempty"`
	Devices []GPU  `json:"devices"`
}

// GPU is one GPU.
type GPU struct {
	Name string `json:"name"`
	// SM is the compute capability without its dot, "90".
	SM          string `json:"sm,omitempty"`
	MemoryBytes int64  `json:"memory_bytes,omitempty"`
}

// DoctorTensorRT is one version of TensorRT.
type DoctorTensorRT struct {
	// Name is a short one, "rtx-1.7", "trt8", or of a second version "trt10.9.0". TRT is what --trt takes: the
	// name, or the folder of one that is found only by that.
	Name   string `json:"name"`
	TRT    string `json:"trt"`
	Family string `json:"family"`
	// Version is absent where the files do not tell it.
	Version string `json:"version,omitempty"`
	Folder  string `json:"folder"`
	// Source says how the folder was found: "core install", "--trt", "TENSORRT_ROOT", "system", "pip".
	Source string `json:"source"`
	// Default marks the one that is used where --trt names none.
	Default bool `json:"default,omitempty"`
	// Also are other folders with the same version.
	Also   []DoctorPlace `json:"also,omitempty"`
	Worker DoctorWorker  `json:"worker"`
	Build  Ability       `json:"build"`
	Run    Ability       `json:"run"`
	// Resources are the builder's resource libraries in the folder, Missing those that it asked for in vain.
	Resources []string `json:"resources,omitempty"`
	Missing   []string `json:"missing,omitempty"`
	// Next is what to do about it; absent: nothing.
	Next *DoctorStep `json:"next,omitempty"`
}

// DoctorPlace is another folder with a version.
type DoctorPlace struct {
	Folder string `json:"folder"`
	Source string `json:"source"`
}

// DoctorWorker is the program that drives a TensorRT.
type DoctorWorker struct {
	State WorkerState `json:"state"`
	Path  string      `json:"path,omitempty"`
	// Headers is the version of the headers that it was compiled against.
	Headers string `json:"headers,omitempty"`
	Why     string `json:"why,omitempty"`
}

// WorkerState is what is known of a worker.
type WorkerState string

// The states of a worker.
const (
	WorkerReady   WorkerState = "ready"   // it was started and opened the libraries
	WorkerUntried WorkerState = "untried" // it is there and was not started
	WorkerMissing WorkerState = "missing"
	WorkerBroken  WorkerState = "broken" // it does not start, or does not fit
)

// Ability says whether something can be done.
type Ability struct {
	State AbilityState `json:"state"`
	Why   string       `json:"why,omitempty"`
}

// AbilityState is yes, no, or not known.
type AbilityState string

// The states of an ability.
const (
	AbilityYes     AbilityState = "yes"
	AbilityNo      AbilityState = "no"
	AbilityUnknown AbilityState = "unknown" // it was not tried, or trying failed
)

// DoctorTool is a program of others.
type DoctorTool struct {
	Name string `json:"name"`
	Path string `json:"path,omitempty"` // absent: it is not here
	// For says what it is needed for.
	For string `json:"for"`
}

// DoctorStep is something to do.
type DoctorStep struct {
	// Command is a command line; absent where no command does it.
	Command string `json:"command,omitempty"`
	Why     string `json:"why"`
}
