package onnx

import (
	"context"
	"fmt"
	"io"
	"math"
)

// WriteOption changes how Write works.
type WriteOption func(*encoder)

// WithLocations changes the locations of external data in what is written: relocate is given each, relative
// to the folder that the model was read from, and returns the one relative to the folder that it is written
// to. Relocate makes such a function. Without this option locations stay as they are, which is right for
// the same folder, and for another one to which the data is copied.
func WithLocations(relocate func(location string) (string, error)) WriteOption {
	return func(e *encoder) { e.relocate = relocate }
}

// Write writes a model. What was read from a file and has not changed is copied from there byte for byte, so
// a model that was not changed at all becomes the same file. Weights are streamed and never loaded. The
// files that the model was read from must not have changed since, and w must not be one of them.
func Write(ctx context.Context, w io.Writer, m *Model, options ...WriteOption) error {
	e := &encoder{ctx: ctx, decoders: map[*source]*decoder{}}
	for _, option := range options {
		option(e)
	}
	b, err := m.encode(e)
	if err != nil {
		return fmt.Errorf("writing the model: %w", err)
	}
	return b.write(ctx, w)
}

// encoder turns structs into messages.
type encoder struct {
	ctx      context.Context
	relocate func(string) (string, error)
	// decoders read what messages were before, from each file that some came from.
	decoders map[*source]*decoder
	// spare are lists of records that are not used any more.
	spare [][]record
	depth int
}

func (e *encoder) decoder(from *source) *decoder {
	d := e.decoders[from]
	if d == nil {
		d = newDecoder(e.ctx, from, nil, math.MaxInt64)
		e.decoders[from] = d
	}
	return d
}
