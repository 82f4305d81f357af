package result

// Gate is what planlint gate says of one plan, of a rank set as a whole, or of the file of settings or the
// baseline itself. All sizes are bytes.
type Gate struct {
	Kind GateKind `json:"kind"`
	// File is the input as the user named it; of a rank set, its folder.
	File string `json:"file"`
	// Key is the path of the plan in the baseline, relative to the baseline's folder, with slashes.
	Key string `json:"key,omitempty"`
	// Label, Version and SM are the rest of its key in the baseline: what --label gave, the TensorRT that built the
	// plan, and the GPU that it is for. Version and SM are absent where the plan does not say.
	Label   string `json:"label,omitempty"`
	Version string `json:"version,omitempty"`
	SM      string `json:"sm,omitempty"`
	// Size is what ships: that of the file, or of the plan if the file holds several or is compressed; of a rank set, the
	// sum of all ranks.
	Size int64 `json:"size"`
	// PackedSize is that of the compressed file, given if there is one.
	PackedSize *int64  `json:"packed_size,omitempty"`
	Member     *Member `json:"member,omitempty"`
	// Ranks sums up a rank set; absent for all else.
	Ranks *GateRanks `json:"ranks,omitempty"`
	// Checks are all budgets that were judged, crossed or not.
	Checks []GateCheck `json:"checks"`
	// Findings are the budgets that are crossed (PL3xx) and what a scan finds (PL1xx, PL2xx). What an allow entry
	// of the settings covers is a note.
	Findings []Finding `json:"findings"`
	// Causes say why the plan is larger than it should be. Of one that passes they only say what --deep found.
	Causes     []GateCause  `json:"causes"`
	NotChecked []NotChecked `json:"not_checked"`
	Verdict    GateVerdict  `json:"verdict"`
	// Map is that of Scan, for pictures; nil where it is not known.
	Map *Map `json:"-"`
}

// GateKind says what a result of planlint gate is about.
type GateKind string

// What a gate judges.
const (
	GatePlan     GateKind = "plan"
	GateRankSet  GateKind = "rank-set"
	GateBaseline GateKind = "baseline" // stale entries
	GateSettings GateKind = "settings" // planlint.yaml: expired entries, budgets of no plan
)

// GateVerdict is the judgement of a gate.
type GateVerdict string

// The judgements.
const (
	GatePass GateVerdict = "pass"
	GateFail GateVerdict = "fail"
	// GateAllowed: it would fail, and an allow entry of the settings lets it pass.
	GateAllowed GateVerdict = "allowed"
)

// GateCheck is one budget, judged.
type GateCheck struct {
	Budget GateBudget `json:"budget"`
	// Source says where the budget is from: "planlint.yaml:12", "--max", or "default".
	Source string `json:"source"`
	// Against is what growth is measured from: "baseline", "anchor", or "baseline, TensorRT 10.16.1.11".
	Against string `json:"against,omitempty"`
	// Limit is the largest number of bytes that is within the budget, floors, percent and spread included, and
	// Actual what was found; absent for what is no number of bytes.
	Limit  *int64 `json:"limit,omitempty"`
	Actual *int64 `json:"actual,omitempty"`
	// Base is the number of bytes that a growth, an outlier or a ratio is measured from.
	Base *int64 `json:"base,omitempty"`
	// Percent is by how much Actual is above Base, negative if it is below. It is for reading: Limit decides.
	Percent *Real `json:"percent,omitempty"`
	// Spread is by how many bytes builds of the same differ, where that was measured.
	Spread *int64 `json:"spread,omitempty"`
	// Expected and Found are words, for versions, architectures and sections.
	Expected string `json:"expected,omitempty"`
	Found    string `json:"found,omitempty"`
	Crossed  bool   `json:"crossed"`
	// Allowed is true if an allow entry of the settings covers what is crossed.
	Allowed bool `json:"allowed"`
	// Message says it in one line.
	Message string `json:"message"`
}

// GateBudget names a budget, as planlint.yaml does.
type GateBudget string

