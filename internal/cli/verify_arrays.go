package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/planlint/planlint/analyze/verify"
	"github.com/planlint/planlint/internal/npy"
	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
)

// givenInputs are those that --inputs has: by A's names, the files with their bare bytes, and their shapes where
// the arrays have one.
type givenInputs struct {
	files  map[string]string
	shapes map[string][]int64
}

// givenInputs copies the numbers of arrays into files of their own, which is what workers read.
func (v *verifier) givenInputs(ctx context.Context, a *subject) (given givenInputs, err error) {
	given = givenInputs{map[string]string{}, map[string][]int64{}}
	if v.flags.inputs == "" {
		return given, nil
	}
	arrays, err := npy.Open(v.flags.inputs)
	if err != nil {
		return given, about(v.flags.inputs, err)
	}
	defer func() { err = errors.Join(err, arrays.Close()) }()
	for i, b := range a.Bindings {
		if b.Mode != trt.ModeInput {
			continue
		}
		array, err := arrays.Array(b.Name)
		if errors.Is(err, npy.ErrAbsent) {
			continue
		} else if err != nil {
			return given, about(v.flags.inputs, err)
		}
		path := filepath.Join(v.folder, fmt.Sprintf("input-%d.bin", i))
		err = errors.Join(given.take(ctx, b, array, path), array.Close())
		if err != nil {
			return given, about(array.Path, err)
		}
	}
	if len(given.files) == 0 {
		return given, about(v.flags.inputs, &badArrayError{"there is none of the inputs here: " + bindingNames(a, trt.ModeInput)})
	}
	return given, nil
}

// take copies an array.
func (g givenInputs) take(ctx context.Context, b trt.Binding, array *npy.Array, path string) error {
	if !array.Bare {
		if !array.Holds(b.DType) {
			return &badArrayError{fmt.Sprintf("it holds %s, and input %s is %s", array.Kind, b.Name, b.DType)}
		}
		if !fits(array.Shape, b.Shape) {
			return &badArrayError{fmt.Sprintf("it has shape %s, and input %s has %s", trt.ShapeText(array.Shape), b.Name, trt.ShapeText(b.Shape))}
		}
		g.shapes[b.Name] = array.Shape
		elements, err := array.Elements()
		if err != nil {
			return err
		}
		if want, err := tensor.Bytes(b.DType, elements); err != nil || array.Size != want {
			return &badArrayError{fmt.Sprintf("it has %d bytes of numbers, and %d are needed", array.Size, want)}
		}
	}
	g.files[b.Name] = path
	return copyTo(ctx, path, array)
}

// fits tells whether a shape is one that a binding can have.
func fits(shape, free []int64) bool {
	return slices.EqualFunc(shape, free, func(n, allowed int64) bool { return allowed == -1 || n == allowed })
}

// badArrayError is about an array that is not what was needed.
type badArrayError struct{ message string }

func (e *badArrayError) Error() string { return e.message }

// ExitCode is the status for "no judgement possible".
func (*badArrayError) ExitCode() int { return exitNoJudgement }

// references are the arrays that outputs should be.
type references struct{ *npy.Arrays }

// openReference opens --reference; nil if there is none. Every input must be given, and one output at least.
func (v *verifier) openReference(a *subject, given givenInputs) (*references, error) {
	path := v.flags.reference
	if path == "" {
		return nil, nil
	}
	for _, b := range a.Bindings {
		if _, known := given.files[b.Name]; b.Mode == trt.ModeInput && !known && !b.Host {
			return nil, usagef("--reference is for inputs that are known, and --inputs has no %s", b.Name)
		}
	}
	arrays, err := npy.Open(path)
	if err != nil {
		return nil, about(path, err)
	}
	r := &references{arrays}
	if err := r.check(a); err != nil {
		return nil, about(path, errors.Join(err, arrays.Close()))
	}
	return r, nil
}

// check refuses a reference that has none of the outputs.
func (r *references) check(a *subject) error {
	outputs, found := 0, 0
	for _, b := range a.Bindings {
		if b.Mode != trt.ModeOutput {
			continue
		}
		outputs++
		array, err := r.Array(b.Name)
		if errors.Is(err, npy.ErrAbsent) {
			continue
		} else if err != nil {
			return err
		}
		if _, err = npy.NumbersOf(array); err == nil && !fits(array.Shape, b.Shape) {
			err = &badArrayError{fmt.Sprintf("it has shape %s, and output %s has %s", trt.ShapeText(array.Shape), b.Name, trt.ShapeText(b.Shape))}
		}
		if err = errors.Join(err, array.Close()); err != nil {
			return err
		}
		found++
	}
	switch {
	case r.Single() && outputs > 1:
		return usagef("--reference has one array, and the plan has %d outputs: name a folder or a .npz file", outputs)
	case found == 0:
		return &badArrayError{"there is none of the outputs here: " + bindingNames(a, trt.ModeOutput)}
	}
	return nil
}

// Output opens the array of an output.
func (r *references) Output(_ context.Context, q verify.Question) (verify.Numbers, error) {
	array, err := r.Array(q.Output)
	if errors.Is(err, npy.ErrAbsent) {
		return nil, verify.ErrNoReference
	} else if err != nil {
		return nil, err
	}
	if !slices.Equal(array.Shape, q.Shape) {
		err := &badArrayError{fmt.Sprintf("%s has shape %s, the output %s", array.Path, trt.ShapeText(array.Shape), trt.ShapeText(q.Shape))}
		return nil, errors.Join(err, array.Close())
	}
	return npy.NumbersOf(array)
}
