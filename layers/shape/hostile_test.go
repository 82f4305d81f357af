package shape

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/planlint/planlint/layers/onnx"
)

// value is an input or output of a tensor with named dimensions.
func value(name string, dims ...string) *onnx.ValueInfo {
	t := onnx.NewTensorType(onnx.Float32)
	for _, d := range dims {
		t.Shape = append(t.Shape, onnx.Symbol(d))
	}
	return &onnx.ValueInfo{Name: name, Type: t}
}

func node(op string, inputs, outputs string, attributes ...*onnx.Attribute) *onnx.Node {
	return &onnx.Node{OpType: op, Inputs: strings.Fields(inputs), Outputs: strings.Fields(outputs), Attributes: attributes}
}

func model(g *onnx.Graph) *onnx.Model {
	return &onnx.Model{Opsets: []onnx.Opset{{Version: 20}, {Domain: "own", Version: 1}}, Graph: g}
}

// TestLoopsInLoops: each loop needs two looks at its body, so that the innermost one would run 2^60 times.
func TestLoopsInLoops(t *testing.T) {
	t.Parallel()
	body := &onnx.Graph{Inputs: []*onnx.ValueInfo{value("i"), value("go"), value("v", "p")}, Outputs: []*onnx.ValueInfo{value("go"), value("w", "q")},
		Nodes: []*onnx.Node{node("Concat", "v v", "w", onnx.NewAttribute("axis", 0))}}
	for range 60 {
		body = &onnx.Graph{Inputs: body.Inputs, Outputs: body.Outputs, Nodes: []*onnx.Node{
			node("Concat", "v v", "longer", onnx.NewAttribute("axis", 0)),
			node("Loop", "n c longer", "w", onnx.NewAttribute("body", body)),
		}}
	}
	m := model(&onnx.Graph{Inputs: []*onnx.ValueInfo{value("n"), value("c"), value("x", "a")}, Nodes: []*onnx.Node{node("Loop", "n c x", "y", onnx.NewAttribute("body", body))}})
	r := infer(t, m, Options{})
	if len(r.Unknown) == 0 || !strings.Contains(r.Unknown[0].Why, "too often") {
		t.Errorf("unknown: %+v", r.Unknown)
	}
}

// TestFunctionsInFunctions: each function calls the next one twice, and the last one itself.
func TestFunctionsInFunctions(t *testing.T) {
	t.Parallel()
	for _, depth := range []int{1, 10, 60, 200} {
		m := model(&onnx.Graph{Inputs: []*onnx.ValueInfo{value("x", "a")}, Nodes: []*onnx.Node{{OpType: "f0", Domain: "own", Inputs: []string{"x"}, Outputs: []string{"y"}}}})
		for k := range depth {
			next := fmt.Sprintf("f%d", k+1)
			m.Functions = append(m.Functions, &onnx.Function{Name: fmt.Sprintf("f%d", k), Domain: "own", Inputs: []string{"v"}, Outputs: []string{"w"}, Opsets: m.Opsets,
				Nodes: []*onnx.Node{
					{OpType: next, Domain: "own", Inputs: []string{"v"}, Outputs: []string{"u"}},
					{OpType: next, Domain: "own", Inputs: []string{"u"}, Outputs: []string{"w"}},
				}})
		}
		last := fmt.Sprintf("f%d", depth)
		m.Functions = append(m.Functions, &onnx.Function{Name: last, Domain: "own", Inputs: []string{"v"}, Outputs: []string{"w"}, Opsets: m.Opsets,
			Nodes: []*onnx.Node{{OpType: last, Domain: "own", Inputs: []string{"v"}, Outputs: []string{"w"}}}})
		r := infer(t, m, Options{})
		if len(r.Unknown) != 1 || !strings.Contains(r.Unknown[0].Why, "in its function") {
			t.Errorf("%d: unknown: %+v", depth, r.Unknown)
		}
	}
}

