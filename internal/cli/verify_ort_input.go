package cli

import (
	"bufio"
	"errors"
	"io"
	"os"

	"github.com/planlint/planlint/analyze/verify"
	"github.com/planlint/planlint/internal/tensor"
)

// inputAtOnce is how many bytes of an input are made at a time; a whole number of elements of every type.
const inputAtOnce = 64 << 10

// writeInput writes the numbers that a plan got for an input, in the type that the model takes. They are rounded
// to the plan's type first, as the plan's were.
func (r *computedReference) writeInput(path string, of verify.CaseOf, t verify.Tensor, dtype string) (err error) {
	from, err := tensor.TypeOf(t.DType)
	if err != nil {
		return err
	}
	to, err := tensor.TypeOf(dtype)
	if err != nil {
		return err
	}
	next, done, err := r.numbersOf(of, t, from)
	if err != nil {
		return err
	}
	defer done()
	file, err := os.Create(path)
	if err != nil {
		return &environmentError{err}
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	buffered := bufio.NewWriterSize(file, inputAtOnce)
	source := make([]byte, inputAtOnce)
	for offset := int64(0); offset < t.Bytes; offset += inputAtOnce {
		piece := source[:min(inputAtOnce, t.Bytes-offset)]
		if err := next(piece, from.Elements(offset)); err != nil {
			return err
		}
		if err := writeConverted(buffered, piece, from, to); err != nil {
			return &environmentError{err}
		}
	}
	if err := buffered.Flush(); err != nil {
		return &environmentError{err}
	}
	return nil
}

// numbersOf returns what makes the bytes of an input from some element on, as the plan's worker did.
func (r *computedReference) numbersOf(of verify.CaseOf, t verify.Tensor, dtype tensor.Type) (next func(to []byte, element int64) error, done func(), err error) {
	if path, given := r.given.files[t.Name]; given {
		file, err := os.Open(path)
		if err != nil {
			return nil, nil, &environmentError{err}
		}
		return func(to []byte, _ int64) error {
			_, err := io.ReadFull(file, to)
			return err
		}, func() { _ = file.Close() }, nil // it was only read
	}
	if t.Values != nil {
		return func(to []byte, element int64) error {
			for i := range int(dtype.Elements(int64(len(to)))) {
				dtype.Store(to, i, uint64(t.Values[element+int64(i)]))
			}
			return nil
		}, func() {}, nil
	}
	recipe := tensor.Recipe{Seed: of.Seed, Distribution: of.Distribution, Ranges: r.ranges}
	return func(to []byte, element int64) error { return tensor.Fill(to, element, t.Name, t.DType, recipe) }, func() {}, nil
}

// writeConverted writes elements in another type.
func writeConverted(to io.Writer, data []byte, from, wide tensor.Type) error {
	if from.Name() == wide.Name() {
		_, err := to.Write(data)
		return err
	}
	var element [8]byte
	for i := range int(from.Elements(int64(len(data)))) {
		wide.Store(element[:], 0, wide.Round(from.Value(from.Load(data, i))))
		if _, err := to.Write(element[:max(wide.Bits()/8, 1)]); err != nil {
			return err
		}
	}
	return nil
}
