// Package result holds the plain structs of everything planlint prints as JSON.
//
// It is a leaf: it imports nothing of ours, so that every other package can speak of results without
// importing each other. The schemas under docs/schema are generated from these types. Version 1 of a
// schema may gain fields and never changes or loses one; an absent field means unknown, never zero.
package result

// Document is the one JSON object that every command prints, also for a single input.
type Document[R any] struct {
	// Schema names the command and the version of its results, such as "planlint/scan/v1".
	Schema string `json:"schema"`
	Tool   Tool   `json:"tool"`
	// Results are in the order of the inputs.
	Results []R `json:"results"`
	// Errors has one entry for each input that could not be judged, in the order of the inputs.
	Errors []Error `json:"errors"`
	// Exit is the exit status of the command that printed the document.
	Exit int `json:"exit"`
	// Settings is the planlint.yaml that gate and its selftest judged by, "" if there was none; absent for other commands.
	Settings *string `json:"settings,omitempty"`
}

// Tool is the planlint that made a document.
type Tool struct {
	Version string `json:"version"`
}

// Error says in one line why an input could not be judged.
type Error struct {
	File    string    `json:"file"`
	Kind    ErrorKind `json:"kind"`
	Message string    `json:"message"`
}

// ErrorKind is the machine-readable reason of an Error.
type ErrorKind string

// The reasons why an input cannot be judged.
const (
	KindUnreadable ErrorKind = "unreadable" // could not be opened or read
	KindEmpty      ErrorKind = "empty"      // 0 bytes
	KindNotPlan    ErrorKind = "not-a-plan" // something else, named in the message
	KindTruncated  ErrorKind = "truncated"  // shorter than its header declares
	KindDamaged    ErrorKind = "damaged"    // a section table or an encoding that contradicts itself
	KindChanged    ErrorKind = "changed"    // changed while it was read
	KindNoPlans    ErrorKind = "no-plans"   // a folder or archive without a plan

	KindNotModel    ErrorKind = "not-a-model"  // something else than an ONNX model, named in the message
	KindUnavailable ErrorKind = "unavailable"  // there is no TensorRT, or no worker for it, or it cannot be used here
	KindUnsupported ErrorKind = "unsupported"  // this TensorRT lacks a setting
	KindBuildFailed ErrorKind = "build-failed" // TensorRT, or its process, gave no plan
	KindRunFailed   ErrorKind = "run-failed"   // TensorRT, or its process, could not load or run a plan
	KindMismatch    ErrorKind = "mismatch"     // two plans have other inputs or outputs
	KindStripped    ErrorKind = "stripped"     // a plan without its weights
	KindNotWritten  ErrorKind = "not-written"  // a full disk, or a file that may not be written
)

// NewDocument returns an empty document, whose lists print as [] rather than null.
func NewDocument[R any](schema, version string) Document[R] {
	return Document[R]{Schema: schema, Tool: Tool{Version: version}, Results: []R{}, Errors: []Error{}}
}

// Names of the schemas, one for each command that prints JSON.
const (
	SchemaScan  = "planlint/scan/v1"
	SchemaInfo  = "planlint/info/v1"
	SchemaMap   = "planlint/map/v1"
	SchemaRules = "planlint/rules/v1"
	SchemaTrim  = "planlint/trim/v1"

	SchemaCompare = "planlint/compare/v1"
	SchemaVerify  = "planlint/verify/v1"
	SchemaBuild   = "planlint/build/v1"
	SchemaPredict = "planlint/predict/v1"
	SchemaFix     = "planlint/fix/v1"
	SchemaExplain = "planlint/explain/v1"
	SchemaFit     = "planlint/explain-fit/v1"
	SchemaReport  = "planlint/report/v1"

	SchemaGate         = "planlint/gate/v1"
	SchemaGateSelftest = "planlint/gate-selftest/v1"
	// SchemaBaseline is the baseline itself, and SchemaBaselineChanges what the commands for it print.
	SchemaBaseline        = "planlint/baseline/v1"
	SchemaBaselineChanges = "planlint/baseline-changes/v1"

	SchemaDoctor      = "planlint/doctor/v1"
	SchemaCoreInstall = "planlint/core-install/v1"
	SchemaCoreClean   = "planlint/core-clean/v1"

	SchemaVersion = "planlint/version/v1"
)
