package result

import "math"

// Layers are the layers of a plan, in the order in which they run, as TensorRT's engine inspector tells them.
type Layers struct {
	// From says who told: a TensorRT that was asked, such as "TensorRT 8.6.1", or the file that was read.
	From string `json:"from"`
	// Detail is how much the plan keeps of its layers, which was chosen when it was built.
	Detail LayerDetail `json:"detail"`
	List   []Layer     `json:"list"`
	// Bindings are the names of the network's inputs and outputs.
	Bindings []string `json:"bindings,omitzero"`
	// Measured is how often each layer was run to take its time, and Runs are the times of whole runs.
	Measured *int64    `json:"measured,omitempty"`
	Runs     *RunTimes `json:"runs,omitempty"`
}

// LayerDetail is the verbosity of profiling that a plan was built with.
type LayerDetail string

// The details.
const (
	LayersDetailed LayerDetail = "detailed" // everything
	LayersNames    LayerDetail = "names"    // names alone, TensorRT's default
	LayersNone     LayerDetail = "none"     // nothing, not even how many layers there are
)

// Layer is what runs as one step of a plan. All but the name is absent where a plan keeps names alone.
type Layer struct {
	Name string `json:"name"`
	// Type is the implementation, such as "CaskConvolution", "PointWiseV2" or "kgen", and Operation what it
	// computes, such as "Convolution". Origin says why TensorRT added a layer: "QDQ", "REFORMAT".
	Type      string `json:"type,omitempty"`
	Operation string `json:"operation,omitempty"`
	Origin    string `json:"origin,omitempty"`
	// Tactic is the kernel's name and TacticValue its number, as hex.
	Tactic      string        `json:"tactic,omitempty"`
	TacticValue string        `json:"tactic_value,omitempty"`
	Inputs      []LayerTensor `json:"inputs,omitzero"`
	Outputs     []LayerTensor `json:"outputs,omitzero"`
	// InputBytes and OutputBytes are the sums over the tensors; absent if one of them is not known.
	InputBytes  *int64 `json:"input_bytes,omitempty"`
	OutputBytes *int64 `json:"output_bytes,omitempty"`
	// WeightsBytes are the weights, biases and constants that the layer names; absent if it names none.
	WeightsBytes *int64 `json:"weights_bytes,omitempty"`
	// Stream is the CUDA stream, and Profile the optimization profile in a plan with several.
	Stream  *int64 `json:"stream,omitempty"`
	Profile *int64 `json:"profile,omitempty"`
	// Nodes are the nodes of the model in the layer. NodesFrom says how they are known; where that is the name,
	// names of constants can be among them. NodesOmitted is true if there are more: of a subgraph the name has
	// only the first and the last.
	Nodes        []string   `json:"nodes,omitzero"`
	NodesFrom    NodeSource `json:"nodes_from,omitempty"`
	NodesOmitted bool       `json:"nodes_omitted,omitempty"`
	// Pointwise says whether pointwise operations are in the layer, by themselves or with others; absent if
	// none is, or if that is not known. PointwiseNodes are those of them that the name tells.
	Pointwise      Pointwise  `json:"pointwise,omitempty"`
	PointwiseNodes []string   `json:"pointwise_nodes,omitzero"`
	Time           *LayerTime `json:"time,omitempty"`
}

// LayerTensor is an input or output of a layer.
type LayerTensor struct {
	Name string `json:"name"`
	// Shape has -1 for a dimension that is free; absent if it is not known.
	Shape []int64 `json:"shape,omitzero"`
	// DType is the element's type, such as "float16", and Format the layout in TensorRT's words.
	DType  string `json:"dtype,omitempty"`
	Format string `json:"format,omitempty"`
	// Bytes is elements x element size, without what a vectorized format pads.
	Bytes *int64 `json:"bytes,omitempty"`
}

// NodeSource says how the nodes of a layer are known.
type NodeSource string

// The sources.
const (
	NodesFromMetadata NodeSource = "metadata" // TensorRT kept them
	NodesFromName     NodeSource = "name"     // the layer's name is made of theirs
)

// Pointwise says how pointwise operations are run.
type Pointwise string

// The ways.
const (
	PointwiseAlone Pointwise = "alone" // nothing but pointwise operations and changes of layout
	PointwiseFused Pointwise = "fused" // inside a convolution, a product or another operation
)

// LayerTime is the time of a layer in nanoseconds, and its share of the sum over all layers.
type LayerTime struct {
	Average int64   `json:"average_ns"`
	Median  *int64  `json:"median_ns,omitempty"`
	Share   float64 `json:"share"`
}

// RunTimes are the times of whole runs, in nanoseconds: on the GPU, and with all copies.
type RunTimes struct {
	Runs          int64  `json:"runs"`
	MedianCompute *int64 `json:"median_compute_ns,omitempty"`
	MedianLatency *int64 `json:"median_latency_ns,omitempty"`
}

// Alone counts the layers that are nothing but pointwise operations, and sums up the bytes of their outputs; nil
// if those of one are not known.
func (l Layers) Alone() (count int64, outputBytes *int64) {
	var sum int64
	outputBytes = &sum
	for _, layer := range l.List {
		if layer.Pointwise != PointwiseAlone {
			continue
		}
		count++
		if size := layer.OutputBytes; size == nil || sum > math.MaxInt64-*size {
			outputBytes = nil
		} else {
			sum += *size
		}
	}
	return count, outputBytes
}
