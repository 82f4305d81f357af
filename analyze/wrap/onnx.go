package wrap

import (
	"fmt"
	"slices"
	"strings"

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
	switch {
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

// nodesOf looks at the nodes of a graph or of a function.
func (m *onnxModel) nodesOf(graph field, number protowire.Number, depth int) error {
	if depth > maxGraphDepth {
		return damaged("ONNX model: graphs inside of graphs, more than %d deep at byte %d", maxGraphDepth, graph.start)
	}
	return m.wire.each(graph.start, graph.end, func(f field) error {
		if !f.bytes() || f.number != number {
			return nil
		}
		return m.node(f, depth)
	})
}

func (m *onnxModel) node(node field, depth int) error {
	var opType, domain, name string
	attributes := false
	err := m.wire.each(node.start, node.end, func(f field) (err error) {
		switch {
		case !f.bytes():
		case f.number == nodeOpType:
			opType, err = m.wire.text(f, 64)
		case f.number == nodeDomain:
			domain, err = m.wire.text(f, 64)
		case f.number == nodeName:
			name, err = m.wire.text(f, 4096)
		case f.number == nodeAttribute:
			attributes = true
		}
		return err
	})
	if err != nil || !attributes {
		return err
	}
	if opType == "EPContext" && domain == "com.microsoft" {
		return m.epContext(node, name)
	}
	return m.wire.each(node.start, node.end, func(f field) error {
		if f.number != nodeAttribute || !f.bytes() {
			return nil
		}
		return m.wire.each(f.start, f.end, func(value field) error {
			if value.bytes() && (value.number == attributeGraph || value.number == attributeGraphs) {
				return m.nodesOf(value, graphNode, depth+1)
			}
			return nil
		})
	})
}

// epContext adds what an EPContext node holds or points to.
func (m *onnxModel) epContext(node field, name string) error {
	context, err := m.readContext(node)
	if err != nil {
		return err
	}
	m.nodes++
	if !context.main {
		return nil // another node holds what this one uses
	}
	switch {
	case context.partition != "":
		name = context.partition
	case name == "":
		name = fmt.Sprintf("EPContext %d", m.nodes)
	}
	s := m.source.named(name)
	var plans []Plan
	if context.embedded {
		if s, err = context.inside(s); err == nil {
			plans, err = m.finder.find(s)
		}
	} else {
		plans, err = m.finder.beside(s, context.path)
		s = s.wrapped("onnx")
	}
	switch {
	case err == nil:
		m.found.plans = append(m.found.plans, plans...)
	case m.finder.ctx.Err() != nil:
		return err
	case context.isTensorRT(), context.provider == "" && !isNotPlan(err):
		m.found.plans = append(m.found.plans, s.unreadable(err))
	default:
		m.other(context.provider)
	}
	return nil
}

// other keeps the name of a provider whose node holds something else than a plan.
func (m *onnxModel) other(provider string) {
	if provider == "" {
		provider = "an unnamed provider"
	}
	const enough = 8
	if len(m.others) < enough && !slices.Contains(m.others, provider) {
		m.others = append(m.others, provider)
	}
}
