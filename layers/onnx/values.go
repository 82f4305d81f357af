package onnx

import (
	"bytes"
	"context"
	"fmt"
	"io"
)

// ValueError says why the values of a tensor cannot be read. It is ErrNoValues.
type ValueError struct {
	// Tensor is the tensor's name, What says in a few words what is wrong.
	Tensor, What string
}

func (e *ValueError) Error() string { return fmt.Sprintf("tensor %q: %s", e.Tensor, e.What) }

// Is reports whether target is ErrNoValues.
func (e *ValueError) Is(target error) bool { return target == ErrNoValues }

// ExitCode is the exit status of a run that could not judge its input.
func (e *ValueError) ExitCode() int { return exitNoJudgement }

func (t *Tensor) fail(format string, values ...any) error {
	return &ValueError{t.Name, fmt.Sprintf(format, values...)}
}

// Contiguous returns the values as they lie in a file, or in memory for those that were set: raw data,
// little-endian and packed. It is false where a model writes them one by one, which WriteValues reads too.
// The number of bytes agrees with the shape.
func (t *Tensor) Contiguous() (Data, bool, error) {
	var data Data
	if t.External != nil {
		section, err := t.external()
		if err != nil {
			return nil, false, err
		}
		data = section
	} else if t.replace != nil {
		data = t.replace
	} else if s, ok := t.contiguous(); ok {
		data = s.section()
	} else {
		return nil, false, nil
	}
	return data, true, t.checkSize(data.Size())
}

func (t *Tensor) checkSize(got int64) error {
	if _, ok := t.Elements(); !ok {
		return t.fail("the shape %d is no shape", t.Dims)
	}
	if want, ok := t.Bytes(); ok && want != got {
		return t.fail("%d bytes of values, but shape %d of %s takes %d", got, t.Dims, t.DataType, want)
	}
	return nil
}

// WriteValues writes the values as raw data, however the model stores them: little-endian, elements of less
// than 8 bits packed from the low bits on. It returns the number of bytes. Strings have no such form.
func (t *Tensor) WriteValues(ctx context.Context, w io.Writer) (int64, error) {
	data, ok, err := t.Contiguous()
	switch {
	case err != nil:
		return 0, err
	case ok:
		return copyData(ctx, w, data)
	}
	return t.writeTyped(ctx, w)
}

const copySize = 1 << 20

// copyData copies data in steps, between which it can be stopped.
func copyData(ctx context.Context, w io.Writer, data Data) (int64, error) {
	buf := make([]byte, min(copySize, data.Size()))
	for at := int64(0); at < data.Size(); {
		if err := ctx.Err(); err != nil {
			return at, err
		}
		step := buf[:min(int64(len(buf)), data.Size()-at)]
		if err := readFull(data, step, at); err != nil {
			return at, err
		}
		n, err := w.Write(step)
		at += int64(n)
		if err != nil {
			return at, err
		}
	}
	return data.Size(), nil
}

// readFull fills a buffer.
func readFull(data Data, to []byte, at int64) error {
	n, err := data.ReadAt(to, at)
	if n == len(to) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("reading %d bytes of values: %w", len(to), err)
}

// Raw returns the values as WriteValues writes them, at most limit bytes.
func (t *Tensor) Raw(ctx context.Context, limit int64) ([]byte, error) {
	raw, err := t.raw(ctx, limit)
	if t.kept() {
		raw = bytes.Clone(raw)
	}
	return raw, err
}

// kept reports whether the values are kept in memory, and are the tensor's own.
func (t *Tensor) kept() bool { return t.External == nil && t.replace == nil && t.values.few != nil }

// raw is Raw, but its bytes may be the tensor's own.
func (t *Tensor) raw(ctx context.Context, limit int64) ([]byte, error) {
	size, ok := t.Bytes()
	if !ok {
		return nil, t.fail("the size of shape %d of %s is not known", t.Dims, t.DataType)
	}
	if size > limit {
		return nil, t.fail("%d bytes of values, more than the %d asked for", size, limit)
	}
	if t.kept() {
		return t.values.few, t.checkSize(int64(len(t.values.few)))
	}
	data, contiguous, err := t.Contiguous()
	if err != nil {
		return nil, err
	}
	if contiguous && size <= copySize { // most constants are a few numbers
		raw := make([]byte, size)
		return raw, readFull(data, raw, 0)
	}
	var buf bytes.Buffer
	_, err = t.WriteValues(ctx, &buf)
	return buf.Bytes(), err
}
