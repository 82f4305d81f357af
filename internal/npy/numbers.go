package npy

import (
	"errors"
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/tensor"
)

// Numbers reads the numbers of an array as float64.
type Numbers struct {
	*Array
	dtype  tensor.Type
	buffer []byte
}

// NumbersOf reads an array of float32, float64 or whole numbers.
func NumbersOf(a *Array) (*Numbers, error) {
	dtype, err := tensor.TypeOf(a.DType())
	if a.Bare || err != nil || dtype.IsFloat() && dtype.Bits() < 32 {
		return nil, fmt.Errorf("%s: %w: float32, float64 or whole numbers are needed", a.Path, ErrFormat)
	}
	return &Numbers{Array: a, dtype: dtype}, nil
}

// piece is how many numbers are read at a time.
const piece = 4096

// Next fills all of a slice.
func (n *Numbers) Next(to []float64) error {
	size := n.dtype.Bits() / 8
	if n.buffer == nil {
		n.buffer = make([]byte, piece*size)
	}
	for len(to) > 0 {
		count := min(len(to), piece)
		data := n.buffer[:count*size]
		if _, err := io.ReadFull(n.Array, data); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				err = fmt.Errorf("%w: it is cut off", ErrFormat)
			}
			return fmt.Errorf("%s: %w", n.Path, err)
		}
		for i := range count {
			to[i] = n.dtype.Value(n.dtype.Load(data, i))
		}
		to = to[count:]
	}
	return nil
}
