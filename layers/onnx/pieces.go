package onnx

import (
	"context"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

// piece is a part of what is written: bytes of a file, bytes in memory, or values that were set.
type piece struct {
	span    span
	literal []byte
	data    Data
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
	b.pieces = append(b.pieces, piece{literal: append([]byte(nil), bytes...)})
}

func (b *body) addData(d Data) {
	if d.Size() == 0 {
		return
	}
	b.size += d.Size()
	b.pieces = append(b.pieces, piece{data: d})
}

func (b *body) addBody(other body) {
	for _, p := range other.pieces {
		switch {
		case p.literal != nil:
			b.addBytes(p.literal)
		case p.data != nil:
			b.addData(p.data)
		default:
			b.addSpan(p.span)
		}
	}
}

// addHead adds the tag and length of a field that holds size bytes.
func (b *body) addHead(number protowire.Number, size int64) {
	b.addBytes(protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.BytesType), uint64(size)))
}

// is reports whether a body is nothing but the bytes of a span.
func (b *body) is(s span) bool {
	if s.size() == 0 {
		return b.size == 0
	}
	return len(b.pieces) == 1 && b.pieces[0].span == s
}

// write writes a body, values in steps.
func (b *body) write(ctx context.Context, w io.Writer) error {
	for _, p := range b.pieces {
		var err error
		switch {
		case p.literal != nil:
			_, err = w.Write(p.literal)
		case p.data != nil:
			_, err = copyData(ctx, w, p.data)
		default:
			_, err = copyData(ctx, w, p.span.section())
		}
		if err != nil {
			return fmt.Errorf("writing the model: %w", err)
		}
	}
	return ctx.Err()
}
