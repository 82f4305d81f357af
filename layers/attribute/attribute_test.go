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
		"all, with alignment":    {small + large + WholeResidue - 1, head, Fit{Parts: []int{0, 1}, Whole: true, Residue: WholeResidue - 1, Fits: 1}},
		"all and a byte more":    {small + large + WholeResidue, head, Fit{}},
		"all of little":          {66_654 + 300, []int64{66_654}, Fit{Parts: []int{0}, Whole: true, Residue: 300, Fits: 1}},
		"all of little and more": {66_654 + 700, []int64{66_654}, Fit{}},
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
	for _, kind := range []string{"different groups", "groups of few sizes", "small groups"} {
		wrong := 0
		for range 1000 {
			parts := make([]int64, 5+r.IntN(36))
			var total int64
			for i := range parts {
				parts[i] = group(r)
				switch {
				case kind == "small groups":
					parts[i] = 14 * (1000 + r.Int64N(30_000))
				case kind == "groups of few sizes" && i >= 3:
					parts[i] = parts[r.IntN(3)]
				}
				total += parts[i]
			}
			if explained(t, 64<<10+r.Int64N(total+128<<10), parts).Found() {
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
			if fit.Chance < Chance && !fit.Cut || whole && run-total < int64(float64(total)*Chance/2) {
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
		if sum+fit.Residue != run || fit.Residue < 0 || fit.Fits < 1 || fit.Residue > WholeResidue || fit.Chance >= Chance*1.001 || !fit.Whole && fit.Residue > PartResidue {
			t.Fatalf("%+v of %d", fit, run)
		}
	})
}

// TestMany: of more groups than any sum could be told of, one or two are found, and all but one or two.
func TestMany(t *testing.T) {
	r := rand.New(rand.NewPCG(4841, 3))
	parts := make([]int64, 60)
	var total int64
	for i := range parts {
		parts[i] = 4 * group(r) // 60 of them are some GB
		total += parts[i]
	}
	parts[7] = parts[3]
	total = 0
	for _, part := range parts {
		total += part
	}
	for i := range parts {
		want := int64(1)
		if i == 3 || i == 7 {
			want = 2
		}
		if fit := explained(t, parts[i]+5, parts); len(fit.Parts) != 1 || parts[fit.Parts[0]] != parts[i] || fit.Residue != 5 || fit.Fits != want || fit.Chance >= Chance {
			t.Errorf("one: %+v", fit)
		}
		if fit := explained(t, total-parts[i]+5, parts); len(fit.Parts) != 59 || fit.Residue != 5 || fit.Chance >= Chance {
			t.Errorf("all but one: %+v", fit)
		}
	}
	for i := 0; i+1 < len(parts); i += 2 {
		if fit := explained(t, parts[i]+parts[i+1]+5, parts); fit.Found() && (len(fit.Parts) != 2 || fit.Residue > 5) || !fit.Found() && fit.Chance < Chance {
			t.Errorf("two: %+v", fit)
		}
	}
	fit, err := Explain(t.Context(), parts[0]+5, parts, 1<<30)
	if err != nil || fit.Found() {
		t.Errorf("of so many hypotheses one fits by accident: %+v, %v", fit, err)
	}
}

// TestFew counts one and two of many by trying them.
func TestFew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]int64{1 << 26, 1<<26 + 512, 3 << 26, 1<<28 + 4096, 1 << 28}), 2, 20).Draw(t, "parts")
		var order []int
		for i := range parts {
			order = append(order, i)
		}
		least := rapid.Int64Range(1<<25, 1<<29).Draw(t, "least")
		most := least + rapid.Int64Range(0, 1<<20).Draw(t, "more")
		ones, twos, best := int64(0), int64(0), int64(0)
		for i, a := range parts {
			if a >= least && a <= most {
				ones++
			}
			for _, b := range parts[i+1:] {
				if a+b >= least && a+b <= most {
					twos, best = twos+1, max(best, a+b)
				}
			}
		}
		sizes := sizesOf(parts, order)
		if c := one(sizes, least, most); c.fits != ones {
			t.Fatalf("%+v, want %d", c, ones)
		}
		c := two(sizes, least, most)
		if c.fits != twos || c.most != best || twos > 0 && parts[c.parts[0]]+parts[c.parts[1]] != best {
			t.Fatalf("%+v, want %d, %d", c, twos, best)
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
