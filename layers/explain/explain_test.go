package explain

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
)

const (
	small = 1_097_334_784
	large = 4_389_339_136
)

func runsOf(lengths ...int64) []result.Run {
	runs := make([]result.Run, len(lengths))
	for i, length := range lengths {
		runs[i] = result.Run{Offset: int64(i) << 40, Length: length}
	}
	return runs
}

func explained(t *testing.T, runs []result.Run, hypotheses ...Hypothesis) [][]int {
	t.Helper()
	if err := Runs(t.Context(), runs, hypotheses); err != nil {
		t.Fatal(err)
	}
	groups := make([][]int, len(runs))
	for i, run := range runs {
		if run.Explanation == nil {
			continue
		}
		groups[i] = []int{}
		for _, part := range run.Explained {
			groups[i] = append(groups[i], part.Group)
		}
	}
	return groups
}

func TestRuns(t *testing.T) {
	head := Hypothesis{Law: "output7x", Padding: []int64{small, 0, large}}
	none := []int(nil)
	for name, test := range map[string]struct {
		runs []result.Run
		want [][]int
	}{
		"one run":           {runsOf(small + large + 124), [][]int{{0, 2}}},
		"a run each":        {runsOf(small+8, large+16), [][]int{{0}, {2}}},
		"the same twice":    {runsOf(large, large+1), [][]int{{}, {2}}},
		"too short":         {runsOf(Tried-1, Tried), [][]int{none, {}}},
		"something else":    {runsOf(3 * large), [][]int{{}}},
		"no runs":           {nil, [][]int{}},
		"all, then nothing": {runsOf(small+large, small), [][]int{{0, 2}, {}}},
	} {
		got := explained(t, test.runs, head)
		if !slices.EqualFunc(got, test.want, slices.Equal[[]int]) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	if got := explained(t, runsOf(large/2), head, Hypothesis{Law: "intermediates", Padding: []int64{small, 0, large / 2}}); !slices.Equal(got[0], []int{2}) {
		t.Errorf("the second law: %v", got)
	}
}

// TestProfile: a plan for shapes of a profile may be padded for any of them, and which ones are said.
func TestProfile(t *testing.T) {
	of := func(profile result.ProfileShapes, side int64) Hypothesis {
		return Hypothesis{Law: "output7x", Profile: profile, Padding: []int64{14 * 64 * side * side}, Shapes: [][]int64{{1, 64, side, side}}}
	}
	hypotheses := []Hypothesis{of(result.ProfileOpt, 512), of(result.ProfileMax, 1024), of(result.ProfileMin, 64)}
	for side, want := range map[int64]result.ProfileShapes{512: result.ProfileOpt, 1024: result.ProfileMax, 64: result.ProfileMin} {
		runs := runsOf(14*64*side*side + 124)
		explained(t, runs, hypotheses...)
		x := runs[0].Explanation
		if x.Profile != want || len(x.Explained) != 1 || *x.Residue != 124 {
			t.Fatalf("%d: %+v", side, x)
		}
		if shape := x.Explained[0].Shape; (shape == nil) != (want == result.ProfileOpt) || shape != nil && shape[2] != side {
			t.Errorf("%d: shape %v", side, shape)
		}
	}
}

func TestHypotheses(t *testing.T) {
	group := func(alone, may bool, likely, most int64) result.PredictGroup {
		return result.PredictGroup{Alone: alone, AloneMin: alone, AloneMax: may, PaddingBytes: &likely, PaddingBytesMax: &most}
	}
	first := result.Predict{Law: result.Law{Name: "a"}, Groups: []result.PredictGroup{group(true, true, 10, 10), group(false, true, 0, 20), group(false, false, 0, 0), {Alone: true}}}
	second := first
	second.Law.Name = "b"
	got := Hypotheses([]Prediction{{Predict: first}, {Predict: second}})
	want := []Hypothesis{{Law: "a", Padding: []int64{10, 0, 0, 0}}, {Law: "a", Padding: []int64{10, 20, 0, 0}}}
	if !slices.EqualFunc(got, want, func(a, b Hypothesis) bool { return a.Law == b.Law && slices.Equal(a.Padding, b.Padding) }) {
		t.Errorf("%+v", got)
	}
}

// TestAccidents: several hypotheses together explain less than 1 % of random runs.
func TestAccidents(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4841))
	wrong := 0
	for range 1000 {
		var hypotheses []Hypothesis
		for range 4 {
			h := Hypothesis{Law: "law", Padding: make([]int64, 3+r.IntN(6))}
			for i := range h.Padding {
				h.Padding[i] = 14 * 64 * (64 + r.Int64N(1<<20))
			}
			hypotheses = append(hypotheses, h)
		}
		if got := explained(t, runsOf(1<<20+r.Int64N(2<<30)), hypotheses...); len(got[0]) > 0 {
			wrong++
		}
	}
	t.Logf("%d of 1,000 random runs are explained", wrong)
	if wrong >= 10 {
		t.Errorf("%d of 1,000 random runs are explained", wrong)
	}
}

