package wrap

import (
	"io"

	"github.com/planlint/planlint/zerorun"
)

// source is a stretch of bytes that may be a plan or a wrapper: a file, a member of an archive, the
// bytes that a stream decoded to.
type source struct {
	reader io.ReaderAt
	size   int64
	// offset is where the stretch starts: in the file, or in what it decoded to if encoded.
	offset  int64
	encoded bool

	member  string
	wrapper string
	// depth counts the wrappers around the stretch.
	depth int

	// path is where the file lies, if the bytes are the file's own, from its start.
	path string
	// file is the path of the file beside the input that the bytes are in.
	file  string
	holds []*hold
}

// inside returns a stretch of s in which a wrapper of the given name has its content.
func (s source) inside(wrapper string, offset, size int64) source {
	s.reader = zerorun.NewSection(s.reader, offset, size)
	s.offset += offset
	s.size = size
	return s.wrapped(wrapper)
}

// decoded returns what a wrapper of the given name decodes to.
func (s source) decoded(wrapper string, reader io.ReaderAt, size int64) source {
	s.reader, s.offset, s.size, s.encoded = reader, 0, size, true
	return s.wrapped(wrapper)
}

func (s source) wrapped(wrapper string) source {
	s.path = ""
	s.depth++
	if s.wrapper != "" {
		wrapper = s.wrapper + "/" + wrapper
	}
	s.wrapper = wrapper
	return s
}

// named returns the stretch as a member of what it was before.
func (s source) named(member string) source {
	if s.member != "" {
		member = s.member + "!" + member
	}
	s.member = member
	return s
}

// holding returns the stretch with something that must stay open for it.
func (s source) holding(h *hold) source {
	s.holds = append(s.holds[:len(s.holds):len(s.holds)], h)
	return s
}

func (s source) plan() Plan {
	return Plan{
		Member: s.member, Wrapper: s.wrapper, File: s.file, Offset: s.offset, Size: s.size,
		Reader: zerorun.NewSection(s.reader, 0, s.size), Encoded: s.encoded, release: releaser(s.holds),
	}
}

// unreadable is the place of a plan that cannot be read.
func (s source) unreadable(err error) Plan {
	return Plan{
		Member: s.member, Wrapper: s.wrapper, File: s.file, Offset: s.offset, Size: max(s.size, 1),
		Reader: failed{err}, Encoded: s.encoded, Err: err,
	}
}

// head returns the first bytes of the stretch, as many as detection needs or as there are.
func (s source) head() ([]byte, error) {
	return readAt(s.reader, 0, min(headSize, s.size))
}

// readAt returns exactly n bytes; the caller knows that they lie within the file.
func readAt(r io.ReaderAt, offset, n int64) ([]byte, error) {
	buf := make([]byte, n)
	got, err := r.ReadAt(buf, offset)
	if int64(got) == n {
		return buf, nil
	}
	return nil, orUnexpectedEOF(err)
}
