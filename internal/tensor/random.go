package tensor

import (
	"hash/fnv"
	"math/bits"
)

// source gives random bits by number: those of one element do not depend on which others were asked for.
// The function is SplitMix64's, over a counter (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators).
type source struct{ key uint64 }

func newSource(seed uint64, name string) source {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(name)) // a hash never fails
	return source{mix(mix(seed+golden) + hash.Sum64())}
}

// golden is 2^64 divided by the golden ratio, odd.
const golden = 0x9e3779b97f4a7c15

func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// wordsPerElement is how many words an element may ask for.
const wordsPerElement = 4

// word returns one of an element's random words.
func (s source) word(element int64, word uint64) uint64 {
	return mix(s.key + (uint64(element)*wordsPerElement+word+1)*golden)
}

// unit is uniform in [0, 1), a multiple of 2^-53.
func unit(word uint64) float64 { return float64(word>>11) * 0x1p-53 }

// below is uniform in [0, limit), but for less than limit/2^64.
func below(word, limit uint64) uint64 {
	high, _ := bits.Mul64(word, limit)
	return high
}

// normal is close to a normal variable of mean 0 and variance 1: the sum of twelve uniform ones less their
// mean. It takes three words, is exact and thus the same on every machine, and is never beyond 6.
func (s source) normal(element int64) float64 {
	sum := uint64(0)
	for i := range uint64(3) {
		w := s.word(element, i)
		sum += w&0xffff + w>>16&0xffff + w>>32&0xffff + w>>48
	}
	return (float64(sum) - 12*0xffff/2) * 0x1p-16
}
