package attribute

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func explained(t rapid.TB, run int64, parts []int64) Fit {
	t.Helper()
	fit, err := Explain(context.Background(), run, parts, 1)
	if err != nil {
		t.Fatal(err)
	}
	return fit
}

func TestExplain(t *testing.T) {
	const small, large = 1_097_334_784, 4_389_339_136
	head := []int64{small, large, 0}
	for name, test := range map[string]struct {
		run   int64
		parts []int64
		want  Fit // without the chance
	}{
		"issue 4841":             {5_486_674_044, head, Fit{Parts: []int{0, 1}, Whole: true, Residue: 124, Fits: 1}},
		"all, with alignment":    {small + large + WholeResidue, head, Fit{Parts: []int{0, 1}, Whole: true, Residue: WholeResidue, Fits: 1}},
		"all and a byte more":    {small + large + WholeResidue + 1, head, Fit{}},
		"shorter than all":       {small + large - 1, head, Fit{}},
		"one of them":            {large + 12, head, Fit{Parts: []int{1}, Residue: 12, Fits: 1}},
		"the last byte":          {small + PartResidue, head, Fit{Parts: []int{0}, Residue: PartResidue, Fits: 1}},
		"too much is left":       {small + PartResidue + 1, head, Fit{}},
		"one of two equal ones":  {large, []int64{large, large, small}, Fit{Parts: []int{0}, Fits: 2}},
		"two of three equal":     {2 * large, []int64{large, large, large}, Fit{Parts: []int{0, 1}, Fits: 3}},
		"nothing":                {0, head, Fit{}},
		"no parts":               {large, nil, Fit{}},
		"parts of nothing":       {large, []int64{0, -1}, Fit{}},
		"smaller than a residue": {4096, []int64{100, 200}, Fit{}},
		"more than 64 bits":      {1 << 62, []int64{1 << 62, 1 << 62}, Fit{}},
	} {
		got := explained(t, test.run, test.parts)
		if got.Found() && !(got.Chance > 0 && got.Chance < Chance) {
			t.Errorf("%s: chance %g", name, got.Chance)
		}
		if !slices.Equal(got.Parts, test.want.Parts) || got.Whole != test.want.Whole || got.Residue != test.want.Residue || got.Fits != test.want.Fits || got.Cut {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

// TestTries: more hypotheses are more chances for an accident.
func TestTries(t *testing.T) {
	parts := []int64{1 << 20, 3 << 20, 9 << 20}
	for i := range parts {
		parts[i] <<= 8
	}
	if fit := explained(t, 4<<28, parts); !slices.Equal(fit.Parts, []int{0, 1}) || fit.Residue != 0 {
		t.Errorf("one try: %+v", fit)
	}
	if fit, err := Explain(t.Context(), 4<<28, parts, 10_000); err != nil || fit.Found() {
		t.Errorf("%+v, %v", fit, err)
	}
}

// group is the padding of an activation as networks have it: channels, height and width, 14 bytes an element.
func group(r *rand.Rand) int64 {
	channels := []int64{3, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512}
	return 14 * channels[r.IntN(len(channels))] * int64(8+r.IntN(1400)) * int64(8+r.IntN(1400))
}

// TestAccidents: of 1,000 random runs and 5 to 40 groups each, less than 1 % may be explained.
func TestAccidents(t *testing.T) {
	r := rand.New(rand.NewPCG(4841, 1))
	for _, kind := range []string{"different groups", "groups of few sizes"} {
		wrong := 0
		for range 1000 {
			parts := make([]int64, 5+r.IntN(36))
			var total int64
			for i := range parts {
				parts[i] = group(r)
				if kind != "different groups" && i >= 3 {
					parts[i] = parts[r.IntN(3)]
				}
				total += parts[i]
			}
			if explained(t, 1<<20+r.Int64N(total), parts).Found() {
				wrong++
			}
		}
		t.Logf("%s: %d of 1,000 random runs are explained", kind, wrong)
		if wrong >= 10 {
			t.Errorf("%s: %d of 1,000 random runs are explained", kind, wrong)
		}
	}
}

// TestPlanted: a run that is a sum of parts is explained wherever the chance allows an explanation, and what is said
// adds up.
func TestPlanted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.Int64Range(1<<16, 1<<34), 1, 40).Draw(t, "parts")
		if rapid.Bool().Draw(t, "alike") {
			for i := range parts {
				parts[i] = parts[i%3%len(parts)]
			}
		}
		var run, total int64
		for i, part := range parts {
			total += part
			if rapid.Bool().Draw(t, "planted") || i == 0 {
				run += part
			}
		}
		whole := run == total
		run += rapid.Int64Range(0, PartResidue).Draw(t, "residue")
		fit := explained(t, run, parts)
		if !fit.Found() {
			if fit.Chance < Chance && !fit.Cut || whole {
				t.Fatalf("a planted sum is lost: %+v", fit)
			}
			return
		}
		var sum int64
		for i, part := range fit.Parts {
			sum += parts[part]
			if i > 0 && fit.Parts[i-1] >= part {
				t.Fatalf("parts out of order, or twice: %v", fit.Parts)
			}
		}
		if sum+fit.Residue != run || fit.Residue < 0 || fit.Fits < 1 || fit.Residue > WholeResidue || !fit.Whole && (fit.Residue > PartResidue || fit.Chance >= Chance*1.001) {
			t.Fatalf("%+v of %d", fit, run)
		}
	})
}

// TestWays counts all choices by trying them.
func TestWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]int64{1 << 26, 1<<26 + 512, 3 << 26, 1 << 28}), 2, 9).Draw(t, "parts")
		run := rapid.Int64Range(1, 12).Draw(t, "run") << 26
		run += rapid.Int64Range(0, 5000).Draw(t, "more")
		fit := explained(t, run, parts)
		if fit.Whole || !fit.Found() {
			return
		}
		ways := int64(0)
		for choice := 1; choice < 1<<len(parts); choice++ {
			rest := run
			for i, part := range parts {
				if choice>>i&1 == 1 {
					rest -= part
				}
			}
			if rest >= 0 && rest <= PartResidue {
				ways++
			}
		}
		if fit.Fits != ways {
			t.Fatalf("%d ways, and %d by trying", fit.Fits, ways)
		}
	})
}

func BenchmarkExplain(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := make([]int64, 40)
	for i := range parts {
		parts[i] = group(r)
	}
	for b.Loop() {
		explained(b, 1<<32, parts)
	}
}
