//go:build amd64 && !purego

package anchor

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

// stride is the bytes that the vector kernel looks at in one step; it reads one more.
const stride = 64

// indexAVX2 returns the first multiple of stride below n where one of the next stride bytes starts a pair,
// and a mask of those that do; n and 0 if there is none. n must be a multiple of stride; it reads
// data[:n+1].
//
//go:noescape
func indexAVX2(data *byte, n int, words *[Count]uint16) (index int, mask uint64)

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
		n := (len(data) - start - 1) / stride * stride
		if n <= 0 {
			break
		}
		index, mask := indexAVX2(&data[start], n, &s.words)
		for ; mask != 0; mask &= mask - 1 {
			found(start + index + bits.TrailingZeros64(mask))
		}
		start += min(index+stride, n)
	}
	s.eachByte(data, start, found)
}
