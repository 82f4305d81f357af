package trt

// Settings of a build. The zero value is what the family does by default. A setting that the family or its
// version lacks is an UnsupportedError, never ignored.
type Settings struct {
	// OptimizationLevel is the builder's, 0 to 5.
	OptimizationLevel *int `json:"optimization_level,omitempty"`
	// Tiling is how long the builder searches for tilings: "NONE", "FAST", "MODERATE" or "FULL".
	Tiling string `json:"tiling,omitempty"`
	// L2Limit is how much of the L2 cache a tiling may use, in bytes; 0: the family's own.
	L2Limit int64 `json:"l2_limit,omitempty"`
	// TacticSources the builder may take kernels from, such as "CUBLAS"; nil: the family's own, empty: none.
	// With a sign before every one, "+CUDNN" or "-CUBLAS", they change the family's own.
	TacticSources *[]string `json:"tactic_sources,omitempty"`
	// MaxTactics is how many tactics the builder times at most where it has a choice; nil: the family's own.
	MaxTactics *int `json:"max_tactics,omitempty"`
	// Flags to set, named as in BuilderFlag: "WEIGHT_STREAMING".
	Flags []string `json:"flags,omitempty"`
	// NoFlags are cleared: "TF32" is on by default.
	NoFlags []string `json:"no_flags,omitempty"`
	// PreviewFeatures to enable, named as in PreviewFeature: "PROFILE_SHARING_0806".
	PreviewFeatures []string `json:"preview_features,omitempty"`
	// StronglyTyped says whether the model's types are kept to; nil: where the family can, unless a flag allows
	// another precision.
	StronglyTyped *bool `json:"strongly_typed,omitempty"`
	// Int8Range is the dynamic range, -x to x, of each tensor in an INT8 build of a model without Q/DQ;
	// 0: none. It needs flag INT8. Weakly typed networks only.
	Int8Range float64 `json:"int8_range,omitempty"`
	// Verbosity of profiling: "LAYER_NAMES_ONLY", "NONE" or "DETAILED".
	Verbosity string `json:"verbosity,omitempty"`
	// Capabilities to build for, "SM75"; TensorRT-RTX only.
	Capabilities []string `json:"capabilities,omitempty"`
	// HardwareCompatibility of the plan: "NONE", "AMPERE_PLUS" or "SAME_COMPUTE_CAPABILITY".
	HardwareCompatibility string `json:"hardware_compatibility,omitempty"`
	// EngineCapability is what the plan is restricted to: "STANDARD", "SAFETY" or "DLA_STANDALONE".
	EngineCapability string `json:"engine_capability,omitempty"`
	// Platform the plan will run on, "WINDOWS_AMD64".
	Platform string `json:"platform,omitempty"`
	// DLACore runs what it can on that DLA; flag GPU_FALLBACK lets the GPU do the rest.
	DLACore *int `json:"dla_core,omitempty"`
	// AuxStreams is how many auxiliary streams the plan may use at most.
	AuxStreams *int `json:"aux_streams,omitempty"`
	// Workspace is the limit of the workspace's memory in bytes; 0: the family's own.
	Workspace int64 `json:"workspace,omitempty"`
	// Plugins are files of plugin libraries. They are loaded, and serialized into a plan that is
	// VERSION_COMPATIBLE; others hold none.
	Plugins []string `json:"plugins,omitempty"`
	// TimingCache is a file: read if it is there, used, and written when the plan is built. A cache that was
	// made elsewhere is refused, unless IgnoreTimingCacheMismatch.
	TimingCache               string `json:"timing_cache,omitempty"`
	IgnoreTimingCacheMismatch bool   `json:"ignore_timing_cache_mismatch,omitempty"`
	// Routes are options of the compiler in the builder.
	Routes []Route `json:"routes,omitempty"`
	// Profiles give the shapes of inputs with free dimensions.
	Profiles []Profile `json:"profiles,omitempty"`
}

// Route is one option of the compiler in the builder, such as "-conv_use_long_w" and "off".
type Route struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Profile is the least, best and largest shape of one input, or its values.
type Profile struct {
	// Index is the optimization profile's; a plan has those from 0 to the largest.
	Index int     `json:"index,omitempty"`
	Input string  `json:"input"`
	Min   []int64 `json:"min"`
	Opt   []int64 `json:"opt"`
	Max   []int64 `json:"max"`
	// Values says that these are values of an input that shapes are computed from, not its shape.
	Values bool `json:"values,omitempty"`
}