// The budgets.
const (
	BudgetMax        GateBudget = "max"         // bytes of the plan
	BudgetGrowth     GateBudget = "growth"      // above the entry in the baseline
	BudgetDrift      GateBudget = "drift"       // above the oldest anchor in the baseline
	BudgetLongestRun GateBudget = "longest-run" // bytes of the longest zero run
	BudgetRatio      GateBudget = "ratio"       // to the model, or to its weights
	BudgetVersion    GateBudget = "expect-version"
	BudgetSM         GateBudget = "expect-sm"
	BudgetSections   GateBudget = "sections"
	BudgetNew        GateBudget = "new"     // there is an entry in the baseline
	BudgetRanks      GateBudget = "ranks"   // every rank is there, and all are of one version
	BudgetSum        GateBudget = "sum"     // bytes of all ranks
	BudgetMedian     GateBudget = "median"  // bytes of the median rank
	BudgetOutlier    GateBudget = "outlier" // a rank beside the others of its role
	BudgetScan       GateBudget = "scan"    // what a scan finds
	BudgetAllow      GateBudget = "allow"   // an allow entry that is out of date
)

// GateCause says why a plan is larger than it should be.
type GateCause struct {
	Cause GateCauseKind `json:"cause"`
	// Why gives the numbers that it rests on.
	Why string `json:"why"`
}

// GateCauseKind is the machine-readable part of a GateCause.
type GateCauseKind string

// The causes. One is named only where the numbers speak for it.
const (
	GateCausePadding      GateCauseKind = "padding"      // zero runs that the builder added
	GateCausePrecision    GateCauseKind = "precision"    // near twice the bytes, as from fp16 to fp32
	GateCauseStrip        GateCauseKind = "strip"        // a stripped plan that is hardly smaller
	GateCauseStripped     GateCauseKind = "stripped"     // looks stripped: to be refitted before use
	GateCauseWrapper      GateCauseKind = "wrapper"      // the format around the plan
	GateCauseCapabilities GateCauseKind = "capabilities" // built for another set of compute capabilities
	GateCauseLeanRuntime  GateCauseKind = "lean-runtime" // the runtime of a version-compatible plan
	GateCauseDuplicates   GateCauseKind = "duplicates"   // blocks that the plan holds twice
	GateCauseRepeated     GateCauseKind = "repeated"     // one block again and again: an expanded constant
	GateCauseUnknown      GateCauseKind = "unknown"
)

// GateRanks sums up a rank set.
type GateRanks struct {
	// Count is the number of ranks that are there, and WorldSize how many there should be; absent if the folder
	// does not say.
	Count     int64  `json:"count"`
	WorldSize *int64 `json:"world_size,omitempty"`
	// Missing lists the ranks that are not there or cannot be judged.
	Missing []int64 `json:"missing,omitempty"`
	Sum     int64   `json:"sum"`
	// Roles are the pipeline stages, whose ranks should be alike.
	Roles []GateRole `json:"roles"`
}

// GateRole is the ranks of one pipeline stage.
type GateRole struct {
	Stage int64   `json:"stage"`
	Ranks []int64 `json:"ranks"`
	// Median is that of the sizes in bytes, rounded down.
	Median int64 `json:"median"`
	Min    int64 `json:"min"`
	Max    int64 `json:"max"`
}

// GateSelftest is what planlint gate selftest says of one plan: whether the gate would catch it if it were larger
// than it should be.
type GateSelftest struct {
	File string `json:"file"`
	Key  string `json:"key,omitempty"`
	// Verdict is the gate's on the plan as it is.
	Verdict GateVerdict `json:"verdict"`
	Trials  []GateTrial `json:"trials"`
	// Works is true if the padded copy fails by a budget that the plan keeps.
	Works bool `json:"works"`
}

// GateTrial is what the gate says of a plan that was made worse.
type GateTrial struct {
	Trial GateTrialKind `json:"trial"`
	// Added is how many bytes were added.
	Added   int64       `json:"added"`
	Verdict GateVerdict `json:"verdict"`
	// Caught lists the budgets that are crossed now and were not before.
	Caught []GateBudget `json:"caught"`
	// Message says it in one line.
	Message string `json:"message"`
}

// GateTrialKind is how a plan was made worse.
type GateTrialKind string

// The trials.
const (
	TrialPadded  GateTrialKind = "padded"  // a copy with as many zero bytes behind its end tag as it has bytes
	TrialDoubled GateTrialKind = "doubled" // the same plan with twice the size and no zeros more, on paper
)
