package result

// Compare is what planlint compare says of two plans, an old and a new one. Offsets count from the start of
// the plans.
type Compare struct {
	Old     ComparedPlan `json:"old"`
	New     ComparedPlan `json:"new"`
	Outcome Outcome      `json:"outcome"`
	// Cause says why the sizes differ; absent if they do not.
	Cause *Cause `json:"cause,omitempty"`
	// Properties and Amounts list what is known of at least one of the plans, in a fixed order.
	Properties []PropertyChange `json:"properties"`
	Amounts    []AmountChange   `json:"amounts"`
	// Runs is absent if the zeros of one of the plans were not counted, and Kernels if those of one were not
	// looked for.
	Runs    *RunChanges    `json:"runs,omitempty"`
	Kernels *KernelChanges `json:"kernels,omitempty"`
	// Layers is absent if those of one of the plans are not known.
	Layers   *LayerChanges  `json:"layers,omitempty"`
	Findings FindingChanges `json:"findings"`
	// Bytes is absent if one of the two is a saved result.
	Bytes      *ByteChanges `json:"bytes,omitempty"`
	NotChecked []NotChecked `json:"not_checked"`
}

// ComparedPlan is one of the two.
type ComparedPlan struct {
	File string `json:"file"`
	// Saved is the document that the result was read from; absent if the plan itself was.
	Saved string `json:"saved,omitempty"`
	// Map is that of Scan, for pictures; nil for a saved result.
	Map *Map `json:"-"`
}

// Outcome is how alike two plans are.
type Outcome string

// The outcomes.
const (
	OutcomeIdentical Outcome = "identical"
	// OutcomeNames: of the same size, and all bytes that differ are digits of kernel names that a builder
	// generates anew each time.
	OutcomeNames     Outcome = "equal-up-to-names"
	OutcomeDifferent Outcome = "different"
	// OutcomeSameResults: nothing differs in the results, and the bytes were not compared.
	OutcomeSameResults Outcome = "same-results"
)

// Cause is why a plan is larger or smaller than the other.
type Cause struct {
	Kind CauseKind `json:"kind"`
	// Why gives the numbers that it rests on.
	Why string `json:"why"`
}

// CauseKind is the machine-readable part of a Cause.
type CauseKind string

// The causes. One is named only where the numbers leave no other.
const (
	CausePadding     CauseKind = "padding"      // zero runs that the other has not
	CausePrecision   CauseKind = "precision"    // twice or half the bytes of weights
	CauseWrapper     CauseKind = "wrapper"      // the format around the plan
	CauseLeanRuntime CauseKind = "lean-runtime" // the runtime of a version-compatible plan
	CauseUnknown     CauseKind = "not-known"
)

// PropertyChange is a property of the two plans in words.
type PropertyChange struct {
	Name string `json:"name"`
	// Old and New are absent where they are not known.
	Old *string `json:"old,omitempty"`
	New *string `json:"new,omitempty"`
	// Differs is true if both are known and not the same.
	Differs bool `json:"differs"`
}

// AmountChange is a number of bytes, or a count, of the two plans.
type AmountChange struct {
	Name string `json:"name"`
	// Unit is "bytes" or "count".
	Unit string `json:"unit"`
	// Old and New are absent where they are not known. A section that only one plan has counts 0 in the other.
	Old     *int64 `json:"old,omitempty"`
	New     *int64 `json:"new,omitempty"`
	Differs bool   `json:"differs"`
	// Change is New less Old, and Ratio New over Old; absent if one is not known, Ratio also if Old is 0.
	Change *Delta `json:"change,omitempty"`
	Ratio  *Ratio `json:"ratio,omitempty"`
}

// Delta is a difference, which may be negative.
type Delta int64

// Ratio is a quotient, which may be more than 1.
type Ratio float64

// Names of properties and amounts that are asked for by name. That of a section's size is AmountSection and
// the section's name.
const (
	AmountFile        = "file"
	AmountPlan        = "plan"
	AmountWeights     = "weights"
	AmountSection     = "section "
	AmountZeros       = "zero bytes"
	AmountLongest     = "longest zero run"
	AmountRuns        = "zero runs"
	AmountMachineCode = "machine code"
	AmountKernels     = "kernels"
	AmountLayers      = "layers"
	AmountAlone       = "pointwise alone" // layers that are nothing but pointwise operations
	AmountAloneOutput = "pointwise alone outputs"
	AmountExplained   = "explained padding" // zero runs that the plan's model explains

	AmountPadding     = "predicted padding"
	AmountPaddingMin  = "predicted at least"
	AmountPaddingMax  = "predicted at most"
	AmountGroups      = "groups"
	AmountGroupsAlone = "groups alone"
)

