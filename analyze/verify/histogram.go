package verify

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"sync"

	"github.com/planlint/planlint/internal/result"
)

// steps counts distances in units in the last place by powers of two: 1, 2, 3 to 4, 5 to 8 and so on.
type steps [65]int64

// add counts a distance of at least 1.
func (s *steps) add(distance uint64) { s[bits.Len64(distance-1)]++ }

func (s *steps) buckets() []result.ULPBucket {
	list := []result.ULPBucket{}
	for power, count := range s {
		if count == 0 {
			continue
		}
		bucket := result.ULPBucket{From: 1, To: 1 << power, Count: count}
		if power > 0 {
			bucket.From = 1<<(power-1) + 1
		}
		if power == 64 {
			bucket.To = math.MaxUint64
		}
		list = append(list, bucket)
	}
	return list
}

// The powers of ten that errors are counted between. What is smaller is in the lowest bucket, what is larger in
// the highest one.
const (
	lowest  = -48
	highest = 40
)

// powersOfTen are the float64 nearest to them; those of math.Pow10 are not.
var powersOfTen = sync.OnceValue(func() []float64 {
	var list []float64
	for power := lowest; power <= highest; power++ {
		nearest, err := strconv.ParseFloat("1e"+strconv.Itoa(power), 64)
		if err != nil {
			panic(err) // it is a number
		}
		list = append(list, nearest)
	}
	return list
})

// decades counts errors by powers of ten.
type decades [highest - lowest + 1]int64

func (d *decades) add(err float64) {
	i, found := slices.BinarySearch(powersOfTen(), err)
	if !found {
		i--
	}
	d[max(i, 0)]++
}

func (d *decades) buckets() []result.ErrorBucket {
	list := []result.ErrorBucket{}
	for i, count := range d {
		if count == 0 {
			continue
		}
		bucket := result.ErrorBucket{Below: math.MaxFloat64, Count: count}
		if i > 0 {
			bucket.From = result.Real(powersOfTen()[i])
		}
		if i+1 < len(d) {
			bucket.Below = result.Real(powersOfTen()[i+1])
		}
		list = append(list, bucket)
	}
	return list
}
