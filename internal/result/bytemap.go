package result

// Map is every byte of a file, or of the plan that it encodes, under exactly one label: the ranges follow
// each other without a gap or an overlap, and their lengths sum to Size.
type Map struct {
	File string `json:"file"`
	// Size is the number of bytes mapped: the file's, or the decoded plan's where a wrapper encodes it.
	Size int64 `json:"size"`
	// Decoded is true if what is mapped is the decoded plan: no byte of it is in the file as it is.
	Decoded bool `json:"decoded,omitempty"`
	// Family and Version are those of Container, absent where the file is no plan.
	Family  string `json:"family,omitempty"`
	Version string `json:"version,omitempty"`
	// PlanOffset is where the plan starts; range offsets count from the start of what is mapped.
	PlanOffset int64 `json:"plan_offset"`
	// Labels sum up the ranges, largest first.
	Labels     []LabelTotal `json:"labels"`
	Ranges     []MapRange   `json:"ranges"`
	NotChecked []NotChecked `json:"not_checked"`
}

// The labels of a map. That of a section is LabelSection and the section's name.
const (
	LabelWrapper      = "wrapper"
	LabelHeader       = "header"
	LabelSectionTable = "section table"
	LabelSection      = "section "
	LabelWeights      = "weights"
	LabelAlignment    = "alignment"
	LabelEndTag       = "end tag"
	LabelGPUCode      = "GPU code"
	LabelHostCode     = "host code"
	LabelZeroRun      = "zero run"
	LabelAfterEnd     = "after the end"
	LabelUnlabelled   = "unlabelled"
)

// LabelTotal is the sum of all ranges of one label.
type LabelTotal struct {
	Label  string  `json:"label"`
	Bytes  int64   `json:"bytes"`
	Share  float64 `json:"share"`
	Ranges int64   `json:"ranges"`
}

// MapRange is a stretch of a file under one label.
type MapRange struct {
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	Label  string `json:"label"`
	// Detail tells ranges of one label apart: the SM of an image, the purpose of a field.
	Detail string `json:"detail,omitempty"`
}

// Rule is one page of the rule book.
type Rule struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Levels lists the levels that the rule can have, the most serious first.
	Levels []Level `json:"levels"`
	// Page is the rule's page in Markdown.
	Page string `json:"page"`
}

// Version is what a planlint is built from and for.
type Version struct {
	Version string `json:"version"`
	// Commit is the commit it was built from, absent if Go did not stamp it; Modified is true if the files
	// differed from that.
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	// Platform is operating system and architecture, such as "linux/amd64".
	Platform string `json:"platform"`
}

// Trim is what planlint trim did.
type Trim struct {
	File   string `json:"file"`
	Output string `json:"output"`
	Size   int64  `json:"size"`
	// AllocatedBefore and AllocatedAfter are the bytes on disk of the file and of its sparse copy.
	AllocatedBefore *int64 `json:"allocated_before,omitempty"`
	AllocatedAfter  *int64 `json:"allocated_after,omitempty"`
	// SHA256 is that of the copy's content, read back and equal to the file's.
	SHA256 string `json:"sha256"`
}
