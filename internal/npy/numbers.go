package npy

import (
	"errors"
	"fmt"

	"github.com/planlint/planlint/internal/tensor"
)

// Numbers reads the numbers of an array as float64.
type Numbers struct {
	*Array
	numbers *tensor.Numbers
}

// NumbersOf reads an array of float32, float64 or whole numbers.
func NumbersOf(a *Array) (*Numbers, error) {
	dtype, err := tensor.TypeOf(a.DType())
	if a.Bare || err != nil || dtype.IsFloat() && dtype.Bits() < 32 {
		return nil, fmt.Errorf("%s: %w: float32, float64 or whole numbers are needed", a.Path, ErrFormat)
	}
	return &Numbers{a, tensor.NewNumbers(a, dtype)}, nil
}

// Next fills all of a slice.
func (n *Numbers) Next(to []float64) error {
	err := n.numbers.Next(to)
	if errors.Is(err, tensor.ErrCut) {
		err = fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", n.Path, err)
	}
	return nil
}
