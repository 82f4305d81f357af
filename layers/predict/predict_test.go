package predict

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/law"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

func predicted(t *testing.T, m *onnx.Model, o Options) result.Predict {
	t.Helper()
	p, err := Model(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if p.PaddingBytesMin > p.PaddingBytes || p.PaddingBytes > p.PaddingBytesMax {
		t.Errorf("%d is not from %d to %d", p.PaddingBytes, p.PaddingBytesMin, p.PaddingBytesMax)
	}
	if (p.PaddingBytesMin == p.PaddingBytesMax) != (len(p.Open) == 0) {
		t.Errorf("from %d to %d: %q", p.PaddingBytesMin, p.PaddingBytesMax, p.Open)
	}
	return p
}

// TestOpenLaw: nobody measured other operations, so both laws count.
func TestOpenLaw(t *testing.T) {
	m := seedmodels.New(seedmodels.Half(1, 8, 10, 10))
	m.Then("Exp", "y")
	p := predicted(t, m.ONNX(), Options{Target: law.Default})
	if p.PaddingBytes != 14*800 || p.PaddingBytesMin != 10*800 || p.PaddingBytesMax != 14*800 || len(p.Open) != 1 {
		t.Errorf("%+v", p)
	}
}

// TestOpenTarget: of a version that nobody saw, the range starts at nothing.
func TestOpenTarget(t *testing.T) {
	for target, want := range map[string][3]int64{
		"11.3": {5_486_673_920, 0, 5_486_673_920}, "10.15": {0, 0, 5_486_673_920}, "1.7": {0, 0, 0}, "1.9": {0, 0, 5_486_673_920},
	} {
		p := predicted(t, seedmodels.All()[seedmodels.HeadPadded], Options{Target: target})
		if got := [3]int64{p.PaddingBytes, p.PaddingBytesMin, p.PaddingBytesMax}; got != want {
			t.Errorf("%s: %v, want %v, %+v", target, got, want, p.Groups)
		}
	}
}

func TestShapes(t *testing.T) {
	free := seedmodels.All()[seedmodels.HeadFree]
	small, seed, large := []int64{1, 64, 64, 64}, []int64{1, 64, 736, 416}, []int64{1, 64, 1472, 832}
	p := predicted(t, free, Options{Target: law.Default})
	if !p.LowerBound || p.PaddingBytesMax != 0 || len(p.NotPredictable) != 2 || p.Groups[0].PaddingBytes != nil || p.Groups[0].Shape != nil {
		t.Errorf("%+v", p)
	}
	p = predicted(t, free, Options{Target: law.Default, Shapes: []map[string][]int64{{"x": seed}}})
	if p.PaddingBytes != 5_486_673_920 || p.PaddingBytesMin != p.PaddingBytes || p.LowerBound || p.Shapes != result.ShapesGiven {
		t.Errorf("%+v", p)
	}
	p = predicted(t, free, Options{Target: law.Default, Shapes: []map[string][]int64{{"x": small}, {"x": seed}, {"x": large}}})
	if p.PaddingBytes != 5_486_673_920 || p.PaddingBytesMax != 4*p.PaddingBytes || p.PaddingBytesMin != 14*64*5*128*128 || p.Shapes != result.ShapesOfProfile {
		t.Errorf("%+v", p)
	}
	p = predicted(t, free, Options{Target: law.Default, Shapes: []map[string][]int64{{"x": seed}, {"x": seed}, {"x": seed}}})
	if p.PaddingBytes != 5_486_673_920 || p.PaddingBytesMax != p.PaddingBytes {
		t.Errorf("a profile of one shape: %+v", p)
	}
	_, err := Model(t.Context(), free, Options{Target: law.Default, Shapes: []map[string][]int64{{"x": {1, 2}}}})
	var wrong *shape.InputError
	if !errors.As(err, &wrong) {
		t.Errorf("a shape that does not fit: %v", err)
	}
	if _, err = Model(t.Context(), free, Options{Target: "new"}); !errors.As(err, new(*TargetError)) {
		t.Errorf("a target that is none: %v", err)
	}
}

// TestBodies: groups inside of an If count, and are named with it.
func TestBodies(t *testing.T) {
	image := seedmodels.Half(1, 8, 10, 10)
	body := &onnx.Graph{Nodes: []*onnx.Node{{Name: "act", OpType: "LeakyRelu", Inputs: []string{"x"}, Outputs: []string{"a"}}}, Outputs: []*onnx.ValueInfo{{Name: "a"}}}
	other := &onnx.Graph{Nodes: []*onnx.Node{{Name: "same", OpType: "Identity", Inputs: []string{"x"}, Outputs: []string{"b"}}}, Outputs: []*onnx.ValueInfo{{Name: "b"}}}
	choice := &onnx.Node{Name: "if", OpType: "If", Inputs: []string{"c"}, Outputs: []string{"y"}}
	choice.SetAttribute("then_branch", body)
	choice.SetAttribute("else_branch", other)
	m := &onnx.Model{Opsets: []onnx.Opset{{Version: 17}}, Graph: &onnx.Graph{Nodes: []*onnx.Node{choice}, Outputs: []*onnx.ValueInfo{{Name: "y"}},
		Inputs: []*onnx.ValueInfo{{Name: "x", Type: image}, {Name: "c", Type: onnx.NewTensorType(onnx.Bool)}}}}
	p := predicted(t, m, Options{Target: law.Default})
	if p.PaddingBytes != 14*800 || len(p.Groups) != 1 || p.Groups[0].Body != "if" || p.Groups[0].Share != 1 {
		t.Errorf("%+v", p)
	}
}

// TestFunctions: an operator of the model's own is what it is made of, at each set of shapes.
func TestFunctions(t *testing.T) {
	free := onnx.NewTensorType(onnx.Float16, onnx.Fixed(8), onnx.Symbol("n"))
	m := seedmodels.New(free)
	m.Then("Twice", "y").Domain = "own"
	made := m.ONNX()
	made.Opsets = append(made.Opsets, onnx.Opset{Domain: "own", Version: 1})
	made.Functions = []*onnx.Function{{Name: "Twice", Domain: "own", Inputs: []string{"a"}, Outputs: []string{"c"}, Opsets: []onnx.Opset{{Version: 20}}, Nodes: []*onnx.Node{
		{Name: "one", OpType: "LeakyRelu", Inputs: []string{"a"}, Outputs: []string{"b"}}, {Name: "rows", OpType: "Softmax", Inputs: []string{"b"}, Outputs: []string{"s"}},
		{Name: "two", OpType: "LeakyRelu", Inputs: []string{"s"}, Outputs: []string{"c"}}}}}
	p := predicted(t, made, Options{Target: law.Default, Shapes: []map[string][]int64{{"x": {8, 1}}, {"x": {8, 10}}, {"x": {8, 100}}}})
	if len(p.Groups) == 0 || p.Groups[0].Body != "y" || p.LowerBound {
		t.Errorf("%+v", p)
	}
	for _, g := range p.Groups {
		if g.ActivationBytes == nil || *g.ActivationBytes != 2*80 {
			t.Errorf("%+v", g)
		}
	}
}

// TestDeadBranches: a branch that cannot run costs nothing.
func TestDeadBranches(t *testing.T) {
	branch := func(op string) *onnx.Graph {
		return &onnx.Graph{Nodes: []*onnx.Node{{Name: op, OpType: op, Inputs: []string{"x"}, Outputs: []string{op + "y"}}}, Outputs: []*onnx.ValueInfo{{Name: op + "y"}}}
	}
	choice := &onnx.Node{Name: "if", OpType: "If", Inputs: []string{"c"}, Outputs: []string{"y"}}
	choice.SetAttribute("then_branch", branch("Identity"))
	choice.SetAttribute("else_branch", branch("LeakyRelu"))
	m := &onnx.Model{Opsets: []onnx.Opset{{Version: 17}}, Graph: &onnx.Graph{Nodes: []*onnx.Node{choice}, Outputs: []*onnx.ValueInfo{{Name: "y"}},
		Initializers: []*onnx.Tensor{onnx.NewTensor("c", onnx.Bool, nil, bytes.NewReader([]byte{1}))},
		Inputs:       []*onnx.ValueInfo{{Name: "x", Type: seedmodels.Half(1, 8)}}}}
	if p := predicted(t, m, Options{Target: law.Default}); p.PaddingBytes != 0 || len(p.Groups) != 0 {
		t.Errorf("%+v", p)
	}
}

// TestUnknownOperators make the total a lower bound.
func TestUnknownOperators(t *testing.T) {
	m := seedmodels.New(seedmodels.Half(1, 8, 10, 10))
	m.Then("Magic", "magic").Domain = "own"
	m.LeakyRelu("y")
	p := predicted(t, m.ONNX(), Options{Target: law.Default})
	if !p.LowerBound || len(p.NotPredictable) < 2 || p.NotPredictable[0].Node != "y" || !strings.Contains(p.NotPredictable[0].Why, "not known") {
		t.Errorf("%+v", p)
	}
}

// TestHuge: more than 64 bits are no number.
func TestHuge(t *testing.T) {
	m := seedmodels.New(seedmodels.Half(1<<31, 1<<31))
	m.LeakyRelu("y")
	if p := predicted(t, m.ONNX(), Options{Target: law.Default}); !p.LowerBound || p.PaddingBytes != 0 || p.PaddingBytesMax != 0 {
		t.Errorf("%+v", p)
	}
	sum := seedmodels.New(seedmodels.Half(1<<30, 1<<29))
	sum.LeakyRelu("a")
	sum.Then("Softmax", "s")
	sum.LeakyRelu("b")
	if p := predicted(t, sum.ONNX(), Options{Target: law.Default}); p.PaddingBytes < 0 {
		t.Errorf("%+v", p)
	}
}

func TestOwnLaw(t *testing.T) {
	each := 3.0
	own := &law.Law{Name: "own", Source: "mine", Target: "11.4", Rules: []law.Rule{{DTypes: []string{"float16"}, Bytes: &each}}}
	p := predicted(t, seedmodels.All()[seedmodels.LeakyRelu], Options{Target: "11.4", Law: own})
	if p.PaddingBytes != 3*64*2944*1664 || p.PaddingBytesMin != p.PaddingBytes || !p.TargetMeasured || *p.Law.BytesPerElement != 3 {
		t.Errorf("%+v", p)
	}
}
