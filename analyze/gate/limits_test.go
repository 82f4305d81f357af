package gate

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// drawSize draws sizes from nothing to what an int64 holds, small ones and the edges more often.
func drawSize(t *rapid.T, name string) int64 {
	return rapid.OneOf(rapid.Int64Range(0, 1<<12), rapid.Int64Range(0, 1<<40), rapid.Int64Range(math.MaxInt64-1<<20, math.MaxInt64)).Draw(t, name)
}

func drawPercent(t *rapid.T, name string) (Percent, *big.Rat) {
	text := rapid.OneOf(
		rapid.Map(rapid.IntRange(0, 1000), func(n int) string { return fmt.Sprint(n) }),
		rapid.Map(rapid.IntRange(0, 999_999), func(n int) string { return fmt.Sprintf("%d.%04d", n/10_000, n%10_000) }),
	).Draw(t, name)
	p, err := ParsePercent(text + "%")
	if err != nil {
		t.Fatal(err)
	}
	value, _ := new(big.Rat).SetString(text)
	return p, value
}

// TestGrowthIsBothAndExact: the limit passes and one byte more does not, as the words say it: more than the floor and more
// than the percentage and more than the spread, computed with fractions and nothing rounded.
func TestGrowthIsBothAndExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base, above, spread, size := drawSize(t, "base"), drawSize(t, "above"), drawSize(t, "spread"), drawSize(t, "size")
		percent, value := drawPercent(t, "percent")
		limit := Growth{Above: above, Percent: percent}.limit(base, spread)
		tooMuch := func(size int64) bool {
			grown := new(big.Rat).SetInt(new(big.Int).Sub(big.NewInt(size), big.NewInt(base)))
			share := new(big.Rat).Mul(value, new(big.Rat).SetInt64(base))
			return grown.Cmp(new(big.Rat).SetInt64(above)) > 0 && new(big.Rat).Mul(grown, big.NewRat(100, 1)).Cmp(share) > 0 &&
				grown.Cmp(new(big.Rat).SetInt64(spread)) > 0
		}
		for _, s := range []int64{size, limit, limit - 1, base} {
			if got := s > limit; s >= 0 && got != tooMuch(s) {
				t.Fatalf("%d of base %d: the limit %d says %v", s, base, limit, got)
			}
		}
		if limit < math.MaxInt64 && !tooMuch(limit+1) {
			t.Fatalf("one byte more than %d is not too much", limit)
		}
		if limit < base {
			t.Fatalf("the limit %d is below the base %d", limit, base)
		}
	})
}

// TestRatioIsBothAndExact: the same for a ratio and its floor.
func TestRatioIsBothAndExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		model, above := drawSize(t, "model"), drawSize(t, "above")
		number := rapid.IntRange(1, 99_999).Draw(t, "ratio")
		ratio, err := ParseRatio(fmt.Sprintf("%d.%03d", number/1000, number%1000))
		if err != nil {
			t.Skip() // a ratio of nothing
		}
		limit := RatioTo{Max: ratio, Above: above}.limit(model)
		tooMuch := func(size int64) bool {
			return size > above && new(big.Rat).SetInt64(size).Cmp(new(big.Rat).Mul(big.NewRat(int64(number), 1000), new(big.Rat).SetInt64(model))) > 0
		}
		if tooMuch(limit) {
			t.Fatalf("the limit %d itself is too much", limit)
		}
		if limit < math.MaxInt64 && !tooMuch(limit+1) {
			t.Fatalf("one byte more than %d is not too much", limit)
		}
	})
}

// TestNothingIsLostBesideTheLimit: a size and a limit that differ never print as the same percentage or multiple.
func TestNothingIsLostBesideTheLimit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.Int64Range(1, 1<<45).Draw(t, "base")
		limit := rapid.Int64Range(base, 1<<46).Draw(t, "limit")
		size := limit + rapid.Int64Range(1, 1<<20).Draw(t, "more")
		if a, b := change(size, base, limit), change(limit, base, size); a == b {
			t.Fatalf("%d and %d both are %s of %d", size, limit, a, base)
		}
		if a, b := times(size, base, limit), times(limit, base, size); a == b {
			t.Fatalf("%d and %d both are %s of %d", size, limit, a, base)
		}
	})
}

// TestOneByteOfSixGigabytes is a breach that rounding to any usual number of digits hides.
func TestOneByteOfSixGigabytes(t *testing.T) {
	t.Parallel()
	const base = 6_000_000_000
	g := Growth{Percent: mustPercent("5%")}
	limit := g.limit(base, 0)
	if limit != 6_300_000_000 {
		t.Fatalf("limit %d", limit)
	}
	if got := change(limit+1, base, limit); got != "+5.00000002 %" {
		t.Errorf("printed as %s", got)
	}
}

// TestUnitsCannotBeMixed: what is a percentage is not read as a factor, nor the other way round, nor either as a size.
func TestUnitsCannotBeMixed(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"5", "0.05", "1.5", "5 percent", "%", "-5%", "5%%", "1e2%", "", "NaN%", "5,0%", "1" + "0000000000000%"} {
		if p, err := ParsePercent(text); err == nil {
			t.Errorf("%q is the percentage %s", text, p)
		}
	}
	for _, text := range []string{"5%", "150 %", "x1.5", "1.5x", "-1", "0", "0.000", "", "1e3", "inf", "1/2"} {
		if r, err := ParseRatio(text); err == nil {
			t.Errorf("%q is the ratio %s", text, r)
		}
	}
	if _, err := parseSize("5%"); err == nil {
		t.Error("5% is a size")
	}
	for text, want := range map[string]string{"5%": "5 %", "2.50 %": "2.5 %", " 0.125% ": "0.125 %", "0%": "0 %", "100%": "100 %"} {
		if p, err := ParsePercent(text); err != nil || p.String() != want {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
	if r, err := ParseRatio("1.50"); err != nil || r.String() != "1.5" {
		t.Errorf("1.50: %v, %v", r, err)
	}
}

// TestDefaults: a tenth that is slow is allowed as long as growth in one step is.
func TestDefaults(t *testing.T) {
	t.Parallel()
	loose := Limits{Growth: &Growth{Above: 0, Percent: mustPercent("50%"), Source: "planlint.yaml:3"}}.over(Default())
	if got := loose.drift(1 << 30); got.Source != "planlint.yaml:3" {
		t.Errorf("the default drift is stricter than growth: %+v", got)
	}
	strict := Limits{Drift: &Growth{Percent: mustPercent("1%"), Source: "planlint.yaml:4"}}.over(loose)
	if got := strict.drift(1 << 30); got.Source != "planlint.yaml:4" {
		t.Errorf("a drift that was set does not count: %+v", got)
	}
	off := Limits{Growth: &Growth{Off: true, Source: "planlint.yaml:5"}}.over(Default())
	if got := off.drift(1 << 30); got.Off || got.Source != defaultSource {
		t.Errorf("growth is off, and took the default drift with it: %+v", got)
	}
}
