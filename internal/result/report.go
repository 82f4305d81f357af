package result

// Report is what planlint report says of one plan: everything that a bug report is written from. Nothing in it says
// where or by whom it was made. All sizes are bytes.
type Report struct {
	// Title is the headline of the issue.
	Title string `json:"title"`
	// Plan is what scan says of the plan.
	Plan Scan `json:"plan"`
	// Kind is what the report is about.
	Kind ReportKind `json:"kind"`
	// ExcessBytes is what the plan is larger by than it should be, and ExpectedBytes what would be right; absent if
	// that is not known. Expected says what that rests on.
	ExcessBytes   *int64         `json:"excess_bytes,omitempty"`
	ExpectedBytes *int64         `json:"expected_bytes,omitempty"`
	Expected      ReportExpected `json:"expected,omitempty"`
	// Versions are the plans that are compared, the one in question last.
	Versions []ReportVersion `json:"versions"`
	// Explained is what the model says of the plan; absent if none was given.
	Explained *ReportExplained `json:"explained,omitempty"`
	// Against is what compare says; absent if there is nothing to compare with.
	Against     *Compare          `json:"against,omitempty"`
	Environment ReportEnvironment `json:"environment"`
	// Model is the model; absent if none was given.
	Model *ReportModel `json:"model,omitempty"`
	// Script reproduces it, in Python, and Cases are the models that it builds.
	Script string       `json:"script"`
	Cases  []ReportCase `json:"cases"`
	// Commands reproduce it, or made the report.
	Commands []ReportCommand `json:"commands"`
	// Sweep has the plan's size with other settings of the builder.
	Sweep []ReportSetting `json:"sweep,omitzero"`
	// Impact is what the excess costs; absent if there is none.
	Impact *ReportImpact `json:"impact,omitempty"`
	// Workaround is what planlint fix found; absent if it was not asked.
	Workaround *ReportWorkaround `json:"workaround,omitempty"`
	// Files are those of the bundle, in its order; absent if none was written.
	Files []ReportFile `json:"files,omitzero"`
}

// ReportCase is a model that the script builds.
type ReportCase struct {
	// File is the ONNX file that the script writes.
	File  string `json:"file"`
	Label string `json:"label"`
	// PaddingBytes is what is expected of a builder that pads; absent if not known.
	PaddingBytes *int64 `json:"padding_bytes,omitempty"`
}

// ReportKind is what a report is about.
type ReportKind string

// The kinds of reports.
const (
	ReportPadded  ReportKind = "padded"  // zeros that are padding
	ReportSuspect ReportKind = "suspect" // zeros, or other bytes, that nothing explains
	ReportLarger  ReportKind = "larger"  // clean, and larger than another plan
	ReportDamaged ReportKind = "damaged" // it cannot be read
	ReportClean   ReportKind = "clean"   // nothing was found
)

// ReportExpected says what an expected size rests on.
type ReportExpected string

// What an expected size rests on.
const (
	ExpectedFromAgainst ReportExpected = "against" // the plan that it is compared with
	ExpectedFromContent ReportExpected = "content" // what is left without the zero runs
)

// ReportVersion is a plan in the table of versions.
type ReportVersion struct {
	// Version is the TensorRT, and Family "tensorrt" or "tensorrt-rtx"; absent if not known.
	Version string `json:"version,omitempty"`
	Family  string `json:"family,omitempty"`
	File    string `json:"file"`
	// Size is that of the plan.
	Size int64 `json:"size"`
	// ZeroBytes and LongestRun are absent if they were not counted.
	ZeroBytes  *int64  `json:"zero_bytes,omitempty"`
	LongestRun *int64  `json:"longest_run,omitempty"`
	Verdict    Verdict `json:"verdict,omitempty"`
}

// ReportExplained is what of an Explain is not in the scan.
type ReportExplained struct {
	Target     string          `json:"target"`
	Law        Law             `json:"law"`
	LowerBound bool            `json:"lower_bound"`
	Groups     []PredictGroup  `json:"groups"`
	Witness    []KernelWitness `json:"witness,omitzero"`
}

// ReportEnvironment is what a plan was built on. Absent fields are to be filled in.
type ReportEnvironment struct {
	// From says what the fields rest on beside the plan; absent if on nothing.
	From     string `json:"from,omitempty"`
	TensorRT string `json:"tensorrt,omitempty"`
	GPU      string `json:"gpu,omitempty"`
	Driver   string `json:"driver,omitempty"`
	CUDA     string `json:"cuda,omitempty"`
	System   string `json:"system,omitempty"`
	Python   string `json:"python,omitempty"`
	// Container tells whether it was one; absent if not known.
	Container *bool `json:"container,omitempty"`
}

