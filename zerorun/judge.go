package zerorun

import "math/bits"

// judge ends the runs that end in a block and are long enough.
func (w *walker) judge(e *event) {
	at := w.offset + e.block
	lead := bits.TrailingZeros64(e.nonzero)
	if length := e.run + int64(lead); length >= w.finder.least {
		w.end(at+int64(lead), length)
	}
	// The masks of inner runs are shifted, to drop the run at the end.
	shift := bits.LeadingZeros64(e.nonzero)
	zero := ^e.nonzero << (shift & 63)
	inner := dropBelow(w.finder.inner(e.nonzero), lead+shift)
	for inner != 0 {
		first := bits.TrailingZeros64(inner)
		length := bits.TrailingZeros64(^(zero >> (first & 63)))
		w.end(at+int64(first-shift+length), int64(length))
		inner = dropBelow(inner, first+length)
	}
}

// dropBelow clears the bits below number n, which is less than 64.
func dropBelow(mask uint64, n int) uint64 { return mask >> (n & 63) << (n & 63) }
