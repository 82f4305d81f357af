package verify

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestSteps(t *testing.T) {
	for _, test := range []struct{ distance, from, to uint64 }{
		{1, 1, 1}, {2, 2, 2}, {3, 3, 4}, {4, 3, 4}, {5, 5, 8}, {8, 5, 8}, {9, 9, 16}, {1 << 63, 1<<62 + 1, 1 << 63}, {1<<63 + 1, 1<<63 + 1, math.MaxUint64},
		{math.MaxUint64, 1<<63 + 1, math.MaxUint64},
	} {
		var s steps
		s.add(test.distance)
		if b := s.buckets(); len(b) != 1 || b[0].From != test.from || b[0].To != test.to || b[0].Count != 1 {
			t.Errorf("%d is in %+v, want %d to %d", test.distance, b, test.from, test.to)
		}
	}
}

// TestDecades holds every bucket against powers of ten in exact arithmetic, rounded to the float64 that a
// literal would be.
func TestDecades(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	edge := func(power int) float64 {
		text := fmt.Sprintf("1e%d", power)
		x, _, err := big.ParseFloat(text, 10, 200, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		nearest, _ := x.Float64()
		return nearest
	}
	for range 5000 {
		power := lowest + 1 + random.IntN(highest-lowest-1)
		low, high := edge(power), edge(power+1)
		for _, x := range []float64{low, math.Nextafter(high, 0), low + random.Float64()*(high-low)*0.999} {
			var d decades
			d.add(x)
			if b := d.buckets(); len(b) != 1 || float64(b[0].From) != low || float64(b[0].Below) != high {
				t.Fatalf("%v is in %+v, want %v to %v", x, b, low, high)
			}
		}
	}
	var d decades
	for _, x := range []float64{5e-324, 1e-100, 1e300, math.MaxFloat64} {
		d.add(x)
	}
	b := d.buckets()
	if len(b) != 2 || b[0].From != 0 || b[0].Count != 2 || b[1].Below != math.MaxFloat64 || b[1].Count != 2 {
		t.Errorf("beyond both ends: %+v", b)
	}
}