// TestGrowth: dimensions, ranks and contents that grow with each node do not grow without end.
func TestGrowth(t *testing.T) {
	t.Parallel()
	const many = 3000
	chain := func(op, more string, attributes ...*onnx.Attribute) []*onnx.Node {
		nodes := []*onnx.Node{node("Identity", "x", "v0")}
		for k := range many {
			nodes = append(nodes, node(op, fmt.Sprintf("v%d %s", k, more), fmt.Sprintf("v%d", k+1), attributes...))
		}
		return nodes
	}
	product := []*onnx.Node{}
	for k, nodes := 0, chain("MatMul", "y"); k < many; k++ { // a chain of outer products, flattened
		product = append(product, nodes[k], node("Flatten", fmt.Sprintf("v%d", k), fmt.Sprintf("f%d", k), onnx.NewAttribute("axis", 0)),
			node("Concat", fmt.Sprintf("f%d y", k), fmt.Sprintf("c%d", k), onnx.NewAttribute("axis", 1)))
	}
	for name, nodes := range map[string][]*onnx.Node{
		"product": product,
		"sum":     chain("Concat", "y", onnx.NewAttribute("axis", 0)),
		"maximum": chain("Add", "y"),
		"rank":    chain("Unsqueeze", "", onnx.NewAttribute("axes", []int{0})),
		"pool":    chain("MaxPool", "", onnx.NewAttribute("kernel_shape", []int{7}), onnx.NewAttribute("strides", []int{3})),
		"tile":    chain("Tile", "shape"),
		"shapes":  append([]*onnx.Node{node("Shape", "x", "s")}, chain("Expand", "s")...),
	} {
		g := &onnx.Graph{Inputs: []*onnx.ValueInfo{value("x", "a", "b", "c"), value("y", "a", "b", "c")}, Nodes: nodes,
			Initializers: []*onnx.Tensor{onnx.NewInt64s("shape", 3, 5, 7)}}
		m := model(g)
		m.Opsets[0].Version = 11
		r := infer(t, m, Options{})
		for _, n := range nodes {
			for _, d := range r.Value(g, n.Output(0)).Shape {
				if len(d.String()) > maxTerms*(maxKey+24) {
					t.Errorf("%s: a dimension takes %d bytes", name, len(d.String()))
				}
			}
			if v := r.Value(g, n.Output(0)); len(v.Shape) > maxRank {
				t.Errorf("%s: %d dimensions", name, len(v.Shape))
			}
		}
	}
}

