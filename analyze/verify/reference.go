package verify

import (
	"context"
	"errors"
)

// ErrNoReference is the error of a Reference that has nothing for an output.
var ErrNoReference = errors.New("there is no reference for this output")

// Reference says what outputs should be, in more precision than they have: numbers that something else
// computed from the same inputs, such as those of a file, or of the model in ONNX Runtime.
type Reference interface {
	// Output opens the numbers of an output. The error may be ErrNoReference.
	Output(ctx context.Context, q Question) (Numbers, error)
}

// Question asks what an output of A should be, in a case.
type Question struct {
	// Case counts from 0; Of says which numbers its inputs have.
	Case   int
	Of     CaseOf
	Inputs []Tensor
	Output string
	Shape  []int64
}

// CaseOf says which inputs a case has.
type CaseOf struct {
	Shape        string
	Distribution string
	Seed         uint64
}

// Numbers are those of one output, in order.
type Numbers interface {
	// Next fills all of a slice.
	Next(to []float64) error
	Close() error
}
