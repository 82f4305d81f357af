package result

// CoreInstall is what there is of one TensorRT and its worker after planlint core install.
type CoreInstall struct {
	// Name is what --trt and core install take: "rtx-1.7", "trt8".
	Name string `json:"name"`
	// Libraries are absent where there are none that the worker can be used with.
	Libraries *CoreLibraries `json:"libraries,omitempty"`
	Headers   CoreHeaders    `json:"headers"`
	Worker    CoreWorker     `json:"worker"`
	// Next is what to do about libraries that are not here.
	Next string `json:"next,omitempty"`
}

// CoreLibraries are the libraries of a TensorRT.
type CoreLibraries struct {
	Version string `json:"version,omitempty"`
	Folder  string `json:"folder"`
	// Source says how the folder was found: "core install", "--trt", "TENSORRT_ROOT", "system", "pip".
	Source string    `json:"source"`
	State  CoreState `json:"state"`
}

// CoreHeaders are those that a worker was compiled against.
type CoreHeaders struct {
	Version string `json:"version"`
	// Source is the package or the folder that they are from.
	Source string `json:"source"`
}

// CoreWorker is the program that drives a TensorRT.
type CoreWorker struct {
	Path  string    `json:"path"`
	State CoreState `json:"state"`
}

// CoreState says whether something was there or was made.
type CoreState string

// The states of what is installed.
const (
	CorePresent  CoreState = "present"
	CoreFetched  CoreState = "fetched"
	CoreCompiled CoreState = "compiled"
)

// CoreClean is what planlint core install made and planlint core clean removes.
type CoreClean struct {
	// Folder is planlint's own, outside of which nothing is removed.
	Folder string     `json:"folder"`
	Items  []CoreItem `json:"items"`
	// Removed is false where they were only listed.
	Removed bool `json:"removed"`
}

// CoreItem is one thing that was made.
type CoreItem struct {
	// Kind is "libraries", "headers", "worker", or "leftover" of an install that was killed.
	Kind string `json:"kind"`
	// Name of the TensorRT that it is for.
	Name string `json:"name,omitempty"`
	Path string `json:"path"`
	Size int64  `json:"size"`
	// Outdated is a worker that this planlint cannot use.
	Outdated bool `json:"outdated,omitempty"`
}
