package tensor

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestDistanceByRank sorts every number of a small type: the distance is how far apart they stand.
func TestDistanceByRank(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	for _, name := range small {
		dtype := mustType(t, name)
		var numbers []float64
		for bits := range dtype.mask() + 1 {
			if value := dtype.Value(bits); value == value {
				numbers = append(numbers, value+0) // one zero
			}
		}
		slices.Sort(numbers)
		numbers = slices.Compact(numbers)
		rank := func(bits uint64) int {
			at, found := slices.BinarySearch(numbers, dtype.Value(bits))
			if !found {
				t.Fatalf("%s %#x is not listed", name, bits)
			}
			return at
		}
		for a := range dtype.mask() + 1 {
			partners := []uint64{random.Uint64() & dtype.mask(), random.Uint64() & dtype.mask(), a, (a + 1) & dtype.mask(), a ^ 1<<(dtype.bits-1)}
			for _, b := range partners {
				got, ok := dtype.Distance(a, b)
				if nan := dtype.Class(a) == NaN || dtype.Class(b) == NaN; ok == nan {
					t.Fatalf("%s %#x, %#x: there is a distance: %v", name, a, b, ok)
				}
				if !ok {
					continue
				}
				if want := rank(a) - rank(b); got != uint64(max(want, -want)) {
					t.Errorf("%s from %v to %v: %d, want %d", name, dtype.Value(a), dtype.Value(b), got, want)
				}
			}
		}
	}
}

// TestDistanceBySteps walks from a number to another one.
func TestDistanceBySteps(t *testing.T) {
	single, double := mustType(t, "float32"), mustType(t, "float64")
	random := rand.New(rand.NewPCG(4, 5))
	for range 2000 {
		a := math.Float32frombits(random.Uint32())
		if random.IntN(4) == 0 {
			a = math.Float32frombits(uint32(random.IntN(40))) // steps across zero
		}
		if a != a || math.IsInf(float64(a), 0) {
			continue
		}
		steps, b := uint64(0), a
		c, wide := float64(a), float64(a)
		for range random.IntN(80) {
			if next := math.Nextafter32(b, -math.MaxFloat32); next != b {
				steps, b = steps+1, next
				wide = math.Nextafter(wide, -math.MaxFloat64)
			}
		}
		got, ok := single.Distance(uint64(math.Float32bits(a)), uint64(math.Float32bits(b)))
		if !ok || got != steps {
			t.Errorf("from %v to %v: %d, want %d", a, b, got, steps)
		}
		if got, ok := double.Distance(math.Float64bits(c), math.Float64bits(wide)); !ok || got != steps {
			t.Errorf("from %v to %v: %d, want %d", c, wide, got, steps)
		}
	}
}

// TestDistanceOfAllBits subtracts whole numbers of any size in exact arithmetic.
func TestDistanceOfAllBits(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 7))
	for _, name := range []string{"int64", "int32", "int16", "int8", "int4", "uint8", "uint4"} {
		dtype := mustType(t, name)
		for range 2000 {
			a, b := random.Uint64()&dtype.mask(), random.Uint64()&dtype.mask()
			want := new(big.Int).Sub(big.NewInt(dtype.integer(a)), big.NewInt(dtype.integer(b)))
			got, ok := dtype.Distance(a, b)
			if !ok || want.CmpAbs(new(big.Int).SetUint64(got)) != 0 {
				t.Errorf("%s from %d to %d: %d", name, dtype.integer(a), dtype.integer(b), got)
			}
		}
	}
	wide := mustType(t, "int64")
	if got, _ := wide.Distance(1<<63, math.MaxInt64); got != math.MaxUint64 {
		t.Errorf("from the smallest to the largest: %d", got)
	}
	double := mustType(t, "float64")
	if got, _ := double.Distance(math.Float64bits(math.Inf(-1)), math.Float64bits(math.Inf(1))); got != 2*0x7ff<<52 {
		t.Errorf("between the infinities: %d", got)
	}
}
