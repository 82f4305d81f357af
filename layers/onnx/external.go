package onnx

import (
	"context"
	"fmt"
	"io"
)

// ExternalError says why the data that a tensor has outside the model cannot be used. It is ErrExternal, and
// fs.ErrNotExist if the file is missing.
type ExternalError struct {
	// Tensor is the tensor's name, and Location what the model says of the file.
	Tensor, Location string
	// What says in a few words what is wrong.
	What string
	// Err is the reason, if the system gave one.
	Err error
}

func (e *ExternalError) Error() string {
	return fmt.Sprintf("external data of tensor %q: %q %s", e.Tensor, e.Location, e.What)
}

// Is reports whether target is ErrExternal.
func (e *ExternalError) Is(target error) bool { return target == ErrExternal }

// Unwrap returns the reason.
func (e *ExternalError) Unwrap() error { return e.Err }

// ExitCode is the exit status of a run that could not judge its input.
func (e *ExternalError) ExitCode() int { return exitNoJudgement }

// external returns the data of a tensor that lies in a file of its own, checked against the file's size.
func (t *Tensor) external() (*io.SectionReader, error) {
	e := t.External
	fail := func(what string, err error) error {
		return &ExternalError{Tensor: t.Name, Location: e.Location, What: what, Err: err}
	}
	if t.files == nil || t.files.folder == nil {
		return nil, fail("cannot be found: the model's folder is not known", nil)
	}
	file := t.files.get(e.Location)
	if file.what != "" {
		return nil, fail(file.what, file.err)
	}
	length := e.Length
	if length < 0 {
		known, ok := t.Bytes()
		if !ok {
			known = max(file.size-e.Offset, 0)
		}
		length = known
	}
	if e.Offset < 0 || e.Offset > file.size || length > file.size-e.Offset {
		return nil, fail(fmt.Sprintf("has %d bytes, too few for %d bytes at offset %d", file.size, length, e.Offset), nil)
	}
	if known, ok := t.Bytes(); ok && length != known {
		return nil, fail(fmt.Sprintf("is to have %d bytes of it, and %d is what shape %d of %s takes", length, known, t.Dims, t.DataType), nil)
	}
	return io.NewSectionReader(file, e.Offset, length), nil
}

// checkSizes makes sure that the values in the model's own file are as many as their shapes say. It reads none of them.
func (m *Model) checkSizes() error {
	for t := range m.Tensors() {
		if t.External != nil {
			continue
		}
		s, ok := t.contiguous()
		if known, shaped := t.Bytes(); ok && shaped && known != s.size() {
			return t.checkSize(s.size())
		}
	}
	return nil
}

// CheckExternal makes sure that all external data is there: in the model's folder and long enough. It
// reads none of it. What is wrong is an *ExternalError.
func (m *Model) CheckExternal(ctx context.Context) error {
	for t := range m.Tensors() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if t.External == nil {
			continue
		}
		if _, err := t.external(); err != nil {
			return err
		}
	}
	return nil
}
