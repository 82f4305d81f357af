package result

// Verify is what planlint verify says of two plans, A and B, that were run on the same inputs. A case is one
// set of inputs. Whatever has an A and a B lists A first.
type Verify struct {
	Outcome VerifyOutcome  `json:"outcome"`
	Plans   []VerifiedPlan `json:"plans"`
	Ran     VerifyRan      `json:"ran"`
	// Inputs and Outputs have A's names and order.
	Inputs  []VerifyInput  `json:"inputs"`
	Outputs []VerifyOutput `json:"outputs"`
	Cases   []VerifyCase   `json:"cases"`
	// Allowed says how far apart outputs may be for an exit status of 0; absent if only bit-exact ones will do.
	Allowed *VerifyAllowed `json:"allowed,omitempty"`
	// NotChecked lists what was left open, so that nothing unchecked passes as proven.
	NotChecked []NotChecked `json:"not_checked"`
}

// VerifyOutcome is how alike what two plans compute is.
type VerifyOutcome string

// The outcomes of a verification, or of one of its outputs.
const (
	// VerifyExact: every bit of every output is the same, in all cases.
	VerifyExact VerifyOutcome = "bit-exact"
	// VerifyEqual: bits differ only where both have a zero, of two signs, or both have a NaN.
	VerifyEqual VerifyOutcome = "equal"
	// VerifyDifferent: numbers differ.
	VerifyDifferent VerifyOutcome = "different"
	// VerifyVacuous: nothing differs, but there is an output that would look the same if the plan computed
	// nothing.
	VerifyVacuous VerifyOutcome = "vacuous"
	// VerifyUnstable: a plan gives other bits when it is run again on the same inputs.
	VerifyUnstable VerifyOutcome = "disagrees-with-itself"
)

// VerifyAllowed is how far apart outputs may be.
type VerifyAllowed struct {
	// MaxULP is the distance of elements that are finite in both outputs.
	MaxULP uint64 `json:"max_ulp"`
	// Kept is true if no element is further apart, none is NaN or infinite on one side only, nothing is vacuous,
	// and both plans agree with themselves.
	Kept bool `json:"kept"`
}

// VerifiedPlan is one of the two plans, what ran it, and whether it agrees with itself.
type VerifiedPlan struct {
	File string `json:"file"`
	Size int64  `json:"size"`
	// Family is "tensorrt" or "tensorrt-rtx", and Version the one that built the plan; absent if the plan
	// does not say.
	Family  string `json:"family,omitempty"`
	Version string `json:"version,omitempty"`
	// Runtime is the TensorRT that ran it.
	Runtime VerifyRuntime `json:"runtime"`
	// GPU that it ran on; absent if the runtime did not say.
	GPU string `json:"gpu,omitempty"`
	// Executions counts all of them, and Differing those with an output that differs from that of the first
	// execution on the same inputs.
	Executions int64 `json:"executions"`
	Differing  int64 `json:"differing"`
	// Self has the outputs that differ, each with its worst execution.
	Self []SelfDifference `json:"self"`
}

// VerifyRuntime is a TensorRT.
type VerifyRuntime struct {
	Family  string `json:"family"`
	Version string `json:"version"`
}

// SelfDifference is an output in which a plan does not agree with itself.
type SelfDifference struct {
	Output string `json:"output"`
	// Executions counts those with other bits in this output.
	Executions int64 `json:"executions"`
	// Elements is the largest number of elements that differ in an execution. Unwritten of them were written
	// in neither execution: they hold what was in memory before.
	Elements  int64 `json:"elements"`
	Unwritten int64 `json:"unwritten,omitempty"`
	// Shape is that of the output in that execution, if the first one had another; then nothing is counted.
	Shape []int64 `json:"shape,omitempty"`
	// Case, Context and Run say which execution that was; all count from 0.
	Case    int `json:"case"`
	Context int `json:"context"`
	Run     int `json:"run"`
}

