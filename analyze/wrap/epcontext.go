package wrap

import (
	"errors"
	"fmt"
	"strings"
)

// epContext is a node in which ONNX Runtime keeps what a provider compiled.
// https://onnxruntime.ai/docs/execution-providers/EP-Context-Design.html
type epContext struct {
	main, embedded bool
	// partition and provider are the attributes partition_name and source; older files lack them.
	partition, provider string
	// value is ep_cache_context: the compiled bytes, or the path of the file that holds them.
	value    field
	hasValue bool
	path     string
}

const (
	maxPath  = 4096
	maxLabel = 256
)

// readContext reads the attributes of an EPContext node.
func (m *onnxModel) readContext(node field) (epContext, error) {
	c := epContext{main: true, embedded: true}
	err := m.wire.each(node.start, node.end, func(f field) error {
		if f.number != nodeAttribute || !f.bytes() {
			return nil
		}
		return m.readAttribute(&c, f)
	})
	if err == nil && c.hasValue && !c.embedded {
		c.path, err = m.wire.text(c.value, maxPath)
	}
	return c, err
}

func (m *onnxModel) readAttribute(c *epContext, attribute field) error {
	var name string
	var number uint64
	var text field
	hasText := false
	err := m.wire.each(attribute.start, attribute.end, func(f field) (err error) {
		switch {
		case f.number == attributeName && f.bytes():
			name, err = m.wire.text(f, maxLabel)
		case f.number == attributeInt && !f.bytes():
			number = f.value
		case f.number == attributeString && f.bytes():
			text, hasText = f, true
		}
		return err
	})
	if err != nil {
		return err
	}
	switch name {
	case "main_context":
		c.main = number != 0
	case "embed_mode":
		c.embedded = number != 0
	case "ep_cache_context":
		c.value, c.hasValue = text, hasText
	case "partition_name":
		if hasText {
			c.partition, err = m.wire.text(text, maxLabel)
		}
	case "source":
		if hasText {
			c.provider, err = m.wire.text(text, maxLabel)
		}
	}
	return err
}

// inside returns the bytes that the node holds.
func (c epContext) inside(s source) (source, error) {
	inner := s.inside("onnx", c.value.start, c.value.end-c.value.start)
	if !c.hasValue || inner.size == 0 {
		return inner, errors.New("ONNX model: the EPContext node has no ep_cache_context, so no plan")
	}
	return inner, nil
}

// without says that the cache of a node of TensorRT is something else than a plan. The model promises one, so
// this is more than "not a plan", and says nothing against a plan.
func (c epContext) without(err error) error {
	if c.embedded {
		return fmt.Errorf("ONNX model: the EPContext node should hold a plan: %v", err)
	}
	return fmt.Errorf("ONNX model: the plan should be in the file %q beside it: %v", c.path, err)
}

// isTensorRT reports whether the node says that it is of a TensorRT provider. Those of the first versions
// do not say of whom they are.
func (c epContext) isTensorRT() bool {
	provider := strings.ToLower(c.provider)
	return strings.Contains(provider, "tensorrt") || strings.Contains(provider, "trt")
}
