package shape

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/planlint/planlint/fixtures/models"
	"github.com/planlint/planlint/layers/onnx"
)

// mutation changes a model in places that shapes follow from.
type mutation struct {
	*rand.Rand
	operators []string
}

func (r mutation) number() int64 {
	switch r.IntN(4) {
	case 0:
		return []int64{math.MinInt64, math.MinInt32, math.MaxInt32, math.MaxInt64, 1 << 40, -1 << 40}[r.IntN(6)]
	case 1:
		return r.Int64N(1 << 20)
	}
	return r.Int64N(12) - 4
}

func (r mutation) numbers(n int) []int64 {
	list := make([]int64, n)
	for k := range list {
		list[k] = r.number()
	}
	return list
}

// change changes one thing of a graph or of a body in it, and says what.
func (r mutation) change(m *onnx.Model) string {
	graphs := bodies(m.Graph)
	g := graphs[r.IntN(len(graphs))]
	if len(g.Nodes) == 0 {
		return "nothing"
	}
	n := g.Nodes[r.IntN(len(g.Nodes))]
	what := fmt.Sprintf("%s %s: ", n.OpType, n.Output(0))
	switch r.IntN(9) {
	case 0:
		n.OpType = r.operators[r.IntN(len(r.operators))]
		return what + "is a " + n.OpType
	case 1:
		other := g.Nodes[r.IntN(len(g.Nodes))]
		if len(n.Inputs) > 0 {
			n.Inputs[r.IntN(len(n.Inputs))] = other.Output(0)
		}
		return what + "reads " + other.Output(0)
	case 2:
		if len(n.Inputs) > 0 {
			n.Inputs = slices.Delete(n.Inputs, 0, 1)
		}
		return what + "has lost an input"
	case 3:
		n.Outputs = append(n.Outputs, "more")
		return what + "has another output"
	case 4:
		if len(g.Initializers) == 0 {
			return "nothing"
		}
		k := r.IntN(len(g.Initializers))
		values := r.numbers(r.IntN(6))
		g.Initializers[k] = onnx.NewInt64s(g.Initializers[k].Name, values...)
		return fmt.Sprintf("%s is %v", g.Initializers[k].Name, values)
	case 5:
		if len(m.Graph.Inputs) > 0 {
			in := m.Graph.Inputs[r.IntN(len(m.Graph.Inputs))]
			in.Type = onnx.NewTensorType(onnx.DataType(r.IntN(30)))
			for range r.IntN(6) {
				in.Type.Shape = append(in.Type.Shape, []onnx.Dim{onnx.Fixed(r.number()), onnx.Symbol("s"), {}}[r.IntN(3)])
			}
			return fmt.Sprintf("input %s is %s", in.Name, in.Type)
		}
		return "nothing"
	}
	if len(n.Attributes) == 0 {
		name := []string{"axis", "axes", "keepdims", "perm", "kernel_shape", "pads", "to", "starts", "ends"}[r.IntN(9)]
		n.SetAttribute(name, []any{r.number(), r.numbers(r.IntN(5))}[r.IntN(2)])
		return what + "has another attribute " + name
	}
	a := n.Attributes[r.IntN(len(n.Attributes))]
	switch v := a.Value.(type) {
	case int64:
		a.Value = r.number()
	case []int64:
		a.Value = r.numbers(max(0, len(v)+r.IntN(3)-1))
	case []float32:
		a.Value = []float32{float32(math.NaN()), float32(math.Inf(1)), -1, 0}[:r.IntN(5)]
	case *onnx.Tensor:
		a.Value = onnx.NewInt64s("", r.numbers(r.IntN(5))...)
	case *onnx.Graph:
		v.Outputs = nil
	default:
		n.RemoveAttribute(a.Name)
	}
	return fmt.Sprintf("%s%s is %v", what, a.Name, a.Value)
}

// TestMutatedModels changes real models in some places each, and infers what is left of them. Whatever they are then,
// nothing breaks, and everything is either known or said to be unknown.
func TestMutatedModels(t *testing.T) {
	t.Parallel()
	const rounds = 60
	for k, c := range realCases(t) {
		m, err := onnx.Open(t.Context(), c.Path)
		if err != nil {
			t.Fatal(err)
		}
		r := mutation{rand.New(rand.NewPCG(5, uint64(k))), slices.Sorted(maps.Keys(operators()[""]))}
		for round := range rounds {
			if testing.Short() && round%10 > 0 {
				continue
			}
			changed := m.Clone()
			var changes []string
			for range 1 + r.IntN(5) {
				changes = append(changes, r.change(changed))
			}
			mustHold(t, changed, given(c.inputs), fmt.Sprintf("%s, round %d: %q", c, round, changes))
			mustHold(t, changed, Options{}, fmt.Sprintf("%s, round %d, free: %q", c, round, changes))
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}

// mustHold demands that inferring ends well: values are known, or a node of their graph is said to be unknown.
func mustHold(t *testing.T, m *onnx.Model, o Options, what string) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s", what)
			panic(p)
		}
	}()
	r, err := Infer(t.Context(), m, o)
	if _, input := err.(*InputError); input {
		return
	} else if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	said := map[*onnx.Node]bool{}
	for _, u := range r.Unknown {
		said[u.Node] = true
	}
	for _, n := range m.Graph.Nodes {
		for _, name := range n.Outputs {
			v, last := r.Value(m.Graph, name), name == ""
			for _, d := range v.Shape {
				if n, ok := d.Int(); ok && n < 0 {
					t.Errorf("%s: %s is %v", what, name, v)
				}
			}
			unknown := v.Kind == onnx.UnknownType || v.Kind == onnx.TensorType && !v.Ranked
			if unknown && !last && !said[n] && lastMaker(m.Graph, name) == n {
				t.Errorf("%s: %s is %v, and nobody says why", what, name, v)
			}
		}
	}
}

// lastMaker is the last node of a graph that makes a value: a damaged model may have several.
func lastMaker(g *onnx.Graph, name string) *onnx.Node {
	for _, n := range slices.Backward(g.Nodes) {
		if slices.Contains(n.Outputs, name) {
			return n
		}
	}
	return nil
}

// FuzzInfer infers whatever can be read of damaged models.
func FuzzInfer(f *testing.F) {
	for k, m := range models.In(f, models.Node) {
		if k%25 != 0 {
			continue
		}
		file, err := os.ReadFile(m.Path)
		if err != nil {
			f.Fatal(err)
		}
		if len(file) < 20_000 {
			f.Add(file)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := onnx.Read(t.Context(), bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return
		}
		mustHold(t, m, Options{}, "damaged")
	})
}