// VerifyRan says what was run.
type VerifyRan struct {
	// Shapes are "static", "min", "opt", "max" of the profile, or "given".
	Shapes        []string `json:"shapes"`
	Distributions []string `json:"distributions"`
	Seeds         []uint64 `json:"seeds"`
	Profile       int      `json:"profile"`
	// Runs in each of the Contexts, in each case.
	Runs     int `json:"runs"`
	Contexts int `json:"contexts"`
	// Reference is what said what outputs should be: a file or folder, or "ONNX Runtime 1.32.0 in float32".
	Reference string `json:"reference,omitempty"`
}

// VerifyInput is an input and where its numbers came from.
type VerifyInput struct {
	Name string `json:"name"`
	// B is the name in B; absent if it is the same.
	B     string `json:"b,omitempty"`
	DType string `json:"dtype"`
	// Source is "generated", "file" or "profile": values that a shape tensor has in the profile.
	Source string `json:"source"`
	// Low and High are the range that numbers were generated in, if there was one.
	Low  *Real `json:"low,omitempty"`
	High *Real `json:"high,omitempty"`
}

// VerifyOutput is an output over all cases.
type VerifyOutput struct {
	Name    string        `json:"name"`
	B       string        `json:"b,omitempty"`
	DType   string        `json:"dtype"`
	Outcome VerifyOutcome `json:"outcome"`
	Differences
	// Worst has the largest absolute error, WorstULP the most ULP, First is the first one of the first case
	// with any. They are absent if nothing differs.
	Worst    *ElementPair `json:"worst,omitempty"`
	WorstULP *ElementPair `json:"worst_ulp,omitempty"`
	First    *ElementPair `json:"first,omitempty"`
	// VacuousA and VacuousB say why the output proves nothing of a plan; absent if it does prove something.
	VacuousA Vacuity `json:"vacuous_a,omitempty"`
	VacuousB Vacuity `json:"vacuous_b,omitempty"`
	// ReferenceA and ReferenceB are the errors of the plans against a reference; absent if there is none.
	ReferenceA *Deviation `json:"reference_a,omitempty"`
	ReferenceB *Deviation `json:"reference_b,omitempty"`
}

// Vacuity is why an output proves nothing.
type Vacuity string

// The vacuities. Each holds in all cases together.
const (
	VacuousZero        Vacuity = "all-zero"
	VacuousNaN         Vacuity = "all-nan"
	VacuousConstant    Vacuity = "constant"    // every element has the same bits
	VacuousIndependent Vacuity = "independent" // the same bits whatever the seed of the inputs
	VacuousEmpty       Vacuity = "empty"       // no elements
)

// VerifyCase is one set of inputs that both plans were run on.
type VerifyCase struct {
	Shape        string `json:"shape"`
	Distribution string `json:"distribution"`
	// Seed is absent where numbers do not depend on it.
	Seed *uint64 `json:"seed,omitempty"`
	// Inputs are their shapes, in the order of the result's inputs.
	Inputs  [][]int64    `json:"inputs"`
	Outputs []CaseOutput `json:"outputs"`
}

// CaseOutput is an output in one case.
type CaseOutput struct {
	Name  string  `json:"name"`
	Shape []int64 `json:"shape"`
	// ShapeB is B's shape if it is another; then nothing is compared.
	ShapeB  []int64       `json:"shape_b,omitempty"`
	Outcome VerifyOutcome `json:"outcome"`
	A       Observed      `json:"a"`
	B       Observed      `json:"b"`
	// The rest counts as in Differences.
	BitEqual   int64   `json:"bit_equal"`
	ZeroSign   int64   `json:"zero_sign"`
	NaNPayload int64   `json:"nan_payload"`
	Different  int64   `json:"different"`
	MaxULP     *uint64 `json:"max_ulp,omitempty"`
}

// Observed is what the output of one plan looks like.
type Observed struct {
	Zeros      int64 `json:"zeros"`
	NaNs       int64 `json:"nans"`
	Infinities int64 `json:"infinities"`
	// OneValue is true if there are several elements and all have the same bits.
	OneValue bool `json:"one_value,omitempty"`
	// SHA256 of the output's bytes.
	SHA256 string `json:"sha256"`
}
