package trt

import (
	"fmt"
	"os"

	"github.com/planlint/planlint/internal/tensor"
)

// fill gives the open contexts the same inputs: all of them before the first run, and before each other one those
// that the run before has overwritten.
func (x *execution) fill(tensors []bound, run int) error {
	for i, t := range tensors {
		if t.Mode != ModeInput || t.Host || run > 0 && !t.Overwritten {
			continue
		}
		if err := x.fillOne(i, t.Tensor); err != nil {
			return fmt.Errorf("input %s: %w", OneLine(t.Name), err)
		}
	}
	return nil
}

func (x *execution) fillOne(i int, t Tensor) error {
	next, done, err := x.source(t)
	if err != nil {
		return err
	}
	defer done()
	return x.pieces(t.Bytes, func(offset int64, piece []byte) error {
		if err := next(offset, piece); err != nil {
			return err
		}
		for _, c := range x.open {
			if err := c.upload(i, offset, piece); err != nil {
				return err
			}
		}
		return nil
	})
}

// source returns what makes an input's bytes: its file or the recipe.
func (x *execution) source(t Tensor) (next func(offset int64, piece []byte) error, done func(), err error) {
	path, given := x.request.Files[t.Name]
	if !given {
		dtype, err := tensor.TypeOf(t.DType)
		return func(offset int64, piece []byte) error {
			return tensor.Fill(piece, dtype.Elements(offset), t.Name, t.DType, x.request.Input)
		}, func() {}, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	done = func() { _ = file.Close() } // it was only read
	info, err := file.Stat()
	if err == nil && info.Size() != t.Bytes {
		err = wrongSize(path, info.Size(), t.Bytes)
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	return func(offset int64, piece []byte) error {
		_, err := file.ReadAt(piece, offset)
		return err
	}, done, nil
}