func TestWitness(t *testing.T) {
	alone := func(kernel string) result.PredictGroup { return result.PredictGroup{Alone: true, Kernel: kernel} }
	kernel := func(name string) result.Kernel { return result.Kernel{Name: name} }
	leaky := kernel("__myl_CastMulLtSeleCast_myl6_0")
	for name, test := range map[string]struct {
		kernels []result.Kernel
		groups  []result.PredictGroup
		want    []string // of each: "agrees" or what it says
	}{
		"nothing to compare":         {[]result.Kernel{kernel("sm80_xmma_fprop")}, []result.PredictGroup{alone("Mul")}, nil},
		"the same":                   {[]result.Kernel{leaky}, []result.PredictGroup{alone("Cast Mul Lt Sele Cast")}, []string{""}},
		"shared":                     {[]result.Kernel{leaky}, []result.PredictGroup{alone("Cast Mul Lt Sele Cast"), alone("Mul Cast Lt Sele Cast")}, []string{""}},
		"not there":                  {[]result.Kernel{leaky}, []result.PredictGroup{alone("Exp"), {Kernel: "Mul"}}, []string{"1 of the model's groups should be such a kernel, and the plan names none"}},
		"a cast before an output":    {[]result.Kernel{kernel("__myl_MulMaxCast_myl1_0")}, []result.PredictGroup{alone("Mul Max")}, []string{""}},
		"a bias":                     {[]result.Kernel{kernel("__myl_MulAddMove_myl1_0"), kernel("__myl_ExpMulAddMaxMin_myl1_0")}, []result.PredictGroup{alone("Mul")}, []string{""}},
		"too many words":             {[]result.Kernel{kernel("__myl_ExpMulAddMax_myl1_0")}, []result.PredictGroup{alone("Mul")}, []string{"1 of the model's groups should be such a kernel, and the plan names none"}},
		"one that another group has": {[]result.Kernel{kernel("__myl_MulExp_myl1_0")}, []result.PredictGroup{alone("Mul"), alone("Exp Mul")}, []string{"", "1 of the model's groups should be such a kernel, and the plan names none"}},
		"too many":                   {[]result.Kernel{leaky, leaky}, []result.PredictGroup{alone("Cast Mul Lt Sele Cast")}, []string{"the plan names 2 such kernels, and 1 of the model's groups should be one"}},
	} {
		var got []string
		for _, w := range Witness(test.kernels, test.groups) {
			got = append(got, w.Contradiction)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestWeights(t *testing.T) {
	tensor := func(name string, kind onnx.DataType, last byte, size int) *onnx.Tensor {
		data := make([]byte, size)
		data[size-1] = last
		width, _ := kind.Bits()
		return onnx.NewTensor(name, kind, []int64{int64(size * 8 / width)}, bytes.NewReader(data))
	}
	m := &onnx.Model{Graph: &onnx.Graph{Initializers: []*onnx.Tensor{
		tensor("zeros", onnx.Float16, 0, 73_728), tensor("not zeros", onnx.Float16, 1, 73_728), tensor("wide", onnx.Float32, 0, 40_000), tensor("tiny", onnx.Float16, 0, 512),
	}}}
	runs := runsOf(73_728, 74_000, 20_100, 40_000, 600, 100_000, 73_727)
	runs[1].ToEnd = true // an end tag would stand behind weights
	if err := Weights(t.Context(), runs, m); err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{{"zeros"}, nil, {"wide"}, {"wide"}, nil, nil, nil} {
		var got []string
		if runs[i].Explanation != nil {
			got = runs[i].Initializers
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d: %q, want %q", runs[i].Length, got, want)
		}
	}
}

// TestWeightsOrPadding: a run that may be weights is said to be both, and leaves its groups to other runs.
func TestWeightsOrPadding(t *testing.T) {
	runs := runsOf(large+16, large+8)
	runs[0].Explanation = &result.Explanation{Initializers: []string{"w"}}
	got := explained(t, runs, Hypothesis{Law: "output7x", Padding: []int64{large}})
	if !slices.Equal(got[0], []int{0}) || !slices.Equal(got[1], []int{0}) || len(runs[0].Initializers) != 1 || runs[1].Initializers != nil {
		t.Errorf("%v: %+v, %+v", got, runs[0].Explanation, runs[1].Explanation)
	}
}
