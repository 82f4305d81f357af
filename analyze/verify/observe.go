package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
)

// observer looks at an output of one plan.
type observer struct {
	dtype    tensor.Type
	left     int64 // elements that have not come
	elements int64
	classes  [tensor.NaN + 1]int64
	// first are the bits of the first element; varied is true once another one has come.
	first  uint64
	varied bool
	digest hash.Hash
}

func newObserver(dtype tensor.Type, elements int64) *observer {
	return &observer{dtype: dtype, left: elements, digest: sha256.New()}
}

// add takes the next bytes.
func (o *observer) add(block []byte) {
	_, _ = o.digest.Write(block) // a hash never fails
	count := int(min(o.dtype.Elements(int64(len(block))), o.left))
	if count == 0 {
		return
	}
	if o.elements == 0 {
		o.first = o.dtype.Load(block, 0)
	}
	o.dtype.Count(block, count, &o.classes)
	o.varied = o.varied || o.other(block, count)
	o.elements += int64(count)
	o.left -= int64(count)
}

// other tells whether a block has an element of other bits than the first one.
func (o *observer) other(block []byte, count int) bool {
	if o.dtype.Load(block, 0) != o.first {
		return true
	}
	if size := o.dtype.Bits() / 8; size > 0 {
		return !bytes.Equal(block[size:count*size], block[:(count-1)*size]) // each one is the one before
	}
	for i := range count {
		if o.dtype.Load(block, i) != o.first {
			return true
		}
	}
	return false
}

func (o *observer) result() result.Observed {
	return result.Observed{
		Zeros: o.classes[tensor.Zero], NaNs: o.classes[tensor.NaN], Infinities: o.classes[tensor.Infinite],
		OneValue: o.elements > 1 && !o.varied, SHA256: hex.EncodeToString(o.digest.Sum(nil)),
	}
}
