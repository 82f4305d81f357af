package widen

import (
	"io"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/layers/onnx"
)

// converted has the numbers of other data in another type.
type converted struct {
	data     onnx.Data
	from, to tensor.Type
}

// Size is in bytes.
func (c *converted) Size() int64 {
	return c.data.Size() / int64(c.from.Bits()/8) * int64(c.to.Bits()/8)
}

// ReadAt converts what is asked for, a piece at a time.
func (c *converted) ReadAt(to []byte, offset int64) (int, error) {
	const elements = 4096
	size, narrow := int64(c.to.Bits()/8), int64(c.from.Bits()/8)
	var wide, source [8 * elements]byte
	done := 0
	for done < len(to) {
		at := offset + int64(done)
		left := c.Size() - at
		if left <= 0 {
			return done, io.EOF
		}
		first := at / size
		count := min(elements, c.Size()/size-first)
		if n, err := c.data.ReadAt(source[:count*narrow], first*narrow); int64(n) < count*narrow {
			return done, err
		}
		for i := range int(count) {
			c.to.Store(wide[:], i, c.to.Round(c.from.Value(c.from.Load(source[:], i))))
		}
		done += copy(to[done:], wide[at-first*size:count*size])
	}
	return done, nil
}
