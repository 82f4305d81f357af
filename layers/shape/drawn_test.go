package shape

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/planlint/planlint/fixtures/models"
	"github.com/planlint/planlint/layers/onnx"
)

//go:embed testdata/draw.py
var drawScript []byte

// drawn is a model of one operator with what ONNX Runtime made of it.
type drawn struct {
	Op      string
	Model   []byte
	Inputs  map[string]models.Input
	Output  map[string]models.ValueType
	Refused int
	// Open are the models of which the outputs cannot be known.
	Open []string
}

// TestDrawnOperators draws operators with attributes of all kinds, in several opsets, and compares with what ONNX Runtime
// makes of them: with the inputs' shapes given, and with numbers for symbols afterwards. PLANLINT_CORPUS=whole draws ten
// times as many; another value of it is another seed.
func TestDrawnOperators(t *testing.T) {
	t.Parallel()
	seed, count := 1, 2000
	switch corpus := os.Getenv("PLANLINT_CORPUS"); {
	case corpus == "whole":
		count *= 10
	case corpus != "":
		for _, c := range corpus {
			seed = seed*31 + int(c)
		}
	case testing.Short():
		count /= 10
	}
	order := fmt.Appendf(nil, `{"seed": %d, "count": %d}`, seed, count)
	decoder := json.NewDecoder(bytes.NewReader(models.Python(t, drawScript, order)))
	operators := map[string]int{}
	for decoder.More() {
		var d drawn
		if err := decoder.Decode(&d); err != nil {
			t.Fatal(err)
		}
		if d.Model == nil {
			if d.Refused > count/4 {
				t.Errorf("ONNX Runtime refuses %d of %d", d.Refused, count)
			}
			continue
		}
		operators[d.Op]++
		d.check(t)
	}
	if len(operators) < 40 && !testing.Short() {
		t.Errorf("only these were drawn: %v", operators)
	}
}

// check compares with what ONNX Runtime made, with the inputs' shapes given, and with numbers for symbols afterwards.
func (d drawn) check(t *testing.T) (m *onnx.Model, pinned *Result) {
	t.Helper()
	m, err := onnx.Read(t.Context(), bytes.NewReader(d.Model), int64(len(d.Model)))
	if err != nil {
		t.Fatal(err)
	}
	o := given(d.Inputs)
	pinned = infer(t, m, o)
	for in := range o.Contents { // what stays is of dimensions that have names
		delete(o.Inputs, in)
	}
	free := infer(t, m, Options{Contents: o.Contents})
	bindings, err := Bind(m, o.Inputs)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(d.Output)) {
		want := d.Output[name]
		got := pinned.Value(m.Graph, name)
		same := slices.EqualFunc(got.Shape, want.Dims, func(e Expression, n int64) bool { return e.Is(n) })
		if !same && !d.open(pinned, got, want.Dims) || got.Type.String() != want.Elem {
			t.Errorf("%s: %s is %v, here it is %v%s", d.Op, name, want, got, d.describe(m))
			continue
		}
		symbolic := free.Value(m.Graph, name)
		dims, err := symbolic.In(bindings)
		if err != nil && d.open(free, symbolic, want.Dims) {
			continue
		}
		if err != nil || !slices.EqualFunc(dims, want.Dims, func(i Interval, n int64) bool { return i == Exactly(n) }) {
			t.Errorf("%s: %s is %v, here it is %v: %v, %v%s", d.Op, name, want, symbolic, dims, err, d.describe(m))
		}
	}
	return m, pinned
}

// open reports whether what is known of a value is right, though some of it is open: which is right for what
// depends on elements, and for one scale of all axes, which is no whole number.
func (d drawn) open(r *Result, v Value, want []int64) bool {
	if contradicts(v, want) || !slices.Contains(d.Open, d.Op) && d.Op != "Resize" {
		return false
	}
	for _, e := range v.Shape {
		for _, symbol := range e.Symbols() {
			if _, opened := r.Opened(symbol); opened {
				return true
			}
		}
	}
	return !v.Ranked
}

// describe says what was drawn.
func (d drawn) describe(m *onnx.Model) string {
	n := m.Graph.Nodes[0]
	text := fmt.Sprintf("\n\topset %d, inputs %v %v", m.Opsets[0].Version, n.Inputs, d.Inputs)
	for _, a := range n.Attributes {
		text += fmt.Sprintf(" %s=%v", a.Name, a.Value)
	}
	for _, tensor := range m.Graph.Initializers {
		numbers, err := tensor.Float64s(context.Background(), 100)
		text += fmt.Sprintf(" %s=%v%v", tensor.Name, tensor.Dims, numbers)
		if err != nil {
			text += err.Error()
		}
	}
	return text
}
