package fit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// plansOf makes plans in which each group costs some bytes per element, with other zeros beside.
func plansOf(bytes []float64, other []int64, elements ...[]int64) []Plan {
	plans := make([]Plan, len(elements))
	for i, of := range elements {
		plans[i] = Plan{Zeros: other[i%len(other)], Elements: of}
		for j, n := range of {
			plans[i].Zeros += int64(bytes[j] * float64(n))
		}
	}
	return plans
}

func fitted(t rapid.TB, plans []Plan) Fit {
	t.Helper()
	f, err := Of(plans)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// near tells whether an estimate is a number, as far as it claims to know.
func near(e Estimate, want float64) bool {
	return e.Reason == "" && math.Abs(e.BytesPerElement-want) <= e.Uncertainty+1e-9*want
}

const m = 1 << 20

// TestLaws: whatever law a builder follows, it is found from plans that differ enough.
func TestLaws(t *testing.T) {
	image := func(side int64) []int64 { return []int64{64 * side * side, 16 * side * side} }
	// Of a transformer: rows, and rows by rows.
	rows := func(n int64) []int64 { return []int64{768 * n, 12 * n * n} }
	for name, test := range map[string]struct {
		bytes []float64
		plans [][]int64
		other []int64
		want  []float64 // for each estimate
	}{
		"output7x of fp16, an image":     {[]float64{14, 14}, [][]int64{image(256), image(512), image(1024)}, []int64{124, 60, 4000}, []float64{14}},
		"output7x of fp16, two plans":    {[]float64{14, 14}, [][]int64{image(256), image(2048)}, []int64{124}, []float64{14}},
		"output7x of fp32":               {[]float64{28, 28}, [][]int64{rows(512), rows(2048), rows(4096), rows(8192)}, []int64{124, 0, 900, 64000}, []float64{28, 28}},
		"intermediates":                  {[]float64{10, 14}, [][]int64{rows(512), rows(2048), rows(4096), rows(8192)}, []int64{124}, []float64{10, 14}},
		"a law of fractions":             {[]float64{2.5, 0.75}, [][]int64{rows(512), rows(2048), rows(4096), rows(8192)}, []int64{124}, []float64{2.5, 0.75}},
		"one of two pads":                {[]float64{14, 0}, [][]int64{rows(512), rows(2048), rows(4096), rows(8192)}, []int64{124, 4000, 0}, []float64{14, 0}},
		"none pads":                      {[]float64{0, 0}, [][]int64{rows(512), rows(2048), rows(4096), rows(8192)}, []int64{0}, []float64{0, 0}},
		"weights of zeros in every plan": {[]float64{14, 14}, [][]int64{image(256), image(512), image(1024)}, []int64{50 * m}, []float64{14}},
	} {
		f := fitted(t, plansOf(test.bytes, test.other, test.plans...))
		if len(f.Estimates) != len(test.want) || !f.Fits(plansOf(test.bytes, test.other, test.plans...)) {
			t.Errorf("%s: %+v", name, f)
			continue
		}
		for i, e := range f.Estimates {
			if !near(e, test.want[i]) || e.Uncertainty > 0.1 {
				t.Errorf("%s: %+v, want %g", name, e, test.want[i])
			}
		}
	}
}

// TestUndetermined: where plans cannot tell, no number is given.
func TestUndetermined(t *testing.T) {
	for name, test := range map[string]struct {
		plans []Plan
		want  []Reason // for each estimate
	}{
		"one plan":                      {plansOf([]float64{14}, []int64{124}, []int64{64 * m}), []Reason{SameSize}},
		"the same shapes twice":         {plansOf([]float64{14, 10}, []int64{124}, []int64{64 * m, 8 * m}, []int64{64 * m, 8 * m}), []Reason{SameSize}},
		"more numbers than plans":       {plansOf([]float64{14, 10}, []int64{124}, []int64{64 * m, 8 * m}, []int64{128 * m, 9 * m}), []Reason{Dependent, Dependent}},
		"one is the sum of the others":  {plansOf([]float64{14, 10, 6}, []int64{0}, []int64{64 * m, 8 * m, 72 * m}, []int64{128 * m, 9 * m, 137 * m}, []int64{70 * m, 3 * m, 73 * m}, []int64{m, m, 2 * m}), []Reason{Dependent, Dependent, Dependent}},
		"one is the sum, another apart": {plansOf([]float64{14, 10, 6, 2}, []int64{0}, []int64{64 * m, 8 * m, 72 * m, m}, []int64{128 * m, 9 * m, 137 * m, 4 * m}, []int64{70 * m, 3 * m, 73 * m, 9 * m}, []int64{m, m, 2 * m, 16 * m}, []int64{5 * m, 3 * m, 8 * m, 25 * m}), []Reason{Dependent, Dependent, Dependent, ""}},
		"small activations":             {plansOf([]float64{14}, []int64{124}, []int64{1000}, []int64{4000}, []int64{2000}), []Reason{TooAlike}},
		"nearly the same shapes":        {plansOf([]float64{14}, []int64{124}, []int64{m}, []int64{m + 64}, []int64{m + 128}), []Reason{TooAlike}},
		"one of a size of its own":      {plansOf([]float64{14, 14}, []int64{124}, []int64{64 * m, 256}, []int64{128 * m, 256}, []int64{256 * m, 256}), []Reason{"", SameSize}},
		"no groups":                     {[]Plan{{Zeros: 5}, {Zeros: 5}}, nil},
		"groups of nothing":             {[]Plan{{Zeros: 5, Elements: []int64{0}}, {Zeros: 5, Elements: []int64{0}}}, nil},
	} {
		f := fitted(t, test.plans)
		var reasons []Reason
		for _, e := range f.Estimates {
			reasons = append(reasons, e.Reason)
		}
		if !slices.Equal(reasons, test.want) {
			t.Errorf("%s: %v, want %v: %+v", name, reasons, test.want, f)
		}
	}
}

// TestMisfit: zeros that do not grow with the groups are no padding, and that is seen as soon as there is a plan to check with.
func TestMisfit(t *testing.T) {
	plans := plansOf([]float64{14}, []int64{0}, []int64{m}, []int64{4 * m}, []int64{16 * m}, []int64{2 * m})
	if f := fitted(t, plans); !f.Fits(plans) || f.Freedom != 2 || f.Estimates[0].StandardError > 1e-6 {
		t.Errorf("%+v", f)
	}
	plans[1].Zeros += 30 * m
	f := fitted(t, plans)
	if f.Fits(plans) || !(f.Estimates[0].StandardError > 0.1) {
		t.Errorf("%+v", f)
	}
	two := fitted(t, plans[:2])
	if two.Freedom != 0 || !math.IsNaN(two.Estimates[0].StandardError) {
		t.Errorf("two plans: %+v", two)
	}
}

// TestNegative: padding is never negative; where least squares alone would have it so, the group has none.
func TestNegative(t *testing.T) {
	plans := []Plan{{Zeros: 14 * 64 * m, Elements: []int64{64 * m, m}}, {Zeros: 14 * 128 * m, Elements: []int64{128 * m, 9 * m}}, {Zeros: 14*256*m - 2*30*m, Elements: []int64{256 * m, 30 * m}}, {Zeros: 14 * m, Elements: []int64{m, 0}}}
	f := fitted(t, plans)
	if f.Estimates[1].BytesPerElement != 0 || f.Constant < 0 {
		t.Errorf("%+v", f)
	}
}

func TestErrors(t *testing.T) {
	for name, plans := range map[string][]Plan{
		"none": nil, "of two models": {{Elements: []int64{1}}, {Elements: []int64{1, 2}}}, "negative": {{Elements: []int64{-1}}}, "negative zeros": {{Zeros: -1}},
	} {
		if f, err := Of(plans); err == nil {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// TestSums: elements that do not add up in 64 bits stay apart.
func TestSums(t *testing.T) {
	f := fitted(t, []Plan{{Elements: []int64{1 << 62, 1 << 62}}, {Elements: []int64{1 << 61, 1 << 61}}})
	if len(f.Estimates) != 2 || f.Estimates[0].Reason != Dependent {
		t.Errorf("%+v", f)
	}
}

// TestSolve compares with what the conditions of Karush, Kuhn and Tucker ask for: nothing negative, no gain left where a
// number is 0, and no slope where it is not.
func TestSolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(1, 8).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "columns")
		number := rapid.Float64Range(0, 100)
		made := make([][]float64, columns)
		for j := range made {
			made[j] = rapid.SliceOfN(number, rows, rows).Draw(t, "column")
			made[j][0]++ // not all zeros
		}
		right := rapid.SliceOfN(number, rows, rows).Draw(t, "right")
		s, err := newSystem(made, right)
		if err != nil {
			t.Fatal(err)
		}
		numbers := s.solve()
		fitted := s.fitted(numbers)
		for j, column := range made {
			if numbers[j] < 0 || math.IsNaN(numbers[j]) {
				t.Fatalf("number %d is %g", j, numbers[j])
			}
			gain := 0.0
			for i := range right {
				gain += column[i] / s.scale[j] * (right[i] - fitted[i])
			}
			small := 1e-7 * (1 + mat.Norm(mat.NewVecDense(rows, right), 2))
			if gain > small || numbers[j]*s.scale[j] > small && gain < -small {
				t.Fatalf("number %d is %g, and its slope is %g", j, numbers[j], gain)
			}
		}
	})
}

// TestPlanted: whatever the elements and the bytes, what is called known is right.
func TestPlanted(t *testing.T) {
	r := rand.New(rand.NewPCG(4841, 2))
	known := 0
	for range 300 {
		groups, count := 1+r.IntN(4), 2+r.IntN(7)
		bytes := make([]float64, groups)
		for j := range bytes {
			bytes[j] = []float64{0, 2, 10, 14, 28}[r.IntN(5)]
		}
		elements, other := make([][]int64, count), make([]int64, count)
		for i := range elements {
			for range groups {
				elements[i] = append(elements[i], (1+r.Int64N(64))*m/4)
			}
			other[i] = r.Int64N(Slack)
		}
		for _, e := range fitted(t, plansOf(bytes, other, elements...)).Estimates {
			if e.Reason != "" {
				continue
			}
			known++
			sum, all := 0.0, 0.0
			for _, g := range e.Groups {
				sum, all = sum+bytes[g]*float64(elements[0][g]), all+float64(elements[0][g])
			}
			if !near(e, sum/all) {
				t.Errorf("%+v, want %g", e, sum/all)
			}
		}
	}
	if known < 300 {
		t.Errorf("only %d numbers are known", known)
	}
}
