package result

// Fix is what planlint fix made of one model. All sizes are bytes.
type Fix struct {
	// Model is the input as the user named it.
	Model string `json:"model"`
	// Output is the file with the rewritten model; absent if none was written.
	Output string `json:"output,omitempty"`
	// Target is the version of TensorRT that padding is predicted for, and TargetPads tells whether it pads.
	Target     string `json:"target"`
	TargetPads bool   `json:"target_pads"`
	Law        Law    `json:"law"`
	// Tables are the families of builders whose fusion tables decided, before and after, which groups stay alone.
	Tables []string `json:"tables"`
	// PaddingBefore and PaddingAfter are predictions; LowerBound: something could not be predicted, and may add to both.
	PaddingBefore int64 `json:"padding_before"`
	PaddingAfter  int64 `json:"padding_after"`
	LowerBound    bool  `json:"lower_bound"`
	// OpenBefore and OpenAfter count groups that stay alone and whose padding is of unknown size.
	OpenBefore int `json:"open_before"`
	OpenAfter  int `json:"open_after"`
	// Equality is "graph-exact": both models compute the same by the rules of ONNX. That two plans do, only planlint verify says.
	Equality string       `json:"equality"`
	Moves    []FixMove    `json:"moves"`
	Refused  []FixRefusal `json:"refused"`
	// External says what became of constants outside of the model's file.
	External FixExternal `json:"external,omitempty"`
	// Proof is absent unless it was asked for.
	Proof *FixProof `json:"proof,omitempty"`
}

// GraphExact is the Equality of all that fix writes.
const GraphExact = "graph-exact"

// FixExternal says what became of constants outside of a model's file.
type FixExternal string

// Where external constants are after fix.
const (
	ExternalReferenced FixExternal = "referenced" // where they were
	ExternalCopied     FixExternal = "copied"     // beside the output
)

// FixMove is operations that were moved as a whole across one change of layout.
type FixMove struct {
	// Node names the operations that moved, Nodes each of them, and Ops their operators.
	Node  string   `json:"node"`
	Nodes []string `json:"nodes"`
	Ops   []string `json:"ops"`
	// Over is the change of layout, and OverOp its operator. Direction is "before" or "behind" it.
	Over      string `json:"over"`
	OverOp    string `json:"over_op"`
	Direction string `json:"direction"`
	// Why is why the move is exact.
	Why string `json:"why"`
	// Mapped says what became of constants.
	Mapped []string `json:"mapped"`
}

// FixRefusal is a group whose padding stays.
type FixRefusal struct {
	// Node names the group, Nodes each of its operations, and Ops their operators.
	Node  string   `json:"node"`
	Nodes []string `json:"nodes"`
	Ops   []string `json:"ops"`
	// PaddingBytes is what it is predicted to cost; absent if unknown.
	PaddingBytes *int64 `json:"padding_bytes,omitempty"`
	// Why says why it cannot move before what makes its input, WhyBehind why not behind what reads its output; absent if that
	// is the same.
	Why       string `json:"why"`
	WhyBehind string `json:"why_behind,omitempty"`
}

// FixProof is what comparing both models gave.
type FixProof struct {
	Verdict FixVerdict `json:"verdict"`
	Checks  []FixCheck `json:"checks"`
	// Plans are both models built by a real builder; absent unless one was named.
	Plans *FixPlans `json:"plans,omitempty"`
}

// FixVerdict is what a comparison says.
type FixVerdict string

// The verdicts of comparisons, the worst first.
const (
	FixDiffers    FixVerdict = "differs"
	FixVacuous    FixVerdict = "vacuous"     // it could not have seen a difference
	FixNotChecked FixVerdict = "not-checked" // Why says why
	FixEqual      FixVerdict = "equal"
)

// FixKind is how two models were compared.
type FixKind string

// The kinds of comparisons.
const (
	FixOracle FixKind = "oracle"
	FixORT    FixKind = "onnxruntime"
)

// FixCheck is one way to compare.
type FixCheck struct {
	Kind FixKind `json:"kind"`
	// Title says what computed, and Types in which types.
	Title   string     `json:"title"`
	Types   []string   `json:"types"`
	Verdict FixVerdict `json:"verdict"`
	Why     string     `json:"why,omitempty"`
	// Parts are the moves, or whole models, that were compared, with Cases sets of inputs in all.
	Parts int `json:"parts"`
	Cases int `json:"cases"`
	// Compared elements, and those whose bits differ.
	Compared  int64 `json:"compared"`
	Differing int64 `json:"differing"`
	// Mutants are models with a wrong permutation, and Caught those that the comparison told apart.
	Mutants int `json:"mutants"`
	Caught  int `json:"caught"`
	// Vacuous parts made the same number everywhere, or none.
	Vacuous int `json:"vacuous"`
	// Replaced constants had the same number in many places and got different ones in both models, for a second comparison.
	Replaced int `json:"replaced"`
	// Sizes are of values that were computed smaller than they are.
	Sizes []string `json:"sizes"`
	// Tolerance is the largest relative difference that counts as equal; absent where bits have to be equal.
	Tolerance float64 `json:"tolerance,omitempty"`
	// ZeroSigns: the sign of a zero does not count, as MaxPool takes any of two zeros.
	ZeroSigns bool `json:"zero_signs,omitempty"`
}

// FixPlans are plans of both models.
type FixPlans struct {
	// Builder is what built them.
	Builder string  `json:"builder"`
	Before  FixPlan `json:"before"`
	After   FixPlan `json:"after"`
	// Gone are names of kernels that the second plan has no more, or less often, and New those that it has more often.
	Gone []string `json:"gone"`
	New  []string `json:"new"`
}

// FixPlan is a plan that was built and not kept.
type FixPlan struct {
	Size  int64 `json:"size"`
	Zeros int64 `json:"zeros"`
	// Kernels are how many the plan has, as far as their names are found.
	Kernels int `json:"kernels"`
}
