package compare

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// strideSize is how many bytes are compared at once before looking closer.
const strideSize = 4096

// mismatch returns the index of the first byte in which two slices of one length differ; the length if they
// do not.
func mismatch(a, b []byte) int {
	at := 0
	for at < len(a) {
		end := min(at+strideSize, len(a))
		if at&(strideSize-1) == 0 && bytes.Equal(a[at:end], b[at:end]) {
			at = end
			continue
		}
		for ; at+8 <= end; at += 8 {
			if difference := binary.LittleEndian.Uint64(a[at:]) ^ binary.LittleEndian.Uint64(b[at:]); difference != 0 {
				return at + bits.TrailingZeros64(difference)/8
			}
		}
		for ; at < end; at++ {
			if a[at] != b[at] {
				return at
			}
		}
	}
	return len(a)
}
