package onnx

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// sketch is a model as text: one line a node.
func sketch(g *Graph) string {
	var lines []string
	for _, n := range g.Nodes {
		line := fmt.Sprintf("%s(%s)->%s", n.OpType, strings.Join(n.Inputs, ","), strings.Join(n.Outputs, ","))
		for body := range n.Bodies() {
			line += "{" + sketch(body) + "}"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func edited(t *testing.T, change func(*Graph)) *Graph {
	t.Helper()
	m := readBytes(t, modelOf(sample()))
	change(m.Graph)
	return readBytes(t, written(t, m)).Graph
}

func TestInsertAndRemove(t *testing.T) {
	t.Parallel()
	g := edited(t, func(g *Graph) {
		add, leaky := g.Nodes[0], g.Nodes[1]
		if g.InsertBefore(&Node{}, &Node{}) || g.InsertAfter(&Node{}) {
			t.Error("inserted beside a node that is not there")
		}
		g.InsertBefore(add, &Node{OpType: "Relu", Inputs: []string{"x"}, Outputs: []string{"r"}})
		g.InsertAfter(leaky, &Node{OpType: "Neg", Inputs: []string{"y"}, Outputs: []string{"z"}})
		add.Inputs[0] = "r"
		g.Remove(leaky)
		g.Nodes[2].Inputs[0] = "t"
	})
	if want := "Relu(x)->r; Add(r,c)->t; Neg(t)->z"; sketch(g) != want {
		t.Errorf("got %s, want %s", sketch(g), want)
	}
}

// TestReorder swaps, doubles and moves nodes, also between models.
func TestReorder(t *testing.T) {
	t.Parallel()
	other := readBytes(t, modelOf(message(nil).bytes(graphNode, message(nil).text(nodeOpType, "Other").text(100, "unknown"))))
	g := edited(t, func(g *Graph) {
		add, leaky := g.Nodes[0], g.Nodes[1]
		g.Nodes = []*Node{leaky, other.Graph.Nodes[0], add, leaky, leaky.Clone()}
		g.Initializers = append(g.Initializers, NewInt64s("axes", 1, -2))
	})
	if want := "LeakyRelu(t)->y; Other()->; Add(x,c)->t; LeakyRelu(t)->y; LeakyRelu(t)->y"; sketch(g) != want {
		t.Errorf("got %s, want %s", sketch(g), want)
	}
	if axes, err := g.Initializers[1].Int64s(t.Context(), 2); err != nil || axes[0] != 1 || axes[1] != -2 {
		t.Errorf("axes %v, %v", axes, err)
	}
	if g.Nodes[4].Float("alpha", 0) != 0.125 {
		t.Error("a copy has lost its attribute")
	}
}

func TestSetAttribute(t *testing.T) {
	t.Parallel()
	values := []any{float32(0), float32(1.5), int64(0), int64(-3), "", "text", []float32{1, 2}, []float32{}, []int64{4}, []int64{},
		[]string{"a", ""}, NewInt64s("t", 1), &Graph{Name: "g"}, NewTensorType(Float16, Fixed(2), Symbol("n"), Dim{})}
	for _, before := range values {
		for _, now := range values {
			g := edited(t, func(g *Graph) {
				g.Nodes[0].SetAttribute("a", before)
				g.Nodes[0].SetAttribute("b", int64(7))
				again := readBytes(t, written(t, &Model{Graph: g})).Graph // so that there is something to change
				again.Nodes[0].SetAttribute("a", now)
				*g = *again
			})
			a := g.Nodes[0].Attribute("a")
			if a.Type != typeOf(now) || fmt.Sprintf("%T", a.Value) != fmt.Sprintf("%T", now) {
				t.Fatalf("%v became %v, want %v", before, a.Value, now)
			}
			switch v := a.Value.(type) {
			case *Tensor:
				if list, err := v.Int64s(t.Context(), 1); err != nil || list[0] != 1 {
					t.Errorf("tensor %v, %v", list, err)
				}
			case *Graph:
				if v.Name != "g" {
					t.Errorf("graph %q", v.Name)
				}
			default:
				if fmt.Sprint(v) != fmt.Sprint(now) {
					t.Errorf("%v became %v, want %v", before, v, now)
				}
			}
			if g.Nodes[0].Int("b", 0) != 7 || len(g.Nodes[0].Attributes) != 2 {
				t.Errorf("attributes %v", g.Nodes[0].Attributes)
			}
		}
	}
	g := edited(t, func(g *Graph) {
		g.Nodes[1].RemoveAttribute("alpha")
		g.Nodes[0].SetAttribute("axes", []int{1, 2})
		g.Nodes[0].SetAttribute("axis", 3)
		g.Nodes[0].Attributes = append(g.Nodes[0].Attributes, &Attribute{Name: "r", RefName: "outer", Type: AttributeInts})
	})
	if axes, _ := g.Nodes[0].Ints("axes"); len(g.Nodes[1].Attributes) != 0 || len(axes) != 2 || g.Nodes[0].Int("axis", 0) != 3 {
		t.Error("attributes of int are not what was set")
	}
	if r := g.Nodes[0].Attribute("r"); r.RefName != "outer" || r.Type != AttributeInts || r.Value != nil {
		t.Errorf("reference %+v", r)
	}
	m := readBytes(t, modelOf(sample()))
	m.Graph.Nodes[0].SetAttribute("odd", struct{}{})
	if err := Write(t.Context(), &bytes.Buffer{}, m); err == nil || !strings.Contains(err.Error(), `attribute "odd" has a value of type struct {}`) {
		t.Errorf("error %v", err)
	}
}

// shadowing is a graph with a body that uses x and y of the graph around it, and has a value s of its own.
func shadowing() *Graph {
	body := &Graph{Outputs: []*ValueInfo{{Name: "s"}}, Nodes: []*Node{{OpType: "Add", Inputs: []string{"x", "y"}, Outputs: []string{"s"}}}}
	choose := &Node{OpType: "If", Inputs: []string{"x"}, Outputs: []string{"z"}}
	choose.SetAttribute("then_branch", body)
	return &Graph{
		Inputs: []*ValueInfo{{Name: "x"}}, Outputs: []*ValueInfo{{Name: "z"}, {Name: "y"}}, ValueInfo: []*ValueInfo{{Name: "y"}},
		Nodes:        []*Node{{OpType: "Neg", Inputs: []string{"x"}, Outputs: []string{"y"}}, choose},
		Quantization: []*Annotation{{Tensor: "y", Parameters: []Property{{"SCALE_TENSOR", "x"}}}},
	}
}

func TestReplaceUses(t *testing.T) {
	t.Parallel()
	g := shadowing()
	if err := g.ReplaceUses("y", "x"); err != nil {
		t.Fatal(err)
	}
	if want := "Neg(x)->y; If(x)->z{Add(x,x)->s}"; sketch(g) != want || g.Outputs[1].Name != "y" {
		t.Errorf("got %s, want %s", sketch(g), want)
	}
	g = shadowing()
	before := sketch(g)
	if err := g.ReplaceUses("y", "s"); err == nil || sketch(g) != before {
		t.Errorf("%v, %s", err, sketch(g))
	}
	if err := g.ReplaceUses("s", "x"); err != nil || sketch(g) != before {
		t.Errorf("the value of a body is not the graph's: %v, %s", err, sketch(g))
	}
}

func TestRename(t *testing.T) {
	t.Parallel()
	g := shadowing()
	if err := g.Rename("y", "new"); err != nil {
		t.Fatal(err)
	}
	if want := "Neg(x)->new; If(x)->z{Add(x,new)->s}"; sketch(g) != want {
		t.Errorf("got %s, want %s", sketch(g), want)
	}
	if g.Outputs[1].Name != "new" || g.ValueInfo[0].Name != "new" || g.Quantization[0].Tensor != "new" {
		t.Errorf("%v %v %v", g.Outputs[1], g.ValueInfo[0], g.Quantization[0])
	}
	if err := g.Rename("x", "input"); err != nil || g.Inputs[0].Name != "input" || g.Quantization[0].Parameters[0].Value != "input" {
		t.Errorf("%v: %v", g.Inputs[0], err)
	}
	for _, taken := range []string{"z", "s", ""} {
		if err := g.Rename("new", taken); err == nil {
			t.Errorf("renamed to %q", taken)
		}
	}
	if name := g.UniqueName("s"); name != "s_1" {
		t.Errorf("unique name %q", name)
	}
	if name := g.UniqueName("free"); name != "free" {
		t.Errorf("unique name %q", name)
	}
}

func TestIndexOfBodies(t *testing.T) {
	t.Parallel()
	g := shadowing()
	outer := NewIndex(g, nil)
	if uses := outer.Uses("y"); len(uses) != 1 || uses[0].Node != g.Nodes[1] || uses[0].Input != Captured {
		t.Errorf("uses of y: %+v", uses)
	}
	if uses := outer.Uses("x"); len(uses) != 3 { // Neg, If, and its body
		t.Errorf("uses of x: %+v", uses)
	}
	inner := NewIndex(g.Nodes[1].Body("then_branch"), outer)
	if inner.Maker("y") != outer || inner.Maker("s") != inner || inner.Maker("none") != nil {
		t.Error("makers are wrong")
	}
	if !outer.IsOutput("y") || outer.IsOutput("x") || !outer.IsInput("x") || outer.Producer("y") != g.Nodes[0] {
		t.Error("the index is wrong")
	}
}
