package stream

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
)

const (
	// BlobSize is the size in bytes from which on a value is listed in a Summary.
	BlobSize = 4 << 10
	// MaxBlobs is how many a Summary lists; the largest are kept.
	MaxBlobs = 4096

	maxName = 256
)

// Summary is what a stream holds. Offsets count from the start of the reader, sizes are bytes.
type Summary struct {
	// Start is where the archive's header starts, Records where the first record does.
	Start, Records int64
	// End is the end of what was read: behind the end tag if the stream is complete.
	End int64
	// Limit is where the section ends, as the caller said. Bytes between End and Limit are no part of the
	// stream, even if they are in the section.
	Limit int64
	// Stopped says why the stream could be read only up to End; nil if it is complete.
	Stopped *Malformed
	// Last is the last record that was read. Zeros that start at End stand behind it.
	Last Record
	// Count is the number of records.
	Count int64
	// Blobs are the values of at least BlobSize bytes, in order of offset.
	Blobs []Blob
	// BlobsOmitted counts those that are not listed.
	BlobsOmitted int
	// BlobBytes is the sum of all values of at least BlobSize bytes, listed or not; all else in the stream
	// is made of small values.
	BlobBytes int64
	// WeightsBytes is the sum of the weights in the stream. TensorRT-RTX has its weights elsewhere.
	WeightsBytes int64
	// Weights is the table of the weights that TensorRT-RTX keeps in the WGHT section; nil if there is none.
	Weights *WeightsTable
	// Engines counts the engines: 2 and more where an engine holds others.
	Engines int
	// Network is the name of the network that the engine was built from; empty if the stream was not read
	// as far as that.
	Network string
	// Profiles is the number of optimization profiles; 0 if the stream was not read as far as that.
	Profiles int
	// Origin is the GPU that the plan was built on and for.
	Origin
}

// Complete reports whether the stream was read to its end tag.
func (s *Summary) Complete() bool { return s.Stopped == nil }

// Trailing returns the number of bytes that are in the section behind the stream's end tag; 0 if the
// stream is not complete.
func (s *Summary) Trailing() int64 {
	if !s.Complete() {
		return 0
	}
	return s.Limit - s.End
}

// Blob is a big value.
type Blob struct {
	// Kind is Array, String or Raw; Type is that of the elements or, for Raw, of the object.
	Kind Kind
	Type Type
	// Offset is where its record starts, Payload and Size where its bytes are.
	Offset, Payload, Size int64
	// Path names the types around it, outermost first; an object type that is not known to be an
	// enumeration may be among them. At most 8, the innermost.
	Path []Type
}

// End returns where the value ends.
func (b Blob) End() int64 { return b.Payload + b.Size }

// Read sums up the stream between start, where the archive's tag is, and end, where its section ends.
//
// A stream that cannot be read, or only in part, is no error: Stopped says where and why. An error is the
// context's or one of reading.
func Read(ctx context.Context, r io.ReaderAt, start, end int64) (*Summary, error) {
	s := &Summary{Start: start, Records: start, End: start, Limit: end}
	in := newWindow(ctx, r, start, end)
	skip, err := headerSize(in)
	if err != nil {
		return nil, err
	}
	if skip == 0 {
		s.Stopped = &Malformed{Offset: start, What: "there is no stream whose start is known"}
		return s, nil
	}
	s.Records, s.End = start+skip, start+skip
	c := collector{sum: s}
	c.walker = walker{in: in, pos: s.Records, emit: c.take}
	if err := c.walker.walk(); err != nil {
		if !errors.As(err, &s.Stopped) {
			return nil, err
		}
	}
	c.finish()
	return s, nil
}

// collector makes a Summary of records.
type collector struct {
	walker walker
	sum    *Summary
	origin originReader
	table  tableReader
}

func (c *collector) take(r *Record) error {
	s := c.sum
	s.Count++
	s.End, s.Last = r.End(), *r
	c.origin.take(r)
	if err := c.table.take(c.walker.in, r); err != nil {
		return err
	}
	switch r.Kind {
	case Raw:
		s.WeightsBytes += r.Size
	case String:
		if s.Network == "" && s.Engines == 0 {
			return c.name(r)
		}
	case List:
		if r.Type == TypeArray && s.Profiles == 0 && r.Count <= maxProfiles {
			s.Profiles = int(r.Count)
		}
	case Scalar, End:
		if r.Type == TypeUint32 && r.Value == endTag {
			s.Engines++
		}
	}
	if r.Size >= BlobSize {
		c.blob(r)
	}
	return nil
}

// maxProfiles is more than any plan has.
const maxProfiles = 1 << 16

func (c *collector) name(r *Record) error {
	text, err := c.walker.in.at(r.Payload, int(min(r.Size, maxName)))
	c.sum.Network = string(text)
	return err
}

func (c *collector) blob(r *Record) {
	s := c.sum
	s.BlobBytes += r.Size
	b := Blob{Kind: r.Kind, Type: r.Type, Offset: r.Offset, Payload: r.Payload, Size: r.Size}
	const most = 8
	for _, f := range c.walker.stack[max(0, len(c.walker.stack)-most):] {
		b.Path = append(b.Path, f.typ)
	}
	s.Blobs = append(s.Blobs, b)
	if len(s.Blobs) >= 2*MaxBlobs {
		c.shorten()
	}
}

// shorten keeps the largest blobs.
func (c *collector) shorten() {
	s := c.sum
	if len(s.Blobs) <= MaxBlobs {
		return
	}
	slices.SortFunc(s.Blobs, func(a, b Blob) int {
		return cmp.Or(cmp.Compare(b.Size, a.Size), cmp.Compare(a.Offset, b.Offset))
	})
	s.BlobsOmitted += len(s.Blobs) - MaxBlobs
	clear(s.Blobs[MaxBlobs:])
	s.Blobs = s.Blobs[:MaxBlobs]
}

func (c *collector) finish() {
	c.shorten()
	slices.SortFunc(c.sum.Blobs, func(a, b Blob) int { return cmp.Compare(a.Offset, b.Offset) })
	c.sum.Origin = c.origin.found
	if c.table.found != nil {
		c.sum.Weights = c.table.found
		c.sum.WeightsBytes -= c.table.size
	}
}
