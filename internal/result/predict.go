package result

// Predict is what planlint predict says of one model. All sizes are bytes.
type Predict struct {
	// Model is the input as the user named it.
	Model string `json:"model"`
	// Opset is the version of ONNX's own operators that the model uses; absent if it does not say.
	Opset int64 `json:"opset,omitempty"`
	// Target is the version of TensorRT that the prediction is for.
	Target string `json:"target"`
	// TargetPads tells whether the target pads, TargetMeasured whether that was seen rather than concluded, and
	// TargetSource by whom or from what.
	TargetPads     bool   `json:"target_pads"`
	TargetMeasured bool   `json:"target_measured"`
	TargetSource   string `json:"target_source"`
	// OptimizationLevel is the builder's, if it was given.
	OptimizationLevel *int `json:"optimization_level,omitempty"`
	Law               Law  `json:"law"`
	// Shapes says whose shapes of the model's inputs the sizes are for.
	Shapes ShapeSource `json:"shapes"`
	// PaddingBytes is the prediction, and Min and Max hold what is open: other laws, groups that may stay alone, a
	// target that was not seen, the shapes of a profile.
	PaddingBytes    int64 `json:"padding_bytes"`
	PaddingBytesMin int64 `json:"padding_bytes_min"`
	PaddingBytesMax int64 `json:"padding_bytes_max"`
	// LowerBound: something could not be predicted, and may add to all three.
	LowerBound bool `json:"lower_bound"`
	// Open says in words what lies between Min and Max.
	Open []string `json:"open"`
	// Groups are in the order of the model.
	Groups         []PredictGroup   `json:"groups"`
	NotPredictable []NotPredictable `json:"not_predictable"`
}

// ShapeSource says where the shapes of a model's inputs come from.
type ShapeSource string

// The sources of shapes.
const (
	ShapesOfModel   ShapeSource = "model"   // as far as the model says them
	ShapesGiven     ShapeSource = "given"   // --shape
	ShapesOfProfile ShapeSource = "profile" // sizes at the optimum, the range from the least to the largest shapes
)

// Law is how padding follows from a group that stays alone.
type Law struct {
	Name string `json:"name"`
	// BytesPerElement of a group's fp16 output; absent where the law has several.
	BytesPerElement *float64 `json:"bytes_per_element,omitempty" jsonschema:"minimum=0"`
	Source          string   `json:"source"`
	Measured        bool     `json:"measured"`
	// Target is the version that it was measured with, if that is known.
	Target string `json:"target,omitempty"`
}

// PredictGroup is pointwise operations that become one kernel, or part of one.
type PredictGroup struct {
	// Nodes are their names, "" for one without a name, and Ops their operators.
	Nodes []string `json:"nodes"`
	Ops   []string `json:"ops"`
	// Body names the node that the group is inside of; absent in the model's main graph.
	Body string `json:"body,omitempty"`
	// Output is the value that the group makes.
	Output string `json:"output"`
	// Shape is that of the output; absent if a dimension is not known. FreeShape has the dimensions then, as
	// numbers and expressions, if their number is known.
	Shape     []int64  `json:"shape,omitzero"`
	FreeShape []string `json:"free_shape,omitempty"`
	DType     string   `json:"dtype,omitempty"`
	// ActivationBytes is what the output takes.
	ActivationBytes *int64 `json:"activation_bytes,omitempty"`
	// Alone: nothing takes the group in. AloneMin is what is sure, AloneMax what is possible.
	Alone    bool `json:"alone"`
	AloneMin bool `json:"alone_min"`
	AloneMax bool `json:"alone_max"`
	// Table is the family of builders whose measurements decided, Rule the rule, and Why says it in words.
	Table string `json:"table"`
	Rule  string `json:"rule,omitempty"`
	Why   string `json:"why"`
	// Kernel is what the name of the group's kernel is expected to say, word by word.
	Kernel string `json:"kernel,omitempty"`
	// PaddingBytes is what the builder adds for the group, and what fusing it would save; absent if unknown.
	PaddingBytes    *int64 `json:"padding_bytes,omitempty"`
	PaddingBytesMin *int64 `json:"padding_bytes_min,omitempty"`
	PaddingBytesMax *int64 `json:"padding_bytes_max,omitempty"`
	// LawMeasured: a builder showed what the law says of just these operations and this type; absent where the law is all
	// that says so.
	LawMeasured bool `json:"law_measured,omitempty"`
	// Share is that of all padding, from 0 to 1.
	Share float64 `json:"share"`
}

// NotPredictable is a node whose part in the padding is not known.
type NotPredictable struct {
	Node string `json:"node"`
	// Op is the node's operator.
	Op  string `json:"op,omitempty"`
	Why string `json:"why"`
}
