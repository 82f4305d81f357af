package inspect

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// rawLayer is a layer as the inspector tells it. A field has the same name in every version that was seen.
type rawLayer struct {
	Name       word    `json:"Name"`
	Type       word    `json:"LayerType"`
	Operation  word    `json:"ParameterType"`
	Origin     word    `json:"Origin"`
	Tactic     word    `json:"TacticName"`
	Value      word    `json:"TacticValue"`
	Metadata   word    `json:"Metadata"`
	Activation word    `json:"Activation"`
	Stream     whole   `json:"StreamId"`
	Inputs     tensors `json:"Inputs"`
	Outputs    tensors `json:"Outputs"`
	Constants  tensors `json:"Constants"`
	Weights    weights `json:"Weights"`
	Bias       weights `json:"Bias"`
	// Average is in times of layers, which are something else.
	Average word `json:"averageMs"`
	// A convolution that is fused with a pooling has its own fields under these names.
	ConvActivation word    `json:"ConvActivation"`
	ConvWeights    weights `json:"ConvWeights"`
	ConvBias       weights `json:"ConvBias"`
}

// named is a layer of which only the name is known.
func named(name string) result.Layer {
	l := result.Layer{Name: name}
	l.Profile = profileOf(name)
	parts := splitName(name)
	l.Nodes, l.NodesOmitted = parts.nodes, parts.omitted
	if l.Nodes != nil {
		l.NodesFrom = result.NodesFromName
	}
	l.Pointwise, l.PointwiseNodes = parts.pointwiseIn()
	return l
}

// layer makes a layer of what is told of one.
func (raw rawLayer) layer() result.Layer {
	l := named(string(raw.Name))
	l.Type, l.Operation, l.Origin = string(raw.Type), string(raw.Operation), string(raw.Origin)
	l.Tactic, l.TacticValue = string(raw.Tactic), string(raw.Value)
	if raw.Stream.told && raw.Stream.value >= 0 {
		l.Stream = &raw.Stream.value
	}
	l.Inputs, l.InputBytes = tensorsOf(raw.Inputs)
	l.Outputs, l.OutputBytes = tensorsOf(raw.Outputs)
	l.WeightsBytes = raw.weightsBytes()
	if nodes := metadataNodes(string(raw.Metadata)); nodes != nil {
		l.Nodes, l.NodesFrom, l.NodesOmitted = nodes, result.NodesFromMetadata, false
		l.PointwiseNodes = common(l.PointwiseNodes, nodes)
	}
	raw.settlePointwise(&l)
	return l
}

// common are the names that a list has of another one, which leaves out constants; all if it has none of it, as
// where the parser numbered them.
func common(list, of []string) []string {
	known := map[string]bool{}
	for _, name := range of {
		known[name] = true
	}
	var both []string
	for _, name := range list {
		if known[name] {
			both = append(both, name)
		}
	}
	if both == nil {
		return list
	}
	return both
}

// profileSuffix is behind the names of layers for all but the first optimization profile.
var profileSuffix = regexp.MustCompile(` \[profile ([0-9]{1,4})\]$`)

func profileOf(name string) *int64 {
	found := profileSuffix.FindStringSubmatch(name)
	if found == nil {
		return nil
	}
	profile, _ := strconv.ParseInt(found[1], 10, 64) // at most four digits
	return &profile
}

// tensorsOf returns tensors and the sum of their bytes; nil of those that were not told.
func tensorsOf(raw tensors) ([]result.LayerTensor, *int64) {
	if raw == nil {
		return nil, nil
	}
	list := make([]result.LayerTensor, 0, len(raw))
	for _, t := range raw {
		list = append(list, t.tensor())
	}
	return list, sum(list)
}

func (t rawTensor) tensor() result.LayerTensor {
	format := t.Format
	if format == "" {
		format = t.Combined
	}
	datatype, text := formatOf(string(t.DType), string(format))
	tensor := result.LayerTensor{Name: string(t.Name), Shape: shapeOf(t.Shape), DType: datatype.name, Format: text}
	if count, ok := elements(tensor.Shape); ok && tensor.Shape != nil && datatype.bits > 0 {
		tensor.Bytes = datatype.bytes(count)
	}
	return tensor
}

// weightsBytes sums up weights, biases and constants; nil if none is told, or if one has a type that is not
// known.
func (raw rawLayer) weightsBytes() *int64 {
	var total int64
	told := false
	for _, w := range []weights{raw.Weights, raw.Bias, raw.ConvWeights, raw.ConvBias} {
		if !w.Count.told {
			continue
		}
		datatype, known := dtypeIn(string(w.Type))
		size := datatype.bytes(w.Count.value)
		if w.Count.value != 0 && !known || size == nil || total > math.MaxInt64/2-*size {
			return nil
		}
		total, told = total+*size, true
	}
	if len(raw.Constants) > 0 {
		_, size := tensorsOf(raw.Constants)
		if size == nil || total > math.MaxInt64/2-*size {
			return nil
		}
		total, told = total+*size, true
	}
	if !told {
		return nil
	}
	return &total
}

// metadataNodes returns the nodes of the model that the ONNX parser wrote into a layer's metadata:
//
//	[ONNX Layer: NAME] or [ONNX Layer: NAME | PROPERTY | ...]
//
// one for each layer of the network, with 0x1e or 0x1f between them. Nil if there are none.
func metadataNodes(metadata string) []string {
	const open = "[ONNX Layer: "
	var nodes []string
	seen := map[string]bool{}
	for i, part := range strings.Split(metadata, open) {
		if i == 0 {
			continue
		}
		name := strings.TrimRight(part, "\x1e\x1f ")
		if cut := strings.IndexAny(name, "\x1e\x1f"); cut >= 0 { // something else behind it
			name = name[:cut]
		}
		name = strings.TrimSuffix(name, "]")
		name, _, _ = strings.Cut(name, " | ")
		if name != "" && !seen[name] {
			seen[name] = true
			nodes = append(nodes, name)
		}
	}
	return nodes
}
