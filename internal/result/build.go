package result

// Build is what planlint build made of one model with one TensorRT, once or several times. The document that
// lies beside a plan as PLAN.build.json is of this plan alone. There are no times in it: the same build gives
// the same document.
type Build struct {
	Model    BuildModel    `json:"model"`
	TensorRT BuildTensorRT `json:"tensorrt"`
	Machine  BuildMachine  `json:"machine"`
	Settings BuildSettings `json:"settings"`
	// Command is the command line, word by word.
	Command []string `json:"command"`
	// TimingCache says how the builder's timings were kept, "none" or "file".
	TimingCache TimingCache `json:"timing_cache"`
	// Process says where several builds ran: "each" in a process of its own, or "one" for all.
	Process BuildProcess `json:"process"`
	// Plans are in the order in which they were built.
	Plans []BuiltPlan `json:"plans"`
	// Spread compares the plans; absent if there are less than two.
	Spread *BuildSpread `json:"spread,omitempty"`
	// Failure says why there is no plan, or not as many as were asked for.
	Failure *Error `json:"failure,omitempty"`
}

// BuildModel is the model that a plan was built from.
type BuildModel struct {
	File   string `json:"file"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	// External are the files with weights that the model names; absent if the model could not be read for them.
	External []ModelFile `json:"external,omitzero"`
}

// ModelFile is a file with weights beside a model.
type ModelFile struct {
	// Location is the path as the model has it, relative to the model's folder.
	Location string `json:"location"`
	Size     int64  `json:"size"`
	SHA256   string `json:"sha256"`
}

// BuildTensorRT is what built a plan.
type BuildTensorRT struct {
	// Named is what --trt named; absent if nothing was.
	Named string `json:"named,omitempty"`
	// Family is "rtx", "trt8", "trt10" or "trt11"; absent if there is no such TensorRT.
	Family string `json:"family,omitempty"`
	// Version is that of the library, as far as it is known: "1.7.1.116", or "8.6.1".
	Version string `json:"version,omitempty"`
	// SHA256 is that of the core library's file.
	SHA256 string `json:"sha256,omitempty"`
	// Headers is the version of the headers that the worker was compiled against.
	Headers string `json:"headers,omitempty"`
	// Worker is the version of the worker's planlint, and Sources names the sources that it was made from.
	Worker  string `json:"worker,omitempty"`
	Sources string `json:"sources,omitempty"`
}

// BuildMachine is what a plan was built on.
type BuildMachine struct {
	// Platform is operating system and architecture, such as "linux/amd64".
	Platform string `json:"platform"`
	// Driver is the version of NVIDIA's kernel driver, and GPUs are its devices; absent where there is none.
	Driver string   `json:"driver,omitempty"`
	GPUs   []string `json:"gpus,omitempty"`
}

// BuildSettings are those that the builder was given; what is absent was left to TensorRT. Names are
// TensorRT's.
type BuildSettings struct {
	OptimizationLevel         *int           `json:"optimization_level,omitempty"`
	Tiling                    string         `json:"tiling,omitempty"`
	L2Limit                   int64          `json:"l2_limit,omitempty"`
	TacticSources             *[]string      `json:"tactic_sources,omitempty"`
	MaxTactics                *int           `json:"max_tactics,omitempty"`
	Flags                     []string       `json:"flags,omitempty"`
	NoFlags                   []string       `json:"no_flags,omitempty"`
	PreviewFeatures           []string       `json:"preview_features,omitempty"`
	StronglyTyped             *bool          `json:"strongly_typed,omitempty"`
	Int8Range                 Average        `json:"int8_range,omitempty"`
	Verbosity                 string         `json:"verbosity,omitempty"`
	Capabilities              []string       `json:"capabilities,omitempty"`
	HardwareCompatibility     string         `json:"hardware_compatibility,omitempty"`
	EngineCapability          string         `json:"engine_capability,omitempty"`
	Platform                  string         `json:"platform,omitempty"`
	DLACore                   *int           `json:"dla_core,omitempty"`
	AuxStreams                *int           `json:"aux_streams,omitempty"`
	Workspace                 int64          `json:"workspace,omitempty"`
	Plugins                   []string       `json:"plugins,omitempty"`
	TimingCache               string         `json:"timing_cache,omitempty"`
	IgnoreTimingCacheMismatch bool           `json:"ignore_timing_cache_mismatch,omitempty"`
	Routes                    []BuildRoute   `json:"routes,omitempty"`
	Profiles                  []BuildProfile `json:"profiles,omitempty"`
}

// BuildRoute is one option of the compiler in the builder.
type BuildRoute struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// BuildProfile is the least, best and largest shape of one input in an optimization profile, or its values.
type BuildProfile struct {
	Index  int     `json:"index,omitempty"`
	Input  string  `json:"input"`
	Min    []int64 `json:"min"`
	Opt    []int64 `json:"opt"`
	Max    []int64 `json:"max"`
	Values bool    `json:"values,omitempty"`
}

// TimingCache is how timings of kernels were kept from one build to the next.
type TimingCache string

// The ways to keep timings.
const (
	TimingCacheNone TimingCache = "none"
	// TimingCacheFile: in a file, which is read and written by every build.
	TimingCacheFile TimingCache = "file"
)

// BuildProcess is where several builds ran.
type BuildProcess string

// The ways to run several builds.
const (
	BuildProcessEach BuildProcess = "each"
	BuildProcessOne  BuildProcess = "one"
)

// BuiltPlan is one plan that was built.
type BuiltPlan struct {
	// Output is the plan's file; absent if the plan was not kept.
	Output string `json:"output,omitempty"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	// Scan is what planlint scan says of it.
	Scan Scan `json:"scan"`
}

// BuildSpread is how much several builds of the same differ.
type BuildSpread struct {
	Builds int64 `json:"builds"`
	// The sizes of the plans in bytes. StandardDeviation is that of a sample.
	Mean              Average `json:"mean"`
	StandardDeviation Average `json:"standard_deviation"`
	Min               int64   `json:"min"`
	Max               int64   `json:"max"`
	// Contents are the plans that are not the same byte by byte, in the order in which they came.
	Contents []BuildContent `json:"contents"`
	// Groups counts the contents that differ in more than generated parts of kernel names.
	Groups int64 `json:"groups"`
}

// BuildContent is a content that some of the builds have.
type BuildContent struct {
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
	Builds int64  `json:"builds"`
	// Group is the same number, from 1 on, for contents that are equal up to generated names.
	Group int64 `json:"group"`
}

// Average is a number that need not be whole, and may be more than 1.
type Average float64
