package wrap

import (
	"errors"
	"strings"

	"github.com/planlint/planlint/analyze/container"
	"google.golang.org/protobuf/encoding/protowire"
)

// Field numbers of the messages of onnx.proto that lead to a node.
const (
	modelIRVersion protowire.Number = 1
	modelGraph     protowire.Number = 7
	modelTraining  protowire.Number = 20
	modelFunction  protowire.Number = 25

	trainingInitialization protowire.Number = 1
	trainingAlgorithm      protowire.Number = 2

	graphNode    protowire.Number = 1
	functionNode protowire.Number = 7

	nodeName      protowire.Number = 3
	nodeOpType    protowire.Number = 4
	nodeAttribute protowire.Number = 5
	nodeDomain    protowire.Number = 7

	attributeName   protowire.Number = 1
	attributeInt    protowire.Number = 3
	attributeString protowire.Number = 4
	attributeGraph  protowire.Number = 6
	attributeGraphs protowire.Number = 11
)

// maxGraphDepth is how deep graphs may lie in attributes of nodes of graphs.
const maxGraphDepth = 64

// isONNX tells a model by its first fields: serializers write them in the order of their numbers, so the
// version of the format comes first.
func isONNX(head []byte) bool {
	number, kind, n := protowire.ConsumeTag(head)
	if n < 0 || number != modelIRVersion || kind != protowire.VarintType {
		return false
	}
	version, m := protowire.ConsumeVarint(head[n:])
	if m < 0 || version == 0 || version > 1000 {
		return false
	}
	number, kind, n = protowire.ConsumeTag(head[n+m:])
	if n < 0 {
		return false
	}
	switch number {
	case 2, 3, 4, 6, modelGraph, 8, 14, modelTraining, modelFunction, 26:
		return kind == protowire.BytesType
	case 5:
		return kind == protowire.VarintType
	}
	return false
}

// onnxModel is the search through one model.
type onnxModel struct {
	finder *finder
	source source
	wire   *wire
	found  members
	// graphs counts the graphs and functions of the model itself.
	graphs int
	// nodes counts the EPContext nodes, others keeps the providers of those without a plan.
	nodes  int
	others []string
}

// onnx returns the plans of the EPContext nodes of a model.
func (f *finder) onnx(s source) ([]Plan, error) {
	m := &onnxModel{finder: f, source: s, wire: newWire(f.ctx, s.reader)}
	err := m.wire.each(0, s.size, m.modelField)
	if err != nil && len(m.found.plans) > 0 && f.ctx.Err() == nil {
		// What comes behind the damage is lost, what comes before is not.
		m.found.plans = append(m.found.plans, s.wrapped("onnx").unreadable(err))
		err = nil
	}
	// Other formats start with the same bytes. A file is a model if it has a graph, be it cut off.
	isModel := m.graphs > 0 || m.wire.last == modelGraph || m.wire.last == modelFunction
	var broken *container.DamagedError
	switch {
	case !isModel && (err == nil || errors.As(err, &broken)):
		return nil, without("a file that starts like an ONNX model and has no graph")
	case err != nil:
		m.found.close()
		return nil, err
	case len(m.found.plans) > 0:
		return m.found.plans, nil
	case m.nodes == 0:
		return nil, without("an ONNX model without a plan (no EPContext node)")
	case len(m.others) > 0:
		return nil, without("an ONNX model without a TensorRT plan (%s of %s)",
			plural(m.nodes, "EPContext node"), strings.Join(m.others, ", "))
	}
	return nil, without("an ONNX model without a plan (%s, which refer to a main one that is not there)", plural(m.nodes, "EPContext node"))
}

func (m *onnxModel) modelField(f field) error {
	if !f.bytes() {
		return nil
	}
	switch f.number {
	case modelGraph, modelFunction:
		m.graphs++
	}
	switch f.number {
	case modelGraph:
		return m.nodesOf(f, graphNode, 0)
	case modelFunction:
		return m.nodesOf(f, functionNode, 0)
	case modelTraining:
		return m.wire.each(f.start, f.end, func(graph field) error {
			if graph.bytes() && (graph.number == trainingInitialization || graph.number == trainingAlgorithm) {
				return m.nodesOf(graph, graphNode, 0)
			}
			return nil
		})
	}
	return nil
}
