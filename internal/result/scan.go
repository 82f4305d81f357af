package result

// Scan is what planlint scan says of one plan. All sizes and offsets are bytes; offsets count from the
// start of the plan, which is Container.Offset in the file.
type Scan struct {
	// File is the input as the user named it; a plan inside an archive is "archive!member".
	File string `json:"file"`
	// Size is the size of the file; for standard input, of what was read.
	Size int64 `json:"size"`
	// Allocated is what the file takes on disk. Holes make it smaller than Size.
	Allocated *int64 `json:"allocated,omitempty"`
	// Member says which part of a folder of plans the file is.
	Member    *Member    `json:"member,omitempty"`
	Container *Container `json:"container,omitempty"`
	// Zeros is absent when the plan is damaged and was not scanned.
	Zeros *Zeros `json:"zeros,omitempty"`
	// Images are the pieces of machine code found in the plan, and Kernels those named in it; absent if they
	// were not looked for.
	Images     []Image      `json:"images,omitzero"`
	Kernels    []Kernel     `json:"kernels,omitzero"`
	Findings   []Finding    `json:"findings"`
	NotChecked []NotChecked `json:"not_checked"`
	Verdict    Verdict      `json:"verdict"`
	// Map is every byte under one label, for pictures; nil where it is not known, as of a saved result. JSON has no
	// place for it: planlint map prints it.
	Map *Map `json:"-"`
}

// Info is what planlint info says of one plan from its two ends alone.
type Info struct {
	File      string     `json:"file"`
	Size      int64      `json:"size"`
	Allocated *int64     `json:"allocated,omitempty"`
	Member    *Member    `json:"member,omitempty"`
	Container *Container `json:"container,omitempty"`
	// Layers are what TensorRT tells of the plan; absent if it was not asked.
	Layers     *Layers      `json:"layers,omitempty"`
	Findings   []Finding    `json:"findings"`
	NotChecked []NotChecked `json:"not_checked"`
}

// Container is the archive that a plan is, as read from its header and its end.
type Container struct {
	// Family is "tensorrt" or "tensorrt-rtx".
	Family string `json:"family"`
	// Tag is the first four bytes, "ftrt" or "vtrt".
	Tag string `json:"tag"`
	// HeaderVersion is the word after the tag; only 0 has been seen.
	HeaderVersion uint32 `json:"header_version"`
	// Version is the TensorRT that built the plan, major.minor.patch.build.
	Version string `json:"version"`
	// SerializationVersion is the number that TensorRT names when it refuses a plan of another version.
	SerializationVersion *int64 `json:"serialization_version,omitempty"`
	// DeclaredSize is the size that the header gives for the whole archive.
	DeclaredSize *int64 `json:"declared_size,omitempty"`
	// Offset is where the plan starts in the file.
	Offset int64 `json:"offset"`
	// PlanSize is how many bytes of the file (decoded, where the wrapper encodes) belong to the plan.
	PlanSize int64 `json:"plan_size"`
	// Wrapper names the format around the plan; empty for a bare plan.
	Wrapper string `json:"wrapper"`
	// Encoded is true if the file does not hold the plan's bytes as they are; Offset counts in what they
	// decode to then.
	Encoded bool `json:"encoded,omitempty"`
	// EndTagOffset is where the last end tag was found.
	EndTagOffset *int64 `json:"end_tag_offset,omitempty"`
	// SM lists the GPU architectures that the plan can be for, such as "90" or "90a": that of the device
	// it was built on, or, where it does not say, those that all its machine code has in common.
	SM []string `json:"sm,omitempty"`
	// Device is the GPU that the plan was built on; absent where the plan does not say.
	Device *Device `json:"device,omitempty"`
	// HardwareCompatibility is the level that the plan was built with, "none" or "ampere+"; absent where
	// the plan does not say.
	HardwareCompatibility string `json:"hardware_compatibility,omitempty"`
	// Capabilities lists the compute capabilities that the header of a TensorRT-RTX plan declares.
	Capabilities []string `json:"capabilities,omitempty"`
	// Network is the name of the network that the plan was built from, and Profiles the number of its
	// optimization profiles; absent where the engine could not be read.
	Network  string `json:"network,omitempty"`
	Profiles int    `json:"profiles,omitempty"`
	// WeightsBytes is the total that the plan declares, where it does (TensorRT-RTX, TensorRT 8.6.1).
	WeightsBytes *int64    `json:"weights_bytes,omitempty"`
	Sections     []Section `json:"sections"`
	// Unknown keeps header fields whose meaning is not known or whose value was never seen, as hex.
	Unknown map[string]string `json:"unknown"`
}

