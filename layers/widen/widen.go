// Package widen makes a model compute in more precision: what is float16, bfloat16 or float32 in it becomes
// float32 or float64. The result is for references, not for use: casts that round on purpose do so no more.
package widen

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/layers/onnx"
)

// Model changes a model in place; to is onnx.Float32 or onnx.Float64. Values are converted when they are written.
func Model(ctx context.Context, m *onnx.Model, to onnx.DataType) error {
	w := widening{to}
	for t := range m.Tensors() {
		if err := w.tensor(ctx, t); err != nil {
			return err
		}
	}
	w.graph(m.Graph)
	for _, f := range m.Functions {
		w.values(f.ValueInfo)
		w.attributes(f.Defaults)
		w.nodes(f.Nodes)
	}
	return nil
}

// widening is to one type.
type widening struct{ to onnx.DataType }

// narrow tells whether a type is to be widened.
func (w widening) narrow(t onnx.DataType) bool {
	return t == onnx.Float16 || t == onnx.BFloat16 || t == onnx.Float32 && w.to == onnx.Float64
}

func (w widening) graph(g *onnx.Graph) {
	w.values(g.Inputs)
	w.values(g.Outputs)
	w.values(g.ValueInfo)
	w.nodes(g.Nodes)
}

func (w widening) values(list []*onnx.ValueInfo) {
	for _, v := range list {
		w.kind(v.Type)
	}
}

// kind widens the type of a value, in sequences and optional values too.
func (w widening) kind(t *onnx.Type) {
	for ; t != nil; t = t.Of {
		if w.narrow(t.Elem) {
			t.Elem = w.to
		}
	}
}

func (w widening) nodes(nodes []*onnx.Node) {
	for _, n := range nodes {
		if n.Is("Constant") {
			w.constant(n)
		}
		w.attributes(n.Attributes)
		for body := range n.Bodies() {
			w.graph(body)
		}
	}
}

// attributes widens types that attributes name: what a Cast casts to, and what some nodes make.
func (w widening) attributes(list []*onnx.Attribute) {
	for _, a := range list {
		switch v := a.Value.(type) {
		case int64:
			if (a.Name == "to" || a.Name == "dtype") && w.narrow(onnx.DataType(v)) {
				a.Value = int64(w.to)
			}
		case *onnx.Type:
			w.kind(v)
		}
	}
}

// constant gives a Constant whose attribute is float32 by its kind a tensor instead.
func (w widening) constant(n *onnx.Node) {
	if w.to != onnx.Float64 {
		return
	}
	for i, a := range n.Attributes {
		var values []float32
		dims := []int64{}
		switch v := a.Value.(type) {
		case float32:
			values = []float32{v}
		case []float32:
			values, dims = v, []int64{int64(len(v))}
		default:
			continue
		}
		var raw []byte
		for _, x := range values {
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(float64(x)))
		}
		n.Attributes[i] = onnx.NewAttribute("value", onnx.NewTensor("", onnx.Float64, dims, bytes.NewReader(raw)))
	}
}

// maxListed is how many bytes of values may be in memory of a constant that a model writes number by number.
const maxListed = 256 << 20

func (w widening) tensor(ctx context.Context, t *onnx.Tensor) error {
	if !w.narrow(t.DataType) {
		return nil
	}
	from, err := tensor.TypeOf(t.DataType.String())
	if err != nil {
		return fmt.Errorf("tensor %q: %w", t.Name, err)
	}
	to, err := tensor.TypeOf(w.to.String())
	if err != nil {
		return err
	}
	data, ok, err := t.Contiguous()
	if err != nil {
		return err
	}
	if !ok {
		raw, err := t.Raw(ctx, maxListed)
		if err != nil {
			return err
		}
		data = bytes.NewReader(raw)
	}
	t.SetValues(&converted{data, from, to})
	t.DataType = w.to
	return nil
}
