package tensor

import (
	"errors"
	"io"
)

// Numbers reads elements as float64.
type Numbers struct {
	from   io.Reader
	dtype  Type
	buffer []byte
}

// ErrCut is the error of a Numbers that ends too early.
var ErrCut = errors.New("it is cut off")

// NewNumbers reads elements of 8 bits and more.
func NewNumbers(from io.Reader, dtype Type) *Numbers { return &Numbers{from: from, dtype: dtype} }

// numbersAtOnce is how many elements are read at a time.
const numbersAtOnce = 4096

// Next fills all of a slice.
func (n *Numbers) Next(to []float64) error {
	size := n.dtype.Bits() / 8
	if n.buffer == nil {
		n.buffer = make([]byte, numbersAtOnce*size)
	}
	for len(to) > 0 {
		count := min(len(to), numbersAtOnce)
		data := n.buffer[:count*size]
		if _, err := io.ReadFull(n.from, data); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				err = ErrCut
			}
			return err
		}
		for i := range count {
			to[i] = n.dtype.Value(n.dtype.Load(data, i))
		}
		to = to[count:]
	}
	return nil
}
