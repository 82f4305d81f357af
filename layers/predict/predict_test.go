package predict

import (
	"bytes"
	"errors"
	"fmt"
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
	free := onnx.NewTensorType(onnx.Float16, onnx.Fixed(1), onnx.Fixed(8), onnx.Fixed(8), onnx.Symbol("n"))
	m := seedmodels.New(free)
	m.Then("Both", "y").Domain = "own"
	made := m.ONNX()
	made.Opsets = append(made.Opsets, onnx.Opset{Domain: "own", Version: 1})
	pool := &onnx.Node{Name: "pool", OpType: "MaxPool", Inputs: []string{"b"}, Outputs: []string{"p"}}
	pool.SetAttribute("kernel_shape", []int64{2, 2})
	made.Functions = []*onnx.Function{{Name: "Both", Domain: "own", Inputs: []string{"a"}, Outputs: []string{"c"}, Opsets: []onnx.Opset{{Version: 20}}, Nodes: []*onnx.Node{
		{Name: "one", OpType: "LeakyRelu", Inputs: []string{"a"}, Outputs: []string{"b"}}, pool, {Name: "two", OpType: "LeakyRelu", Inputs: []string{"p"}, Outputs: []string{"c"}}}}}
	p := predicted(t, made, Options{Target: law.Default, Shapes: []map[string][]int64{{"x": {1, 8, 8, 2}}, {"x": {1, 8, 8, 10}}, {"x": {1, 8, 8, 100}}}})
	if len(p.Groups) != 2 || p.LowerBound || p.PaddingBytes != 14*8*(8*10+7*9) || p.PaddingBytesMin != 14*8*(8*2+7) || p.PaddingBytesMax != 14*8*(8*100+7*99) {
		t.Fatalf("%+v", p)
	}
	if one := p.Groups[0]; one.Nodes[0] != "y/one" || *one.ActivationBytes != 2*8*8*10 || !strings.HasSuffix(one.Output, "b") {
		t.Errorf("%+v", one)
	}
	if two := p.Groups[1]; two.Nodes[0] != "y/two" || two.Output != "y" || !strings.Contains(two.Why, "y/pool") {
		t.Errorf("%+v", two)
	}
}

// TestUnfolded: functions are unfolded as builders do it, so that a convolution takes in what a function computes of its result.
func TestUnfolded(t *testing.T) {
	image := seedmodels.Half(1, 64, 32, 32)
	plain, own := seedmodels.New(image), seedmodels.New(image)
	plain.Conv("c1", 64, 64)
	plain.LeakyRelu("act")
	plain.Conv("c2", 64, 64)
	own.Conv("c1", 64, 64)
	own.Then("Outer", "act").Domain = "own"
	own.Conv("c2", 64, 64)
	made := own.ONNX()
	made.Opsets = append(made.Opsets, onnx.Opset{Domain: "own", Version: 1})
	opsets := []onnx.Opset{{Version: 20}, {Domain: "own", Version: 1}}
	made.Functions = []*onnx.Function{
		{Name: "Outer", Domain: "own", Inputs: []string{"a"}, Outputs: []string{"b"}, Opsets: opsets, Nodes: []*onnx.Node{
			{Name: "same", OpType: "Same", Domain: "own", Inputs: []string{"a"}, Outputs: []string{"s"}}, {Name: "leaky", OpType: "LeakyRelu", Inputs: []string{"s"}, Outputs: []string{"b"}}}},
		{Name: "Same", Domain: "own", Inputs: []string{"v"}, Outputs: []string{"v"}, Opsets: opsets}, // hands on what it is given
	}
	want := predicted(t, plain.ONNX(), Options{Target: law.Default})
	got := predicted(t, made, Options{Target: law.Default})
	if len(want.Groups) != 1 || len(got.Groups) != 1 || want.Groups[0].Alone || got.Groups[0].Alone || got.Groups[0].Nodes[0] != "act/leaky" || got.LowerBound {
		t.Errorf("%+v, want %+v", got, want.Groups)
	}
}

// TestEndlessFunctions: of functions that call each other without end no more than a bounded part is followed, and that is said.
func TestEndlessFunctions(t *testing.T) {
	m := seedmodels.New(seedmodels.Half(8))
	m.Then("f0", "y").Domain = "own"
	made := m.ONNX()
	made.Opsets = append(made.Opsets, onnx.Opset{Domain: "own", Version: 1})
	for k := range 40 {
		next := fmt.Sprintf("f%d", k+1)
		made.Functions = append(made.Functions, &onnx.Function{Name: fmt.Sprintf("f%d", k), Domain: "own", Inputs: []string{"v"}, Outputs: []string{"w"}, Opsets: made.Opsets, Nodes: []*onnx.Node{
			{Name: "a", OpType: next, Domain: "own", Inputs: []string{"v"}, Outputs: []string{"u"}}, {Name: "b", OpType: next, Domain: "own", Inputs: []string{"u"}, Outputs: []string{"w"}}}})
	}
	made.Functions = append(made.Functions, &onnx.Function{Name: "f40", Domain: "own", Inputs: []string{"v"}, Outputs: []string{"w"}, Opsets: made.Opsets,
		Nodes: []*onnx.Node{{Name: "act", OpType: "LeakyRelu", Inputs: []string{"v"}, Outputs: []string{"w"}}}})
	p := predicted(t, made, Options{Target: law.Default})
	if !p.LowerBound || len(p.NotPredictable) == 0 {
		t.Errorf("%d groups, %+v", len(p.Groups), p.NotPredictable)
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
