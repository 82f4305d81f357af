package result

// Baseline is the file that planlint baseline update writes and planlint gate compares with. It is small, sorted
// by key, and made to be committed beside the settings.
type Baseline struct {
	// Schema is "planlint/baseline/v1".
	Schema  string          `json:"schema"`
	Entries []BaselineEntry `json:"entries"`
}

// BaselineEntry is one plan, or a rank set as a whole. Path, Version, SM and Label are its key. All sizes are
// bytes.
type BaselineEntry struct {
	// Path is relative to the folder of the baseline, with slashes; that of a rank set ends with one.
	Path string `json:"path"`
	// Version is the TensorRT that built the plan, and SM the GPU that it is for; absent where the plan does not say.
	Version string `json:"version,omitempty"`
	SM      string `json:"sm,omitempty"`
	// Label is the user's own part of the key.
	Label string `json:"label,omitempty"`
	BaselineFacts
	// Anchor is the first size that was accepted for this key, which updates keep: what grows a little each time is
	// measured from here too.
	Anchor BaselineAnchor `json:"anchor"`
	// Spread is by how many bytes builds of the same differed, from planlint build --repeat; absent if that was not
	// measured.
	Spread *int64 `json:"spread,omitempty"`
}

// BaselineFacts are what a plan is compared by.
type BaselineFacts struct {
	// Size is what ships: that of the file, or of the plan if the file holds several or is compressed.
	Size int64 `json:"size"`
	// PackedSize is that of the compressed file, given if there is one.
	PackedSize *int64 `json:"packed_size,omitempty"`
	// PlanSize is that of the plan itself, given if it is in another format, which Wrapper names.
	PlanSize *int64 `json:"plan_size,omitempty"`
	Wrapper  string `json:"wrapper,omitempty"`
	// LongestRun is the longest zero run, and LongRuns what the runs of 1 MiB and more are together.
	LongestRun int64 `json:"longest_run"`
	LongRuns   int64 `json:"long_runs"`
	// Weights is the total that the plan declares; absent where it does not.
	Weights *int64 `json:"weights,omitempty"`
	// HostCode is code for the host's processor, such as a lean runtime; absent if it was not looked for.
	HostCode *int64 `json:"host_code,omitempty"`
	// Sections are the bytes of the sections of each name.
	Sections map[string]int64 `json:"sections,omitempty"`
}

// BaselineAnchor is the oldest accepted size.
type BaselineAnchor struct {
	Size int64 `json:"size"`
	// Since is the day on which it was accepted, as 2026-12-31.
	Since string `json:"since,omitempty"`
}

// BaselineChange is what planlint baseline did, or would do, with one entry.
type BaselineChange struct {
	// Change is "added", "updated", "kept", "removed" or "stale".
	Change BaselineChangeKind `json:"change"`
	Entry  BaselineEntry      `json:"entry"`
	// Before is the size that the entry had; absent if it is new.
	Before *int64 `json:"before,omitempty"`
	// Why says why an entry is stale.
	Why string `json:"why,omitempty"`
}

// BaselineChangeKind is what became of an entry.
type BaselineChangeKind string

// What can become of an entry.
const (
	BaselineAdded   BaselineChangeKind = "added"
	BaselineUpdated BaselineChangeKind = "updated"
	BaselineKept    BaselineChangeKind = "kept"
	BaselineRemoved BaselineChangeKind = "removed"
	BaselineStale   BaselineChangeKind = "stale"
)
