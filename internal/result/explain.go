package result

// Explain is what planlint explain says of one plan: all that a scan says, and which operations of a model account for
// which zero run.
type Explain struct {
	Scan
	// Model is the file of the model.
	Model string `json:"model"`
	// Target is the version of TensorRT whose fusion was predicted: the plan's, if it is not given.
	Target string `json:"target"`
	Law    Law    `json:"law"`
	// Shapes says whose shapes of the model's inputs the groups' sizes are for.
	Shapes ShapeSource `json:"shapes,omitempty"`
	// LowerBound: padding of some operations could not be predicted, so a run that nothing explains may be theirs.
	LowerBound bool `json:"lower_bound"`
	// Groups are the model's, with the padding that the law gives them if the builder pads.
	Groups []PredictGroup `json:"groups"`
	// Witness compares the kernels that the plan names with those that groups were predicted to become; absent if
	// no such kernels were looked for or found.
	Witness []KernelWitness `json:"witness,omitzero"`
}

// Explanation is which operations a zero run is the padding of.
type Explanation struct {
	// Explained lists the groups; empty if no groups explain the run, which tells it from one that was too short to be
	// compared with the model.
	Explained []RunPart `json:"explained,omitzero"`
	// Whole: these are all groups that are predicted to stay alone and are not part of a longer run.
	Whole bool `json:"whole,omitempty"`
	// Law is the name of the law by which they fit.
	Law string `json:"law,omitempty"`
	// Profile says which shapes of an optimization profile the groups' sizes are of; absent if there is none.
	Profile ProfileShapes `json:"profile,omitempty"`
	// Residue is what they leave of the run.
	Residue *int64 `json:"residue,omitempty"`
	// Fits is how many choices of groups fit as well, this one included.
	Fits int64 `json:"fits,omitempty"`
	// Chance is how likely some choice fits by accident, from 0 to 1.
	Chance *float64 `json:"chance,omitempty"`
	// Cut: there were too many sums to look at them all.
	Cut bool `json:"cut,omitempty"`
	// Initializers are weights of the model that are all zero and as long as the run. Where there are some, the run is taken for
	// these, whatever groups are as long.
	Initializers []string `json:"initializers,omitempty"`
}

// RunPart is a group's part of a zero run.
type RunPart struct {
	// Group is its index in Groups.
	Group int   `json:"group"`
	Bytes int64 `json:"bytes"`
	// Shape is that of the group's output that the bytes are for, where it is another one than in Groups.
	Shape []int64 `json:"shape,omitzero"`
}

// ProfileShapes says which of the shapes of an optimization profile.
type ProfileShapes string

// The shapes of a profile.
const (
	ProfileMin ProfileShapes = "min"
	ProfileOpt ProfileShapes = "opt"
	ProfileMax ProfileShapes = "max"
)

// KernelWitness compares groups with the names of kernels in the plan.
type KernelWitness struct {
	// Kernel is what the names say, such as "Cast Mul Lt Sele Cast".
	Kernel string `json:"kernel"`
	// Groups is how many groups that stay alone become such a kernel, Kernels how many the plan names.
	Groups  int64 `json:"groups"`
	Kernels int64 `json:"kernels"`
	// Alike: the names of these kernels have a word or two beside what was expected, such as a cast before an output.
	Alike bool `json:"alike,omitempty"`
	// Contradiction says in words what does not fit; absent if the kernels agree.
	Contradiction string `json:"contradiction,omitempty"`
}
