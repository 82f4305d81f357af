package recreate

import (
	"context"
	"fmt"
	"strings"

	"github.com/planlint/planlint/layers/onnx"
)

// The most that code is for. What is larger is read better as a file.
const (
	mostNodes = 400
	mostCode  = 48 << 10 // bytes
)

// Python returns the definition of a function that makes a model with the onnx package. The model is a fresh one, whose
// weights have no values or are to be in the code. The code uses np, onnx, onnx.helper as h and onnx.TensorProto as T,
// and the functions of Helpers. What would be too long is ErrUnsupported.
func Python(ctx context.Context, function string, m *onnx.Model) (string, error) {
	p := &python{ctx: ctx, constants: constantsOf(m.Graph)}
	main := p.graph(function, m)
	if p.err == nil && (p.nodes > mostNodes || len(main) > mostCode) {
		p.err = unsupported("its code would have %d bytes", len(main))
	}
	return main, p.err
}

// python writes code. The first error stays.
type python struct {
	constants
	ctx    context.Context
	bodies strings.Builder
	count  int // of bodies
	nodes  int
	err    error
}

func (p *python) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// graph is the function of the main graph, behind those of the bodies in it.
func (p *python) graph(function string, m *onnx.Model) string {
	var out strings.Builder
	fmt.Fprintf(&out, "def %s():\n", function)
	p.parts(&out, m.Graph)
	opsets := make([]string, len(m.Opsets))
	for i, o := range m.Opsets {
		opsets[i] = fmt.Sprintf("h.make_opsetid(%s, %d)", quote(o.Domain), o.Version)
	}
	fmt.Fprintf(&out, "    graph = h.make_graph(nodes, %s, inputs, outputs, constants)\n", quote(m.Graph.Name))
	fmt.Fprintf(&out, "    return h.make_model(graph, opset_imports=[%s], ir_version=%d)\n", strings.Join(opsets, ", "), m.IRVersion)
	return p.bodies.String() + out.String()
}

// body writes the function of a body and returns the call of it.
func (p *python) body(g *onnx.Graph) string {
	p.count++
	name := fmt.Sprintf("body%d", p.count)
	var out strings.Builder
	fmt.Fprintf(&out, "def %s():\n", name)
	p.parts(&out, g)
	fmt.Fprintf(&out, "    return h.make_graph(nodes, %s, inputs, outputs, constants)\n\n\n", quote(g.Name))
	p.bodies.WriteString(out.String())
	return name + "()"
}

func (p *python) parts(out *strings.Builder, g *onnx.Graph) {
	list := func(name string, lines []string) {
		switch joined := strings.Join(lines, ", "); {
		case len(joined) < 80 && len(lines) < 2:
			fmt.Fprintf(out, "    %s = [%s]\n", name, joined)
		default:
			fmt.Fprintf(out, "    %s = [\n        %s,\n    ]\n", name, strings.Join(lines, ",\n        "))
		}
	}
	var nodes, constants []string
	for _, n := range g.Nodes {
		p.nodes++
		nodes = append(nodes, p.node(n))
	}
	for _, t := range g.Initializers {
		constants = append(constants, p.tensor(t))
	}
	list("nodes", nodes)
	list("constants", constants)
	list("inputs", p.infos(g.Inputs))
	list("outputs", p.infos(g.Outputs))
}

// reserved are parameters of make_node, and what is no name in Python.
var reserved = map[string]bool{"op_type": true, "inputs": true, "outputs": true, "name": true, "doc_string": true, "domain": true, "overload": true,
	"and": true, "as": true, "assert": true, "class": true, "def": true, "del": true, "else": true, "for": true, "from": true, "global": true, "if": true,
	"import": true, "in": true, "is": true, "lambda": true, "not": true, "or": true, "pass": true, "return": true, "try": true, "while": true, "with": true,
	"yield": true, "None": true, "True": true, "False": true, "async": true, "await": true, "break": true, "continue": true, "except": true, "finally": true,
	"nonlocal": true, "raise": true, "elif": true}

func (p *python) node(n *onnx.Node) string {
	words := []string{quote(n.OpType), quotes(n.Inputs), quotes(n.Outputs)}
	if n.Name != "" {
		words = append(words, "name="+quote(n.Name))
	}
	if n.Domain != "" {
		words = append(words, "domain="+quote(n.Domain))
	}
	var others []string
	for _, a := range n.Attributes {
		value, empty := p.value(a)
		switch {
		case empty:
			others = append(others, fmt.Sprintf("h.make_attribute(%s, [], attr_type=%d)", quote(a.Name), a.Type))
		case isIdentifier(a.Name) && !reserved[a.Name]:
			words = append(words, a.Name+"="+value)
		default:
			others = append(others, fmt.Sprintf("h.make_attribute(%s, %s)", quote(a.Name), value))
		}
	}
	text := "h.make_node(" + strings.Join(words, ", ") + ")"
	if len(others) > 0 {
		text = "with_attributes(" + text + ", " + strings.Join(others, ", ") + ")"
	}
	return text
}

func isIdentifier(name string) bool {
	for i, c := range name {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

func (p *python) infos(list []*onnx.ValueInfo) []string {
	made := make([]string, len(list))
	for i, info := range list {
		made[i] = p.info(info)
	}
	return made
}

func (p *python) info(info *onnx.ValueInfo) string {
	t := info.Type
	switch {
	case t == nil || t.Kind == onnx.UnknownType:
		return fmt.Sprintf("onnx.ValueInfoProto(name=%s)", quote(info.Name))
	case t.Kind != onnx.TensorType:
		p.fail(unsupported("the value %q is no tensor", info.Name))
		return ""
	}
	shape := "None"
	if t.Ranked {
		dims := make([]string, len(t.Shape))
		for i, d := range t.Shape {
			switch {
			case d.Known:
				dims[i] = fmt.Sprint(d.Value)
			case d.Param != "":
				dims[i] = quote(d.Param)
			default:
				dims[i] = "None"
			}
		}
		shape = "[" + strings.Join(dims, ", ") + "]"
	}
	return fmt.Sprintf("h.make_tensor_value_info(%s, %s, %s)", quote(info.Name), p.elem(t.Elem), shape)
}
