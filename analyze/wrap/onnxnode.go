package wrap

import (
	"fmt"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

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
		return m.found.add(s, plans, nil)
	case m.finder.ctx.Err() != nil:
		return err
	case context.isTensorRT(), context.provider == "" && !isNotPlan(err):
		if isNotPlan(err) {
			err = context.without(err)
		}
		return m.found.add(s, []Plan{s.unreadable(err)}, nil)
	default:
		m.other(context.provider)
	}
	return nil
}

// other keeps the name of a provider whose node holds something else than a plan.
func (m *onnxModel) other(provider string) {
	if provider == "" {
		provider = "an unnamed provider"
	} else {
		provider = strconv.Quote(provider) // any bytes of the file
	}
	const enough = 8
	if len(m.others) < enough && !slices.Contains(m.others, provider) {
		m.others = append(m.others, provider)
	}
}
