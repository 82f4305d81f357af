package wrap

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/planlint/planlint/analyze/container"
)

// maxZstdWindow bounds the memory of a decoder. zstd itself decodes no more without --long=31.
const maxZstdWindow = 128 << 20

// stream looks into a compressed stream.
func (f *finder) stream(s source, kind format) ([]Plan, error) {
	in := &recorder{reader: s.reader}
	raw := io.NewSectionReader(in, 0, s.size)
	if kind == formatGzip {
		decoder, err := gzip.NewReader(bufio.NewReaderSize(raw, 256<<10))
		if err != nil {
			return nil, in.explain("gzip", 0, err)
		}
		return f.decode(s, "gzip", in, decoder)
	}
	decoder, err := zstd.NewReader(raw, zstd.WithDecoderMaxWindow(maxZstdWindow), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, in.explain("zstd", 0, err)
	}
	defer decoder.Close()
	return f.decode(s, "zstd", in, decoder)
}

// decode stores a decoded stream if it may hold a plan by its first bytes, and looks into it.
func (f *finder) decode(s source, name string, in *recorder, decoder io.Reader) ([]Plan, error) {
	stream := bufio.NewReaderSize(decoder, headSize)
	head, err := stream.Peek(headSize)
	if err != nil && err != io.EOF {
		return nil, in.explain(name, 0, err)
	}
	if !MaybePlan(head) {
		if inner := container.Identify(bytes.NewReader(head), int64(len(head))); inner != "" {
			return nil, without("a %s stream of %s", name, inner)
		}
		return nil, without("a %s stream without a plan", name)
	}
	return f.store(s, name, &limited{finder: f, name: name, in: in, decoder: stream}, f.find)
}

// store keeps a decoded stream and looks for plans in what came out.
func (f *finder) store(s source, name string, stream *limited, look func(source) ([]Plan, error)) ([]Plan, error) {
	if f.spool == nil {
		return nil, fmt.Errorf("%s: %w", name, ErrNoSpool)
	}
	if f.open >= maxOpen {
		return nil, fmt.Errorf("%s: not decoded, as %d other members are already: unpack the archive first", name, maxOpen)
	}
	stored, err := f.spool(f.ctx, stream)
	if stream.err != nil {
		// The store reports it too, in its own words.
		err = stream.err
	}
	if err != nil {
		return nil, err
	}
	f.open++
	held := newHold(stored)
	plans, err := look(s.decoded(name, stored, stored.Size()).holding(held))
	return plans, errors.Join(err, held.drop())
}
