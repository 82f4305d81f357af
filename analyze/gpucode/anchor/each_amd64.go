//go:build amd64 && !purego

package anchor

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

// stride is the bytes that the vector kernel looks at in one step.
const stride = 64

// indexAVX2 returns the first multiple of stride below n where a pair ends in the next stride bytes, and a
// mask of the bytes that are the second of one; n and 0 if there is none. A pair counts if both of its bytes
// are in data[:n]. n must be a multiple of stride.
//
//go:noescape
func indexAVX2(data *byte, n int, classes *[2][16]byte) (index int, mask uint64)

func (s *Set) each(data []byte, found func(index int)) {
	if !cpu.X86.HasAVX2 {
		s.eachGeneric(data, found)
		return
	}
	s.eachAVX2(data, found)
}

func (s *Set) eachAVX2(data []byte, found func(index int)) {
	start := 0
	for {
		n := (len(data) - start) / stride * stride
		if n <= 0 {
			break
		}
		index, mask := indexAVX2(&data[start], n, &s.classes)
		for ; mask != 0; mask &= mask - 1 {
			found(start + index + bits.TrailingZeros64(mask) - 1)
		}
		start += min(index+stride, n)
		if start < len(data) && s.has(data[start-1], data[start]) { // across the border of two calls
			found(start - 1)
		}
	}
	s.eachByte(data, start, found)
}
