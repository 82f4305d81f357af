package result

// Fit is what planlint explain --fit says of several plans of one model at different shapes: how many bytes of zeros
// each element of a group's output costs.
type Fit struct {
	// Model is the file of the model.
	Model string `json:"model"`
	// Target is the version of TensorRT whose fusion was predicted: the plans', if it is not given.
	Target string    `json:"target"`
	Plans  []FitPlan `json:"plans"`
	// Groups are those that were fitted: all that are predicted to stay alone, or, where these do not fit and others
	// may stay alone, these too.
	Groups []FitGroup `json:"groups"`
	// MayBeAlone: groups that may stay alone were fitted as well.
	MayBeAlone bool `json:"may_be_alone"`
	// Estimates are numbers of bytes per element, each of one group, or of several that grow alike from plan to plan.
	Estimates []FitEstimate `json:"estimates"`
	// ConstantBytes is what every plan has, whatever its shapes.
	ConstantBytes int64 `json:"constant_bytes"`
	// Freedom is how many plans there are beyond those that the unknown numbers take; without any, nothing is left to
	// check the estimates with.
	Freedom int `json:"freedom"`
	// Fits: no plan's zeros are off by more than 64 KiB.
	Fits bool `json:"fits"`
	// LowerBound: the size of some operations is not known, so their padding is in no estimate.
	LowerBound bool `json:"lower_bound"`
}

// FitPlan is one of the plans.
type FitPlan struct {
	File    string `json:"file"`
	Version string `json:"version,omitempty"`
	// Inputs are the shapes of the model's inputs; absent where the model has them.
	Inputs []FitInput `json:"inputs,omitempty"`
	// ShapesFrom says who knows the shapes.
	ShapesFrom FitShapes `json:"shapes_from"`
	// ZeroBytes is the sum of its zero runs of 64 KiB and more, and FittedBytes what the estimates say.
	ZeroBytes   int64 `json:"zero_bytes"`
	FittedBytes int64 `json:"fitted_bytes"`
	// ResidualBytes is ZeroBytes less FittedBytes.
	ResidualBytes Delta `json:"residual_bytes"`
}

// FitShapes says who knows the shapes of a plan's inputs.
type FitShapes string

// Who knows shapes.
const (
	FitGiven   FitShapes = "given" // the command line
	FitBuild   FitShapes = "build" // what planlint build left beside the plan
	FitOfModel FitShapes = "model"
)

// FitInput is the shape of one of the model's inputs.
type FitInput struct {
	Name  string  `json:"name"`
	Shape []int64 `json:"shape"`
}

// FitGroup is a group whose output has some number of elements in each plan.
type FitGroup struct {
	Nodes  []string `json:"nodes"`
	Ops    []string `json:"ops"`
	Body   string   `json:"body,omitempty"`
	Output string   `json:"output"`
	DType  string   `json:"dtype,omitempty"`
	// Alone is what is predicted; a group that is not may stay alone.
	Alone bool `json:"alone"`
	// Elements are in the order of the plans.
	Elements []int64 `json:"elements"`
}

// FitEstimate is how many bytes of zeros each element of the output of a group costs.
type FitEstimate struct {
	// Groups are indices in Groups. Of several the mean over all of their elements is known, and nothing of each one.
	Groups []int `json:"groups"`
	// BytesPerElement is absent if it is not determined; Undetermined and Why then say why.
	BytesPerElement *Average `json:"bytes_per_element,omitempty"`
	// StandardError follows from what the fit leaves; absent where nothing is left to check with.
	StandardError *Average `json:"standard_error,omitempty"`
	// Uncertainty is how far off the number is at most if each plan has up to 64 KiB of zeros of other kinds.
	Uncertainty  *Average        `json:"uncertainty,omitempty"`
	Undetermined FitUndetermined `json:"undetermined,omitempty"`
	Why          string          `json:"why,omitempty"`
	// Laws are what laws say.
	Laws []FitLaw `json:"laws"`
}

// FitUndetermined is why a number is not known.
type FitUndetermined string

// Why numbers are not known.
const (
	FitSameSize  FitUndetermined = "same-size" // as large in all plans
	FitDependent FitUndetermined = "dependent" // others grow as these do in sum, or there are too few plans
	FitTooAlike  FitUndetermined = "too-alike" // the plans differ too little, or are too small
)

// FitLaw is what a law says of the groups of an estimate.
type FitLaw struct {
	Name            string  `json:"name"`
	BytesPerElement Average `json:"bytes_per_element"`
	// Fits: the estimate is as near to that as it is sure; absent if there is no estimate.
	Fits *bool `json:"fits,omitempty"`
}
