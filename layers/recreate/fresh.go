package recreate

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/planlint/planlint/layers/onnx"
)

// ErrUnsupported is what errors are about models that cannot be made again: they hold something that may be a secret or
// that no code can say.
var ErrUnsupported = errors.New("cannot be made again")

func unsupported(format string, values ...any) error {
	return fmt.Errorf("%w: %s", ErrUnsupported, fmt.Sprintf(format, values...))
}

// Options say what of a model is given away.
type Options struct {
	// Weights keeps the values of weights.
	Weights bool
	// Text redacts the strings of attributes, and names of operators; nil keeps them.
	Text func(string) string
}

// mostText is the longest string of an attribute that is given away, in bytes: a mode or an equation, and no engine.
const mostText = 1024

// Fresh is a copy of a model that holds nothing but its graph: no notes of an exporter, no metadata, no fields that
// nobody knows, all of which can say where and by whom it was made. Constants that are weights have no values, unless
// Options.Weights says so, and External.Location WeightsFile. A model that cannot be copied is ErrUnsupported.
func Fresh(ctx context.Context, m *onnx.Model, o Options) (*onnx.Model, error) {
	f := &fresh{ctx: ctx, options: o, constants: constantsOf(m.Graph)}
	graph, err := f.graph(m.Graph)
	if err != nil {
		return nil, err
	}
	made := &onnx.Model{IRVersion: m.IRVersion, Graph: graph}
	for _, o := range m.Opsets {
		made.Opsets = append(made.Opsets, onnx.Opset{Domain: f.word(o.Domain), Version: o.Version})
	}
	if len(m.Functions) > 0 {
		return nil, unsupported("it defines operators of its own")
	}
	return made, nil
}

// WeightsFile is where a fresh model looks for weights. There is no such file: the script beside it makes random ones.
const WeightsFile = "weights.bin"

type fresh struct {
	ctx     context.Context
	options Options
	constants
	offset int64
}

func (f *fresh) graph(g *onnx.Graph) (*onnx.Graph, error) {
	if len(g.SparseInitializers) > 0 {
		return nil, unsupported("it has sparse constants")
	}
	made := &onnx.Graph{Name: g.Name, Inputs: infos(g.Inputs), Outputs: infos(g.Outputs), ValueInfo: infos(g.ValueInfo)}
	for _, t := range g.Initializers {
		tensor, err := f.tensor(t.Name, t)
		if err != nil {
			return nil, err
		}
		made.Initializers = append(made.Initializers, tensor)
	}
	for _, n := range g.Nodes {
		if err := f.node(made, n); err != nil {
			return nil, err
		}
	}
	return made, nil
}

func infos(list []*onnx.ValueInfo) []*onnx.ValueInfo {
	var made []*onnx.ValueInfo
	for _, info := range list {
		made = append(made, &onnx.ValueInfo{Name: info.Name, Type: plainType(info.Type)})
	}
	return made
}

// plainType is a copy of a type that says nothing of what values mean.
func plainType(t *onnx.Type) *onnx.Type {
	if t == nil {
		return nil
	}
	made := t.Clone()
	made.Denotation, made.Of = "", plainType(t.Of)
	for i := range made.Shape {
		made.Shape[i].Denotation = ""
	}
	return made
}

// node adds a copy of a node. A Constant that is a weight becomes an initializer, whose values can be elsewhere.
func (f *fresh) node(g *onnx.Graph, n *onnx.Node) error {
	if value := n.Tensor("value"); n.Is("Constant") && value != nil && f.isWeight(n.Output(0), value) {
		t, err := f.tensor(n.Output(0), value)
		g.Initializers = append(g.Initializers, t)
		return err
	}
	made := &onnx.Node{Name: n.Name, OpType: f.word(n.OpType), Domain: f.word(n.Domain), Overload: f.word(n.Overload), Inputs: append([]string(nil), n.Inputs...), Outputs: append([]string(nil), n.Outputs...)}
	for _, a := range n.Attributes {
		value, err := f.attribute(n, a)
		if err != nil {
			return err
		}
		made.Attributes = append(made.Attributes, onnx.NewAttribute(f.word(a.Name), value))
	}
	g.Nodes = append(g.Nodes, made)
	return nil
}

func (f *fresh) attribute(n *onnx.Node, a *onnx.Attribute) (any, error) {
	switch v := a.Value.(type) {
	case float32, int64:
		return v, nil
	case []float32:
		return append([]float32{}, v...), nil
	case []int64:
		return append([]int64{}, v...), nil
	case string:
		return f.text(n, v)
	case []string:
		made := []string{}
		for _, text := range v {
			text, err := f.text(n, text)
			if err != nil {
				return nil, err
			}
			made = append(made, text)
		}
		return made, nil
	case *onnx.Graph:
		return f.graph(v)
	case *onnx.Tensor:
		if f.isWeight(n.Output(0), v) && !f.options.Weights {
			return nil, unsupported("attribute %q of a node %s holds weights", a.Name, n.OpType)
		}
		return f.values("", v)
	}
	return nil, unsupported("attribute %q of a node %s is of a kind that is not copied", a.Name, n.OpType)
}

func (f *fresh) text(n *onnx.Node, text string) (string, error) {
	if len(text) > mostText {
		return "", unsupported("a node %s holds a text of %d bytes", n.OpType, len(text))
	}
	return f.word(text), nil
}

func (f *fresh) word(text string) string {
	if f.options.Text != nil {
		return f.options.Text(text)
	}
	return text
}

// tensor copies a constant; one that is a weight without its values.
func (f *fresh) tensor(name string, t *onnx.Tensor) (*onnx.Tensor, error) {
	size, ok := t.Bytes()
	if f.options.Weights || !f.isWeight(name, t) {
		return f.values(name, t)
	}
	if !ok {
		return nil, unsupported("the size of constant %q is not known", name)
	}
	made := onnx.NewTensor(name, t.DataType, append([]int64(nil), t.Dims...), nil)
	made.External = &onnx.External{Location: WeightsFile, Offset: f.offset, Length: size}
	f.offset += size
	return made, nil
}

// mostValues is the most bytes of weights that are taken into memory.
const mostValues = 1 << 30

func (f *fresh) values(name string, t *onnx.Tensor) (*onnx.Tensor, error) {
	if t.DataType == onnx.String {
		return nil, unsupported("constant %q holds texts", name)
	}
	raw, err := t.Raw(f.ctx, mostValues)
	if err != nil {
		return nil, err
	}
	return onnx.NewTensor(name, t.DataType, append([]int64(nil), t.Dims...), bytes.NewReader(raw)), nil
}