// Section is one entry of a plan's section table.
type Section struct {
	Name   string `json:"name"`
	Offset int64  `json:"offset"`
	Size   int64  `json:"size"`
}

// Zeros counts the zero bytes of a plan and lists its zero runs.
type Zeros struct {
	Bytes int64 `json:"bytes"`
	// Share is Bytes over the plan's size, from 0 to 1.
	Share  float64 `json:"share"`
	MinRun int64   `json:"min_run"`
	// RunsTotal counts the runs of at least MinRun bytes, listed or not.
	RunsTotal int64 `json:"runs_total"`
	// RunsOmitted counts those that are not listed; the longest are kept.
	RunsOmitted int64 `json:"runs_omitted"`
	// Longest is the longest run of any length; absent if there is no zero byte, or if it is shorter
	// than MinRun and was not asked for.
	Longest *Run  `json:"longest,omitempty"`
	Runs    []Run `json:"runs"`
}

// Run is a maximal run of zero bytes.
type Run struct {
	Offset int64 `json:"offset"`
	// FileOffset is where the run starts in the file, given where the plan does not start at 0 there.
	FileOffset *int64 `json:"file_offset,omitempty"`
	Length     int64  `json:"length"`
	// ToEnd is true for a run that ends where the plan's bytes end.
	ToEnd bool `json:"to_end"`
	// Explanation is absent where no model was given, and for runs that nothing was tried for.
	*Explanation
}

// Image is machine code embedded in a plan.
type Image struct {
	// Kind is "elf" for a GPU image, "fatbin" for a fat binary, "host-elf" for code of the host's
	// processor, as an embedded lean runtime is.
	Kind   string `json:"kind"`
	Offset int64  `json:"offset"`
	Size   int64  `json:"size"`
	// SM lists the architectures that the image is for; empty for a host image.
	SM []string `json:"sm,omitempty"`
	// Compressed is true if code in the image cannot be looked into.
	Compressed bool `json:"compressed,omitempty"`
}

// Kernel is a GPU kernel named in a plan.
type Kernel struct {
	Name string `json:"name"`
	// Origin is "myelin", "pointwise", "conv", "gemm" or "other".
	Origin string `json:"origin"`
	// Offset is where the kernel's code starts, or its name where the plan holds no code for it.
	Offset int64 `json:"offset"`
	// Size is that of the kernel's code; absent where the plan holds only the name.
	Size *int64 `json:"size,omitempty"`
}

// Finding is a rule that a plan breaks.
type Finding struct {
	Rule    string `json:"rule"`
	Level   Level  `json:"level"`
	Message string `json:"message"`
	Offset  *int64 `json:"offset,omitempty"`
	Bytes   *int64 `json:"bytes,omitempty"`
}

// Level is how much a finding matters.
type Level string

// The levels, from the one that matters most.
const (
	LevelError   Level = "error"
	LevelWarning Level = "warning"
	LevelNote    Level = "note"
)

// NotChecked is something that planlint did not look at, so that nothing unchecked passes as clean.
type NotChecked struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// Verdict is the judgement of one plan.
type Verdict string

// The verdicts.
const (
	VerdictClean   Verdict = "clean"
	VerdictPadded  Verdict = "padded"
	VerdictSuspect Verdict = "suspect"
	VerdictDamaged Verdict = "damaged"
	VerdictNotPlan Verdict = "not-a-plan" // only with --raw: a file scanned as plain bytes
)

// Member says which part of a folder of plans a file is.
type Member struct {
	// Kind is "tensorrt-llm", "triton" or "onnxruntime-cache".
	Kind string `json:"kind"`
	// Folder is the engine folder, the model repository or the cache.
	Folder string `json:"folder"`
	// Name is the model's name where the folder gives one.
	Name string `json:"name,omitempty"`
	// Version is the version folder of a Triton model.
	Version string `json:"version,omitempty"`
	// Rank and WorldSize place an engine of a TensorRT-LLM folder in its rank set.
	Rank      *int `json:"rank,omitempty"`
	WorldSize *int `json:"world_size,omitempty"`
	// Stage is the rank's pipeline stage, from 0 on: the ranks of one stage should be alike.
	Stage *int `json:"stage,omitempty"`
}