func TestOverflow(t *testing.T) {
	g := &onnx.Graph{Inputs: []*onnx.ValueInfo{value("x", "a", "b")}, Nodes: []*onnx.Node{node("Mul", "x x", "y"), node("Flatten", "y", "z", onnx.NewAttribute("axis", 0))}}
	m := model(g)
	r := infer(t, m, Options{Inputs: Shapes{"x": {1 << 40, 1 << 40}}})
	var names []string
	for _, p := range r.Overflows {
		names = append(names, p.Value)
	}
	if got := strings.Join(names, " "); got != "x y z" {
		t.Errorf("overflows of %s", got)
	}
	free := infer(t, m, Options{})
	bindings, err := Bind(m, Shapes{"x": {1 << 40, 1 << 40}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := free.Value(g, "y").ElementsIn(bindings); !errors.Is(err, ErrOverflow) {
		t.Errorf("%v", err)
	}
	if _, err := free.Value(g, "z").In(bindings); !errors.Is(err, ErrOverflow) {
		t.Errorf("%v", err)
	}
	bindings["b"] = Exactly(1 << 22)
	if n, err := free.Value(g, "y").ElementsIn(bindings); err != nil || n != Exactly(1<<62) {
		t.Errorf("%v, %v", n, err)
	}
	if _, err := free.Value(g, "y").BytesIn(bindings); !errors.Is(err, ErrOverflow) {
		t.Errorf("%v", err)
	}
}

// TestExtremes: numbers at the ends of 64 bits, wherever operators take them.
func TestExtremes(t *testing.T) {
	numbers := []int64{math.MinInt64, math.MinInt64 + 1, -1 << 32, math.MinInt32, -2, -1, 0, 1, 2, math.MaxInt32, 1 << 32, math.MaxInt64 - 1, math.MaxInt64}
	for _, a := range numbers {
		for _, b := range numbers {
			for _, c := range numbers {
				nodes := []*onnx.Node{
					node("Slice", "x a b zero c", "slice"), node("Slice", "known a b zero c", "cut"), node("Range", "sa sb sc", "range"), node("Div", "a b", "quotient"), node("Mod", "a b", "rest"),
					node("Mul", "quotient c", "product"), node("Sub", "a b", "difference"), node("Pow", "a c", "power"), node("Reshape", "x product", "reshape"),
					node("Expand", "x difference", "expand"), node("Tile", "known product", "tile"), node("ConstantOfShape", "difference", "made"), node("OneHot", "known sa x", "hot", onnx.NewAttribute("axis", b)),
					node("Gather", "known a", "gather", onnx.NewAttribute("axis", c)), node("Concat", "known a", "concat", onnx.NewAttribute("axis", a)), node("Flatten", "x", "flat", onnx.NewAttribute("axis", b)),
					node("TopK", "x a", "top indices", onnx.NewAttribute("axis", b)), node("Split", "known", "part other", onnx.NewAttribute("axis", a), onnx.NewAttribute("num_outputs", b)),
					node("Conv", "image kernel", "conv", onnx.NewAttribute("pads", []int64{a, b}), onnx.NewAttribute("strides", []int64{c}), onnx.NewAttribute("dilations", []int64{b})),
					node("MaxPool", "image", "pool", onnx.NewAttribute("kernel_shape", []int64{a}), onnx.NewAttribute("strides", []int64{b}), onnx.NewAttribute("ceil_mode", 1)),
					node("ConvTranspose", "image kernel", "up", onnx.NewAttribute("strides", []int64{a}), onnx.NewAttribute("output_padding", []int64{b}), onnx.NewAttribute("group", c)),
					node("DepthToSpace", "square", "space", onnx.NewAttribute("blocksize", a)), node("Neg", "a", "negative"), node("Abs", "a", "absolute"), node("Cast", "a", "narrow", onnx.NewAttribute("to", 6)),
					node("GatherND", "x known", "nd", onnx.NewAttribute("batch_dims", a)), node("EyeLike", "square", "eye", onnx.NewAttribute("dtype", a)), node("Shape", "x", "shape", onnx.NewAttribute("start", a), onnx.NewAttribute("end", b)),
				}
				g := &onnx.Graph{Inputs: []*onnx.ValueInfo{value("x", "h"), value("image", "n", "c", "h"), value("square", "n", "d", "h", "w")}, Nodes: nodes,
					Initializers: []*onnx.Tensor{onnx.NewInt64s("a", a), onnx.NewInt64s("b", b), onnx.NewInt64s("c", c), onnx.NewInt64s("zero", 0), onnx.NewInt64s("known", 4, 5, 6),
						onnx.NewTensor("kernel", onnx.Float32, []int64{1, 1, 3}, nil)}}
				for k, name := range []string{"sa", "sb", "sc"} {
					scalar := onnx.NewInt64s(name, []int64{a, b, c}[k])
					scalar.Dims = []int64{}
					g.Initializers = append(g.Initializers, scalar)
				}
				for _, o := range []Options{{}, {Inputs: Shapes{"x": {9}, "image": {1, 1, 9}, "square": {1, 4, 9, 9}}}} {
					infer(t, model(g), o)
				}
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := model(&onnx.Graph{Inputs: []*onnx.ValueInfo{value("x", "a")}, Nodes: []*onnx.Node{node("Relu", "x", "y")}})
	if _, err := Infer(ctx, m, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