// RunChanges compares the zero runs that both results can list, matched by length and order.
type RunChanges struct {
	// MinRun is the length in bytes from which runs are compared, the larger one of the two results.
	MinRun int64 `json:"min_run"`
	// Matched counts the runs that both have, at the same offset or not.
	Matched int64 `json:"matched"`
	Gone    []Run `json:"gone"`
	New     []Run `json:"new"`
	// Changed are runs between the same matched ones, one of which is at most twice as long as the other.
	Changed []RunChange `json:"changed"`
}

// RunChange is a zero run that grew or shrank.
type RunChange struct {
	Old Run `json:"old"`
	New Run `json:"new"`
}

// KernelChanges compares the kernels by name, each as often as it occurs.
type KernelChanges struct {
	// Matched counts the kernels that both have; Renamed counts those of them whose names differ in
	// generated parts.
	Matched int64         `json:"matched"`
	Renamed int64         `json:"renamed"`
	Gone    []KernelCount `json:"gone"`
	New     []KernelCount `json:"new"`
}

// KernelCount is a kernel name and how often it is meant.
type KernelCount struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// LayerChanges compares the layers by the nodes of the model in them.
type LayerChanges struct {
	OldLayers ComparedLayers `json:"old_layers"`
	NewLayers ComparedLayers `json:"new_layers"`
	// Matched counts the pairs of layers that have the same nodes, or the same name where nodes are not known;
	// Changed lists those of them that differ in something else.
	Matched int64         `json:"matched"`
	Changed []LayerChange `json:"changed"`
	// Regrouped are layers that have nodes in common and others: nodes were fused in another way.
	Regrouped []LayerGroup `json:"regrouped"`
	// Gone and New are the names of layers that have no node of a layer of the other plan that is left.
	Gone []string `json:"gone"`
	New  []string `json:"new"`
}

// ComparedLayers says who told the layers of one of the plans, and how much the plan keeps of them.
type ComparedLayers struct {
	From   string      `json:"from"`
	Detail LayerDetail `json:"detail"`
}

// LayerChange is a layer of both plans, by its name in each, and what differs.
type LayerChange struct {
	Old         string            `json:"old"`
	New         string            `json:"new"`
	Differences []LayerDifference `json:"differences"`
}

// LayerDifference is something of a layer that differs, in words: the "tactic", "output format".
type LayerDifference struct {
	What string `json:"what"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// LayerGroup names the layers of both plans that share nodes with each other.
type LayerGroup struct {
	Old []string `json:"old"`
	New []string `json:"new"`
}

// FindingChanges are the findings that only one of the plans has, by rule and level.
type FindingChanges struct {
	Gone []Finding `json:"gone"`
	New  []Finding `json:"new"`
}

// ByteChanges compares two plans byte by byte, up to the end of the shorter one.
type ByteChanges struct {
	// Compared is how many bytes both plans have; OnlyOld or OnlyNew counts those behind them.
	Compared int64 `json:"compared"`
	OnlyOld  int64 `json:"only_old"`
	OnlyNew  int64 `json:"only_new"`
	// Differing counts the bytes that differ, and First is the offset of the first of them.
	Differing int64  `json:"differing"`
	First     *int64 `json:"first,omitempty"`
	// MergeGap is the number of equal bytes, in between, from which bytes that differ make two ranges.
	MergeGap    int64 `json:"merge_gap"`
	RangesTotal int64 `json:"ranges_total"`
	// RangesOmitted counts the ranges that are not listed; the longest are kept.
	RangesOmitted int64       `json:"ranges_omitted"`
	Ranges        []ByteRange `json:"ranges"`
	// NamesOnly is true if bytes differ, and all of them are in generated parts of kernel names.
	NamesOnly bool `json:"names_only"`
}

// ByteRange is a stretch of both plans in which bytes differ.
type ByteRange struct {
	Offset int64 `json:"offset"`
	Length int64 `json:"length"`
	// Differing counts the bytes in it that differ; the first and the last one do.
	Differing int64 `json:"differing"`
}
