package shape

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/planlint/planlint/fixtures/models"
	"github.com/planlint/planlint/layers/onnx"
)

// bodies are a graph and the bodies in it, in the order of their nodes.
func bodies(g *onnx.Graph) []*onnx.Graph {
	all := []*onnx.Graph{g}
	for _, n := range g.Nodes {
		for body := range n.Bodies() {
			all = append(all, bodies(body)...)
		}
	}
	return all
}

// comparison is what became of the values that somebody else knows.
type comparison struct {
	Score
	// missing are not known here, wrong are known to be something else.
	missing, wrong []difference
}

// difference is a value of which somebody else knows something that is not known here.
type difference struct{ Value, Theirs, Here string }

func (d difference) String() string {
	return fmt.Sprintf("%s is %s, here it is %s", d.Value, d.Theirs, d.Here)
}

func (c *comparison) add(name string, want models.ValueType, got Value) {
	if want.Of == nil && got.Kind == onnx.OptionalType && got.Of != nil { // run times give the element itself
		got = *got.Of
	}
	if want.Of != nil {
		if got.Of != nil && (want.Elem == "sequence") == (got.Kind == onnx.SequenceType) {
			c.add(name, *want.Of, *got.Of)
		} else {
			c.add(name, *want.Of, Value{})
		}
		return
	}
	if !want.Static() {
		return
	}
	c.Values++
	_, known := got.Numbers()
	d := difference{name, want.String(), got.String()}
	switch {
	case got.Type != onnx.Undefined && got.Type.String() != want.Elem, contradicts(got, want.Dims):
		c.wrong = append(c.wrong, d)
	case !known || got.Type == onnx.Undefined:
		c.missing = append(c.missing, d)
	default:
		c.Known++
	}
}

// contradicts reports whether what is known of a shape is not so.
func contradicts(v Value, want []int64) bool {
	if !v.Ranked {
		return false
	}
	if len(v.Shape) != len(want) {
		return true
	}
	for k, e := range v.Shape {
		if n, ok := e.Int(); ok && n != want[k] {
			return true
		}
	}
	return false
}

// compare compares all values of a model with what somebody else knows of them.
func compare(m *onnx.Model, r *Result, graphs []map[string]models.ValueType) comparison {
	var c comparison
	for k, g := range bodies(m.Graph) {
		if k >= len(graphs) {
			break
		}
		for _, name := range slices.Sorted(maps.Keys(graphs[k])) {
			c.add(name, graphs[k][name], r.Value(g, name))
		}
	}
	return c
}

// given are Options with the inputs of a question.
func given(inputs map[string]models.Input) Options {
	o := Options{Inputs: Shapes{}, Contents: map[string]*Contents{}}
	for name, in := range inputs {
		o.Inputs[name] = in.Dims
		switch {
		case in.Ints != nil:
			o.Contents[name] = Ints(in.Ints...)
		case in.Floats != nil:
			o.Contents[name] = Floats(in.Floats...)
		}
	}
	return o
}

// open reads a model, without what it says itself of shapes that its nodes make.
func open(t testing.TB, path string) *onnx.Model {
	t.Helper()
	m, err := onnx.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	for _, g := range bodies(m.Graph) {
		g.ValueInfo = nil
		for _, v := range g.Outputs {
			for of := v.Type; of != nil; of = of.Of {
				of.Ranked, of.Shape = false, nil
			}
		}
	}
	for _, f := range m.Functions {
		f.ValueInfo = nil
	}
	return m
}

// infer infers the shapes of a model.
func infer(t testing.TB, m *onnx.Model, o Options) *Result {
	t.Helper()
	r, err := Infer(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
