package zerorun

import (
	"fmt"
	"io"
)

// DataSeeker is implemented by sources that know where they hold no data.
type DataSeeker interface {
	// NextData returns the first stretch of bytes at or after offset that
	// may hold non-zero bytes: [start, end), offset <= start < end. All
	// bytes from offset to start are zero. If none is left, start and end
	// are the size of the source.
	NextData(offset int64) (start, end int64, err error)
}

// Section is part of a source, like [io.SectionReader], and knows the holes
// that the source knows.
type Section struct {
	*io.SectionReader
	source DataSeeker // nil if it knows no holes
	base   int64
}

// NewSection returns the size bytes of r that begin at offset.
func NewSection(r io.ReaderAt, offset, size int64) *Section {
	s := &Section{SectionReader: io.NewSectionReader(r, offset, size), base: offset}
	s.source, _ = r.(DataSeeker)
	return s
}

// NextData implements [DataSeeker].
func (s *Section) NextData(offset int64) (start, end int64, err error) {
	size := s.Size()
	if offset >= size {
		return size, size, nil
	}
	if s.source == nil {
		return offset, size, nil
	}
	start, end, err = nextData(s.source, s.base+offset, s.base+size)
	return start - s.base, end - s.base, err
}

// nextData asks for data before size and checks the answer.
func nextData(source DataSeeker, offset, size int64) (start, end int64, err error) {
	start, end, err = source.NextData(offset)
	switch {
	case err != nil:
		return offset, offset, fmt.Errorf("zerorun: looking for data after byte %d: %w", offset, err)
	case start >= size:
		return size, size, nil
	case start < offset || end <= start:
		return offset, offset, fmt.Errorf("zerorun: looking for data after byte %d: invalid answer %d to %d", offset, start, end)
	}
	return start, min(end, size), nil
}
