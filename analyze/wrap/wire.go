package wrap

import (
	"context"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

// wireWindow is how many bytes of a protobuf message are in memory at once.
const wireWindow = 64 << 10

// wire reads the fields of a protobuf message without the values that are not asked for.
type wire struct {
	ctx    context.Context
	reader io.ReaderAt
	// window holds bytes from start on.
	window []byte
	start  int64
	buf    []byte
	fields int
	// last is the number of the field that was read last, or that could not be read.
	last protowire.Number
}

func newWire(ctx context.Context, r io.ReaderAt) *wire {
	return &wire{ctx: ctx, reader: r, buf: make([]byte, wireWindow)}
}

// field is one field of a message. Its value is number for varints, and the bytes from start to end.
type field struct {
	number     protowire.Number
	kind       protowire.Type
	value      uint64
	start, end int64
}

// bytes is true for a field with bytes of its own: a string, a message.
func (f field) bytes() bool { return f.kind == protowire.BytesType }

// each calls visit for the fields of the message from start to end.
func (w *wire) each(start, end int64, visit func(field) error) error {
	for at := start; at < end; {
		next, err := w.next(at, end)
		if err != nil {
			return err
		}
		if err := visit(next); err != nil {
			return err
		}
		at = next.end
	}
	return nil
}

// longestField is the size in bytes of a tag and a varint or fixed number after it.
const longestField = 20

func (w *wire) next(at, end int64) (field, error) {
	if w.fields++; w.fields%4096 == 0 {
		if err := w.ctx.Err(); err != nil {
			return field{}, err
		}
	}
	raw, err := w.peek(at, min(longestField, end-at))
	if err != nil {
		return field{}, err
	}
	number, kind, n := protowire.ConsumeTag(raw)
	if n < 0 {
		return field{}, w.damaged(at, "a field's number is cut off or impossible")
	}
	w.last = number
	f := field{number: number, kind: kind, start: at + int64(n)}
	size := 0
	switch kind {
	case protowire.VarintType, protowire.BytesType:
		f.value, size = protowire.ConsumeVarint(raw[n:])
	case protowire.Fixed32Type:
		_, size = protowire.ConsumeFixed32(raw[n:])
	case protowire.Fixed64Type:
		_, size = protowire.ConsumeFixed64(raw[n:])
	default:
		return field{}, w.damaged(at, fmt.Sprintf("a field of type %d, which models do not have", kind))
	}
	if size < 0 {
		return field{}, w.damaged(at, "a field's value is cut off")
	}
	f.end = f.start + int64(size)
	if f.bytes() {
		f.start = f.end
		if f.value > uint64(end-f.start) {
			return field{}, w.damaged(at, fmt.Sprintf("a field of %d bytes reaches past the end of what it is in", f.value))
		}
		f.end += int64(f.value)
	}
	return f, nil
}

func (w *wire) damaged(at int64, what string) error {
	return damaged("ONNX model: at byte %d %s", at, what)
}

// peek returns n bytes at an offset, which must lie in the file; they are valid until the next call.
func (w *wire) peek(at, n int64) ([]byte, error) {
	if at < w.start || at+n > w.start+int64(len(w.window)) {
		got, err := w.reader.ReadAt(w.buf, at)
		if int64(got) < n {
			return nil, fmt.Errorf("read at byte %d: %w", at+int64(got), orUnexpectedEOF(err))
		}
		w.window, w.start = w.buf[:got], at
	}
	return w.window[at-w.start:][:n], nil
}

// text returns the bytes of a field as a string, or "" if there are more than limit.
func (w *wire) text(f field, limit int64) (string, error) {
	if f.end-f.start > limit {
		return "", nil
	}
	raw, err := w.peek(f.start, f.end-f.start)
	return string(raw), err
}
