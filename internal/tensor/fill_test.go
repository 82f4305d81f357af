package tensor

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// values fills an input and returns its numbers' bits.
func values(t testing.TB, dtype string, r Recipe, count int) []uint64 {
	t.Helper()
	kind := mustType(t, dtype)
	size, err := kind.Size(int64(count))
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, size)
	if err := Fill(data, 0, "x", dtype, r); err != nil {
		t.Fatal(err)
	}
	list := make([]uint64, count)
	for i := range list {
		list[i] = kind.Load(data, i)
	}
	return list
}

// TestAnySplit fills a tensor in pieces and as a whole.
func TestAnySplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dtype := rapid.SampledFrom(allTypes(t)).Draw(t, "type")
		r := Recipe{Seed: rapid.Uint64().Draw(t, "seed"), Distribution: rapid.SampledFrom(Distributions()).Draw(t, "distribution")}
		elements := 2 * rapid.IntRange(1, 200).Draw(t, "half of the elements")
		start := 2 * rapid.Int64Range(0, 1<<40).Draw(t, "start")
		fill := func(from, to int) []byte {
			size, err := dtype.Size(int64(to - from))
			if err != nil {
				t.Fatal(err)
			}
			data := bytes.Repeat([]byte{0xee}, int(size))
			if err := Fill(data, start+int64(from), "input", dtype.name, r); err != nil {
				t.Fatal(err)
			}
			return data
		}
		cut := 2 * rapid.IntRange(0, elements/2).Draw(t, "half of the cut")
		if got, want := append(fill(0, cut), fill(cut, elements)...), fill(0, elements); !bytes.Equal(got, want) {
			t.Errorf("%s, %s: other bytes when cut at %d", dtype.name, r.Distribution, cut)
		}
	})
}

// TestDistributions checks what kinds of numbers a distribution has, in every type.
func TestDistributions(t *testing.T) {
	const count = 20_000
	for _, dtype := range allTypes(t) {
		for _, distribution := range Distributions() {
			var of [NaN + 1]int
			for _, bits := range values(t, dtype.name, Recipe{7, distribution, nil, nil}, count) {
				of[dtype.Class(bits)]++
			}
			none := func(class Class) {
				if of[class] > 0 {
					t.Errorf("%s in %s: %d numbers of class %d", distribution, dtype.name, of[class], class)
				}
			}
			some := func(class Class, least, most float64) {
				if share := float64(of[class]) / count; share < least || share > most {
					t.Errorf("%s in %s: a share of %v is of class %d", distribution, dtype.name, share, class)
				}
			}
			if !dtype.IsFloat() || dtype.kind == scale {
				none(NaN)
				continue
			}
			switch distribution {
			case "zeros":
				some(Zero, 1, 1)
			case "denormals":
				some(Denormal, 1, 1)
			case "large":
				some(Normal, 0.8, 1) // fp4 has less than four powers of two
				none(Infinite)
				none(NaN)
			case "infinities":
				none(NaN)
				if dtype.ending == ieee {
					some(Infinite, 0.055, 0.07)
				}
			case "nan":
				none(Infinite)
				if dtype.ending != onlyReal {
					some(NaN, 0.055, 0.07)
				}
			case "specials":
				some(Zero, 0.05, 0.4)
				some(Denormal, 0.1, 0.4)
				if dtype.ending == ieee {
					some(Infinite, 0.04, 0.08)
				}
				if dtype.ending != onlyReal {
					some(NaN, 0.04, 0.08)
				}
			default:
				none(NaN)
				none(Infinite)
				if dtype.bits >= 16 && distribution != "integers" {
					some(Normal, 0.94, 1) // of the small ones, one in 20 is below 2^-14
				}
			}
		}
	}
}

// TestPayloads wants many different NaN: quiet and signalling, of both signs.
func TestPayloads(t *testing.T) {
	seen, quiet, signalling, negative := map[uint64]bool{}, 0, 0, 0
	for _, bits := range values(t, "float32", Recipe{3, "nan", nil, nil}, 50_000) {
		if value := math.Float32frombits(uint32(bits)); value == value {
			continue
		}
		seen[bits] = true
		if bits>>22&1 == 1 {
			quiet++
		} else {
			signalling++
		}
		negative += int(bits >> 31)
	}
	if len(seen) < 3000 || quiet < 1400 || signalling < 1400 || negative < 1400 {
		t.Errorf("%d payloads, %d quiet, %d signalling, %d negative", len(seen), quiet, signalling, negative)
	}
}

// TestSpecialEdges wants every edge of a type among its special numbers.
func TestSpecialEdges(t *testing.T) {
	seen := map[uint64]bool{}
	for _, bits := range values(t, "float16", Recipe{3, "specials", nil, nil}, 10_000) {
		seen[bits] = true
	}
	for _, edge := range []uint64{0, 1, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0x3c00} {
		if !seen[edge] || !seen[edge|0x8000] {
			t.Errorf("%#x is missing, or its negative", edge)
		}
	}
}

