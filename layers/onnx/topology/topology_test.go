package topology

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/models"
	"github.com/planlint/planlint/layers/onnx"
)

func node(opType string, inputs, outputs string) *onnx.Node {
	fields := func(names string) []string { return strings.Split(names, ",") }
	n := &onnx.Node{OpType: opType, Outputs: fields(outputs)}
	if inputs != "none" {
		n.Inputs = fields(inputs)
	}
	return n
}

func graphOf(nodes ...*onnx.Node) *onnx.Graph {
	return &onnx.Graph{Nodes: nodes, Inputs: []*onnx.ValueInfo{{Name: "x"}}, Outputs: []*onnx.ValueInfo{{Name: "y"}}}
}

func names(values []*Value) string {
	var list []string
	for _, v := range values {
		list = append(list, v.Name)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestDecode(t *testing.T) {
	t.Parallel()
	g := graphOf(node("Relu", "x", "a"), node("Clip", "a,,hi", "b"), node("LSTM", "b,w,,r", ",c"), node("Mul", "a,c", "y"), node("Mul", "c,c", "z"))
	top, err := Decode(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	y := top.Value("y")
	if y.Node != g.Nodes[3] || names(top.Inputs(y)) != "a c" || names(top.Users(top.Value("a"))) != "b y" {
		t.Errorf("inputs %s, users %s", names(top.Inputs(y)), names(top.Users(top.Value("a"))))
	}
	if got := names(top.Sources(y)); got != "a b c hi r w x" {
		t.Errorf("sources of y: %s", got)
	}
	if got := names(top.Affected(top.Value("b"))); got != "c y z" {
		t.Errorf("affected by b: %s", got)
	}
	if weight, _ := top.Weight(y.ID(), top.Value("c").ID()); weight != 1 {
		t.Errorf("c is input %v", weight)
	}
	if top.Value("") != nil || top.Value("none") != nil || top.Nodes().Len() != 9 {
		t.Errorf("%d values", top.Nodes().Len())
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	g := graphOf(node("C", "b,c1", "y"), node("B", "a", "b"), node("Constant", "none", "c1"), node("A", "x", "a"))
	top, err := Decode(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	order, err := top.Order()
	if err != nil {
		t.Fatal(err)
	}
	checkOrder(t, order, g)
}

// checkOrder fails if a node comes before one that makes what it uses, or is missing.
func checkOrder(t *testing.T, order []*onnx.Node, g *onnx.Graph) {
	t.Helper()
	if len(order) != len(g.Nodes) {
		t.Fatalf("%d nodes in order, of %d", len(order), len(g.Nodes))
	}
	x, done := onnx.NewIndex(g, nil), map[*onnx.Node]bool{}
	for _, n := range order {
		for _, name := range inputs(n) {
			if producer := x.Producer(name); producer != nil && !done[producer] {
				t.Fatalf("%s uses %q, which is made later", n.OpType, name)
			}
		}
		done[n] = true
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	double := node("A", "x", "y")
	double.Attributes = []*onnx.Attribute{onnx.NewAttribute("a", 1), onnx.NewAttribute("a", 2)}
	for name, test := range map[string]struct {
		graph *onnx.Graph
		want  string
	}{
		"no nodes":       {graphOf(), "graph not supported: no nodes"},
		"no outputs":     {&onnx.Graph{Nodes: []*onnx.Node{node("A", "x", "y")}}, "no outputs that a node makes"},
		"only an input":  {&onnx.Graph{Nodes: []*onnx.Node{node("A", "x", "y")}, Inputs: graphOf().Inputs, Outputs: graphOf().Inputs}, "no outputs that a node makes"},
		"itself":         {graphOf(node("A", "y", "y")), `value "y" is made from itself`},
		"twice":          {graphOf(node("A", "x", "y"), node("B", "x", "y")), `value "y" is made twice`},
		"twice by one":   {graphOf(node("A", "x", "y,y")), `value "y" is made twice`},
		"an input again": {graphOf(node("A", "z", "x"), node("A", "x", "y")), `value "x" is made twice`},
		"no text":        {graphOf(node("A", "x", "y\xff")), "has a name that is no text"},
		"attributes":     {graphOf(double), `attribute "a" of A "" is there twice`},
	} {
		top, err := Decode(t.Context(), test.graph)
		var exit interface{ ExitCode() int }
		if top != nil || !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), test.want) || !errors.As(err, &exit) || exit.ExitCode() != 3 {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
	top, err := Decode(t.Context(), graphOf(node("A", "x,b", "a"), node("B", "a", "b"), node("C", "b", "y")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := top.Order(); !errors.Is(err, ErrCycle) || !strings.Contains(err.Error(), "through value a") {
		t.Errorf("a cycle: %v", err)
	}
}

// TestMismatch tells the comparison something else than onnx-go was told.
func TestMismatch(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*onnx.Graph){
		"a node more":     func(g *onnx.Graph) { g.Nodes = append(g.Nodes, node("D", "y", "z")) },
		"operator":        func(g *onnx.Graph) { g.Nodes[0].OpType = "B" },
		"output":          func(g *onnx.Graph) { g.Nodes[0].Outputs[0] = "b" },
		"outputs":         func(g *onnx.Graph) { g.Nodes[0].Outputs = []string{"a", "b"} },
		"inputs":          func(g *onnx.Graph) { g.Nodes[0].Inputs = []string{"x", "z"} },
		"input":           func(g *onnx.Graph) { g.Nodes[0].Inputs = []string{"z"} },
		"order of inputs": func(g *onnx.Graph) { g.Nodes[1].Inputs = []string{"a", "x"} },
		"value":           func(g *onnx.Graph) { g.Inputs = append(g.Inputs, &onnx.ValueInfo{Name: "unused"}) },
		"attribute":       func(g *onnx.Graph) { g.Nodes[0].SetAttribute("f", float32(3)) },
		"attribute type":  func(g *onnx.Graph) { g.Nodes[0].SetAttribute("f", int64(2)) },
		"attributes":      func(g *onnx.Graph) { g.Nodes[0].SetAttribute("g", int64(2)) },
		"list":            func(g *onnx.Graph) { g.Nodes[1].SetAttribute("l", []int64{1, 3}) },
	} {
		first, second := node("A", "x", "a"), node("B", "x,a", "y")
		first.SetAttribute("f", float32(2))
		second.SetAttribute("l", []int64{1, 2})
		g := graphOf(first, second)
		s, err := newSkeleton(g)
		if err != nil {
			t.Fatal(err)
		}
		data, err := s.bytes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		b, err := decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.compare(s.graph); err != nil {
			t.Fatalf("before any change: %v", err)
		}
		change(s.graph)
		if err := b.compare(s.graph); !errors.Is(err, ErrMismatch) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPanicIsAnError(t *testing.T) {
	t.Parallel()
	g := graphOf(node("A", "y", "y")) // which the skeleton would refuse
	data, err := (&skeleton{graph: g}).bytes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if b, err := decode(data); b != nil || !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "onnx-go panics") {
		t.Errorf("error %v", err)
	}
}

// TestModels lets onnx-go read every graph of every model, bodies included.
func TestModels(t *testing.T) {
	t.Parallel()
	graphs, nodes, refused := 0, 0, map[string]int{}
	for i, model := range models.In(t) {
		if testing.Short() && i%10 != 0 {
			continue
		}
		m, err := onnx.Open(t.Context(), model.Path)
		if err != nil {
			t.Fatal(err)
		}
		all := []*onnx.Graph{m.Graph}
		for _, n := range m.Graph.Walk() {
			all = slices.AppendSeq(all, n.Bodies())
		}
		for _, g := range all {
			graphs++
			nodes += len(g.Nodes)
			if err := check(t, g); errors.Is(err, ErrUnsupported) {
				refused[err.Error()]++
			} else if err != nil {
				t.Errorf("%s: %v", model.Path, err)
			}
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d graphs of %d nodes; refused %v", graphs, nodes, refused)
	for reason := range refused {
		if !strings.HasSuffix(reason, "no nodes") && !strings.HasSuffix(reason, "no outputs that a node makes") {
			t.Errorf("refused: %s", reason)
		}
	}
}

func check(t *testing.T, g *onnx.Graph) error {
	top, err := Decode(context.Background(), g)
	if err != nil {
		return err
	}
	order, err := top.Order()
	if err != nil {
		return err
	}
	checkOrder(t, order, g)
	x := onnx.NewIndex(g, nil)
	for v := range top.values {
		if top.Value(v).Node != x.Producer(v) {
			t.Errorf("value %q is made by %v, not %v", v, top.Value(v).Node, x.Producer(v))
		}
	}
	return nil
}
