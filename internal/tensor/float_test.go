package tensor

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// small are the floats of which every one can be tried.
var small = []string{"float16", "bfloat16", "fp8", "fp8e5m2", "fp4", "e8m0"}

// TestRoundTrip rounds every number of the small types to itself.
func TestRoundTrip(t *testing.T) {
	for _, name := range small {
		dtype := mustType(t, name)
		classes := map[Class]int{}
		for bits := range dtype.mask() + 1 {
			class := dtype.Class(bits)
			classes[class]++
			value := dtype.Value(bits)
			if (class == NaN) != (value != value) || (class == Infinite) != math.IsInf(value, 0) || (class == Zero) != (value == 0) {
				t.Fatalf("%s %#x: class %d, value %v", name, bits, class, value)
			}
			if got := dtype.Round(value); got != bits && class != NaN || class == NaN && dtype.Class(got) != NaN {
				t.Errorf("%s %#x is %v, and that %#x", name, bits, value, got)
			}
		}
		want := map[string]map[Class]int{
			"float16":  {Zero: 2, Denormal: 2 * 1023, Normal: 2 * 30 * 1024, Infinite: 2, NaN: 2 * 1023},
			"bfloat16": {Zero: 2, Denormal: 2 * 127, Normal: 2 * 254 * 128, Infinite: 2, NaN: 2 * 127},
			"fp8":      {Zero: 2, Denormal: 2 * 7, Normal: 2 * (15*8 - 1), NaN: 2},
			"fp8e5m2":  {Zero: 2, Denormal: 2 * 3, Normal: 2 * 30 * 4, Infinite: 2, NaN: 2 * 3},
			"fp4":      {Zero: 2, Denormal: 2, Normal: 12},
			"e8m0":     {Normal: 255, NaN: 1},
		}[name]
		for class := Zero; class <= NaN; class++ {
			if classes[class] != want[class] {
				t.Errorf("%s has %d of class %d, want %d", name, classes[class], class, want[class])
			}
		}
	}
}

// TestRoundNearest holds Round against its definition in exact arithmetic.
func TestRoundNearest(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	for _, name := range []string{"float16", "bfloat16", "fp8", "fp8e5m2", "fp4", "float32"} {
		dtype := mustType(t, name)
		largest := dtype.largest()
		for range 20_000 {
			// Near a number, at the middle to the next one, or a little beside that.
			near := random.Uint64N(largest)
			a, b := dtype.Value(near), dtype.Value(near+1)
			x := a + (b-a)*[]float64{0.5, random.Float64(), 0.5 + 0x1p-20, 0.5 - 0x1p-20}[random.IntN(4)]
			got := dtype.Round(x)
			if got != near && got != near+1 {
				t.Fatalf("%s: %v between %v and %v is %v", name, x, a, b, dtype.Value(got))
			}
			below := new(big.Rat).Sub(rational(x), rational(a))
			above := new(big.Rat).Sub(rational(b), rational(x))
			want := near
			if order := below.Cmp(above); order > 0 || order == 0 && near%2 == 1 {
				want = near + 1
			}
			if got != want {
				t.Errorf("%s: %v is %v, want %v", name, x, dtype.Value(got), dtype.Value(want))
			}
			if negative := dtype.Round(-x); negative != got|dtype.sign() {
				t.Errorf("%s: %v is %#x, but negative %#x", name, x, got, negative)
			}
		}
	}
}

func rational(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func TestOverflow(t *testing.T) {
	for _, test := range []struct {
		dtype string
		x     float64
		want  uint64
	}{
		{"float16", 65519.99, 0x7bff}, {"float16", 65520, 0x7c00}, {"float16", -1e300, 0xfc00}, {"float16", math.Inf(1), 0x7c00}, {"float16", 1e-300, 0},
		{"float16", math.Copysign(0, -1), 0x8000}, {"float16", 0x1p-25, 0}, {"float16", 0x1p-25 + 0x1p-50, 1},
		{"bfloat16", math.MaxFloat64, 0x7f80}, {"fp8", 1e9, 0x7e}, {"fp8", math.Inf(-1), 0xfe}, {"fp8e5m2", 61440, 0x7c}, {"fp8e5m2", 61439, 0x7b},
		{"fp4", 100, 7}, {"fp4", -100, 0xf}, {"fp4", math.NaN(), 0}, {"float32", 1e300, 0x7f800000}, {"float64", 5e-324, 1},
	} {
		if got := mustType(t, test.dtype).Round(test.x); got != test.want {
			t.Errorf("%s: %v is %#x, want %#x", test.dtype, test.x, got, test.want)
		}
	}
}
