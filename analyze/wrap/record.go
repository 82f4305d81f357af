package wrap

import (
	"fmt"
	"io"
)

type recordKind int

const (
	recordBase64 recordKind = iota
	recordBytes
	recordLatin1 // each byte is a character, written as UTF-8
)

// record is a plan inside of another file: length bytes from at on.
type record struct {
	finder *finder
	kind   recordKind
	at     int64
	length int64
}

func (r *record) wrapper() string {
	if r.kind == recordBase64 {
		return "torch-tensorrt"
	}
	return "pickle"
}

// find returns the plan of the record, which lies in s.
func (r *record) find(s source) ([]Plan, error) {
	switch r.kind {
	case recordBase64:
		text := base64Text{reader: s.reader, origin: s.offset, offset: r.at, chars: r.length}
		reader, err := newBase64Reader(text)
		if err != nil {
			return nil, err
		}
		return r.finder.find(s.decoded(r.wrapper(), reader, reader.size))
	case recordLatin1:
		in := &recorder{reader: s.reader}
		text := newLatin1(io.NewSectionReader(in, r.at, r.length))
		return r.finder.store(s, r.wrapper(), &limited{finder: r.finder, name: "pickle", in: in, decoder: text}, r.finder.find)
	}
	return r.finder.find(s.inside(r.wrapper(), r.at, r.length))
}

// base64Length returns how many characters of base64 stand from a place on.
func (f *finder) base64Length(s source, at int64) (int64, error) {
	buf := make([]byte, min(scanBlock, s.size-at))
	for end := at; ; {
		if err := f.ctx.Err(); err != nil {
			return 0, err
		}
		here := buf[:min(int64(len(buf)), s.size-end)]
		if n, err := s.reader.ReadAt(here, end); n < len(here) {
			return 0, fmt.Errorf("read at byte %d: %w", end+int64(n), orUnexpectedEOF(err))
		}
		n := 0
		for n < len(here) && isBase64Char(here[n]) {
			n++
		}
		if end += int64(n); n < len(here) || end == s.size {
			return end - at, nil
		}
	}
}

func isBase64Char(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '='
}