func TestMoments(t *testing.T) {
	const count = 200_000
	for distribution, want := range map[string]struct{ variance, limit float64 }{
		"normal": {1, 6}, "uniform": {1.0 / 3, 1}, "integers": {24, 8}, "small": {0x1p-20, 6 * 0x1p-10}, "ramp": {1.0 / 3, 1},
	} {
		sum, squares, fourth := 0.0, 0.0, 0.0
		for _, bits := range values(t, "float64", Recipe{11, distribution, nil, nil}, count) {
			x := math.Float64frombits(bits)
			if math.Abs(x) > want.limit {
				t.Fatalf("%s gives %v", distribution, x)
			}
			sum, squares, fourth = sum+x, squares+x*x, fourth+x*x*x*x
		}
		mean, variance := sum/count, squares/count
		if deviation := math.Sqrt(want.variance); math.Abs(mean) > 0.02*deviation || math.Abs(variance/want.variance-1) > 0.02 {
			t.Errorf("%s has mean %v and variance %v", distribution, mean, variance)
		}
		if distribution == "normal" && math.Abs(fourth/count-2.9) > 0.1 { // 3 - 12/10/12 for a sum of twelve
			t.Errorf("normal has a fourth moment of %v", fourth/count)
		}
	}
}

func TestSeedsAndNames(t *testing.T) {
	fill := func(name string, r Recipe) string {
		data := make([]byte, 4096)
		if err := Fill(data, 0, name, "float32", r); err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	base := fill("x", Recipe{Seed: 1, Distribution: "normal"})
	if base == fill("x", Recipe{Seed: 2, Distribution: "normal"}) || base == fill("y", Recipe{Seed: 1, Distribution: "normal"}) {
		t.Error("seed or name do not matter")
	}
	if base != fill("y", Recipe{Seed: 1, Distribution: "normal", As: map[string]string{"y": "x"}}) {
		t.Error("an input does not get the numbers of another name")
	}
}

// TestSameNumbers wants the numbers of an input to be those of float64, rounded: so plans of several types
// can be compared with one reference.
func TestSameNumbers(t *testing.T) {
	for _, distribution := range []string{"normal", "uniform", "integers", "ramp", "small"} {
		r := Recipe{Seed: 9, Distribution: distribution}
		want := values(t, "float64", r, 1000)
		half := mustType(t, "float16")
		for i, bits := range values(t, "float16", r, 1000) {
			if rounded := half.Round(math.Float64frombits(want[i])); bits != rounded {
				t.Fatalf("%s: element %d is %#x, want %#x", distribution, i, bits, rounded)
			}
		}
	}
}

func TestRanges(t *testing.T) {
	for _, test := range []struct {
		dtype     string
		limits    Range
		low, high float64
	}{
		{"int32", Range{0, 255}, 0, 255}, {"int64", Range{-2.5, 2.5}, -2, 2}, {"uint8", Range{-5, 3}, 0, 3}, {"int8", Range{100, 1000}, 100, 127},
		{"bool", Range{1, 1}, 1, 1}, {"int64", Range{math.MinInt64, math.MaxInt64}, math.MinInt64, math.MaxInt64}, {"uint4", Range{3, 12}, 3, 12},
		{"float32", Range{0, 255}, 0, 255}, {"float16", Range{-3, -2}, -3, -2},
	} {
		dtype := mustType(t, test.dtype)
		for _, distribution := range []string{"normal", "uniform"} {
			least, most := math.Inf(1), math.Inf(-1)
			for _, bits := range values(t, test.dtype, Recipe{5, distribution, map[string]Range{"x": test.limits}, nil}, 20_000) {
				x := dtype.Value(bits)
				least, most = min(least, x), max(most, x)
			}
			if slack := (test.high - test.low) * 0.01; least < test.low || most > test.high || least > test.low+slack || most < test.high-slack {
				t.Errorf("%s %v: from %v to %v", test.dtype, test.limits, least, most)
			}
		}
	}
	for dtype, want := range map[string]Range{"int32": {0, 1}, "int64": {0, 1}, "int8": {-128, 127}, "bool": {0, 1}, "int4": {-8, 7}} {
		if got, limited := (Recipe{}).RangeOf("x", mustType(t, dtype)); !limited || got != want {
			t.Errorf("%s has the range %v by itself", dtype, got)
		}
	}
	if got := values(t, "uint8", Recipe{5, "ramp", map[string]Range{"x": {3, 5}}, nil}, 4); got[0] != 3 || got[2] != 5 || got[3] != 3 {
		t.Errorf("a ramp of 3 to 5 is %v", got)
	}
}

func TestBadRecipes(t *testing.T) {
	for want, fill := range map[string]func() error{
		`unknown distribution "gauss"`:                 func() error { return Fill(nil, 0, "x", "int8", Recipe{Distribution: "gauss"}) },
		`unknown data type "half"`:                     func() error { return Fill(nil, 0, "x", "half", Recipe{Distribution: "normal"}) },
		"inside a byte":                                func() error { return Fill(nil, 1, "x", "int4", Recipe{Distribution: "normal"}) },
		"3 bytes are no whole number":                  func() error { return Fill(make([]byte, 3), 0, "x", "float16", Recipe{Distribution: "normal"}) },
		`the range of input "x" is 2:1`:                func() error { return ranged("int8", 2, 1) },
		`the range of input "x" is NaN:1`:              func() error { return ranged("int8", math.NaN(), 1) },
		"has no number that int8 can hold":             func() error { return ranged("int8", 300, 400) },
		"range 0.2:0.8 of input \"x\" has no number":   func() error { return ranged("int32", 0.2, 0.8) },
		"goes beyond what float16 can hold":            func() error { return ranged("float16", 0, 70000) },
		`range -100000:-90000 of input "x" goes beyon`: func() error { return ranged("float16", -100000, -90000) },
	} {
		if err := fill(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func ranged(dtype string, low, high float64) error {
	return Fill(make([]byte, 8), 0, "x", dtype, Recipe{Distribution: "uniform", Ranges: map[string]Range{"x": {low, high}}})
}
