package verify

import "errors"

// ErrNoReference is the error of a Reference that has nothing for an output.
var ErrNoReference = errors.New("there is no reference for this output")

// Reference says what outputs should be, in more precision than they have: numbers that something else
// computed from the same inputs, such as a file's. (One that runs the model in ONNX Runtime would be another.)
type Reference interface {
	// Output opens the numbers of an output of a shape in a case. The error may be ErrNoReference.
	Output(c CaseOf, name string, shape []int64) (Numbers, error)
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