// ReportModel is the model that a plan was built from.
type ReportModel struct {
	File  string `json:"file"`
	Size  int64  `json:"size"`
	Opset int64  `json:"opset,omitempty"`
	Nodes int64  `json:"nodes"`
	// WeightsBytes is what its weights take.
	WeightsBytes int64 `json:"weights_bytes"`
	// Weights says what became of them.
	Weights ReportWeights `json:"weights"`
	// Given says where the model is, and Why why it is not in the script.
	Given ReportGiven `json:"given"`
	Why   string      `json:"why,omitempty"`
}

// ReportWeights is what became of a model's weights.
type ReportWeights string

// What can become of weights.
const (
	WeightsRandom   ReportWeights = "random"   // random values take their place
	WeightsIncluded ReportWeights = "included" // they were asked for
	WeightsNone     ReportWeights = "none"     // it has none
)

// ReportGiven is where a report has its model.
type ReportGiven string

// Where a report has its model.
const (
	GivenScript ReportGiven = "script" // the script makes it
	GivenFile   ReportGiven = "file"   // a file without weights, in the bundle or to be attached
	GivenNot    ReportGiven = "not"    // it could not be copied, and is to be attached
)

// ReportCommand is a command line and what it is for.
type ReportCommand struct {
	Command string `json:"command"`
	For     string `json:"for"`
}

// ReportSetting is a plan built with a setting.
type ReportSetting struct {
	Setting string `json:"setting"`
	// Size is absent if there is no plan; Why says why.
	Size *int64 `json:"size,omitempty"`
	Why  string `json:"why,omitempty"`
	// LongestRun is that of zeros.
	LongestRun *int64  `json:"longest_run,omitempty"`
	Verdict    Verdict `json:"verdict,omitempty"`
	// Version is the TensorRT.
	Version string `json:"version,omitempty"`
}

// ReportImpact is what the excess of a plan costs. What rests on numbers that were not given is absent.
type ReportImpact struct {
	// Fleet is the number of machines, and FleetBytes the excess on all of them.
	Fleet      int64  `json:"fleet,omitempty"`
	FleetBytes *int64 `json:"fleet_bytes,omitempty"`
	// Bandwidth is in bytes a second, and TransferSeconds what the excess takes to one machine.
	Bandwidth       int64    `json:"bandwidth,omitempty"`
	TransferSeconds *Average `json:"transfer_seconds,omitempty"`
	// Disk is in bytes a second, and LoadSeconds what reading the excess takes.
	Disk        int64    `json:"disk,omitempty"`
	LoadSeconds *Average `json:"load_seconds,omitempty"`
	// Zstd is what compression makes of the zeros; absent if it was not measured.
	Zstd *ReportZstd `json:"zstd,omitempty"`
}

// ReportZstd is a measurement of Zstandard on the zeros of a plan.
type ReportZstd struct {
	Level string `json:"level"`
	// MeasuredBytes of them were compressed to MeasuredCompressed.
	MeasuredBytes      int64 `json:"measured_bytes"`
	MeasuredCompressed int64 `json:"measured_compressed"`
	// Compressed is what all take, in proportion.
	Compressed int64 `json:"compressed"`
}

// ReportWorkaround is what planlint fix made of the model.
type ReportWorkaround struct {
	PaddingBefore int64        `json:"padding_before"`
	PaddingAfter  int64        `json:"padding_after"`
	Moves         []ReportMove `json:"moves"`
	Refused       []ReportMove `json:"refused"`
	// Equality is "graph-exact": both models compute the same by the rules of ONNX.
	Equality string `json:"equality"`
	// Proof is what was shown of the two models, in words; empty if nothing was.
	Proof []string `json:"proof,omitzero"`
}

// ReportMove is operations that were moved across another one, or were not.
type ReportMove struct {
	Node string `json:"node"`
	// Over is what they were moved across, OverOp its operator, and Direction "before" or "behind" it.
	Over      string `json:"over,omitempty"`
	OverOp    string `json:"over_op,omitempty"`
	Direction string `json:"direction,omitempty"`
	Why       string `json:"why"`
}

// ReportFile is a file of the bundle.
type ReportFile struct {
	Name string `json:"name"`
	What string `json:"what"`
}
