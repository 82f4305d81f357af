package onnx

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

// piece is a part of what is written: bytes of a file, bytes in memory, values that were set, or a message
// that is made of pieces itself.
type piece struct {
	span    span
	literal []byte
	data    Data
	inner   *body
}

// body is what a message becomes, without its tag and length.
type body struct {
	pieces []piece
	size   int64
}

func (b *body) addSpan(s span) {
	if s.size() == 0 {
		return
	}
	b.size += s.size()
	if n := len(b.pieces); n > 0 && b.pieces[n-1].span.from == s.from && b.pieces[n-1].span.end == s.start {
		b.pieces[n-1].span.end = s.end
		return
	}
	b.pieces = append(b.pieces, piece{span: s})
}

func (b *body) addBytes(bytes []byte) {
	if len(bytes) == 0 {
		return
	}
	b.size += int64(len(bytes))
	if n := len(b.pieces); n > 0 && b.pieces[n-1].literal != nil {
		b.pieces[n-1].literal = append(b.pieces[n-1].literal, bytes...)
		return
	}
	const usual = 64 // what follows is often added to the same piece
	b.pieces = append(b.pieces, piece{literal: append(make([]byte, 0, max(len(bytes), usual)), bytes...)})
}

func (b *body) addData(d Data) {
	if d.Size() == 0 {
		return
	}
	b.size += d.Size()
	b.pieces = append(b.pieces, piece{data: d})
}

func (b *body) addInner(inner *body) {
	b.size += inner.size
	b.pieces = append(b.pieces, piece{inner: inner})
}

// addAll adds the pieces of another body, which is not used any more.
func (b *body) addAll(other body) {
	if len(b.pieces) == 0 {
		*b = other
		return
	}
	for _, p := range other.pieces {
		switch {
		case p.literal != nil:
			b.addBytes(p.literal)
		case p.data != nil:
			b.addData(p.data)
		case p.inner != nil:
			b.addInner(p.inner)
		default:
			b.addSpan(p.span)
		}
	}
}

// addHead adds the tag and length of a field that holds size bytes.
func (b *body) addHead(number protowire.Number, size int64) {
	var head [maxTag + maxVarint]byte
	b.addBytes(protowire.AppendVarint(protowire.AppendTag(head[:0], number, protowire.BytesType), uint64(size)))
}

// is reports whether a body is nothing but the bytes of a span.
func (b *body) is(s span) bool {
	if s.size() == 0 {
		return b.size == 0
	}
	return len(b.pieces) == 1 && b.pieces[0].span == s
}

// pieceWriter writes pieces.
type pieceWriter struct {
	ctx context.Context
	*bufio.Writer
	windows map[*source]*window
}

// write writes a body, large values in steps.
func (b *body) write(ctx context.Context, w io.Writer) error {
	p := &pieceWriter{ctx, bufio.NewWriterSize(w, windowSize), map[*source]*window{}}
	err := p.body(b)
	if err == nil {
		err = p.Flush()
	}
	if err != nil {
		return fmt.Errorf("writing the model: %w", err)
	}
	return ctx.Err()
}

func (w *pieceWriter) body(b *body) error {
	for _, p := range b.pieces {
		var err error
		switch {
		case p.literal != nil:
			_, err = w.Write(p.literal)
		case p.data != nil:
			_, err = copyData(w.ctx, w, p.data)
		case p.inner != nil:
			err = w.body(p.inner)
		default:
			err = w.span(p.span)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// span copies bytes of a file. Small ones, of which there are many, are read together.
func (w *pieceWriter) span(s span) error {
	if s.size() > windowSize {
		_, err := copyData(w.ctx, w, s.section())
		return err
	}
	from := w.windows[s.from]
	if from == nil {
		from = newWindow(w.ctx, s.from)
		w.windows[s.from] = from
	}
	bytes, err := from.at(s.start, int(s.size()))
	if err != nil {
		return err
	}
	_, err = w.Write(bytes)
	return err
}
