package verify

import (
	"errors"
	"fmt"
)

// ErrShort is wrapped by the error about outputs of which bytes are missing, or too many came.
var ErrShort = errors.New("the outputs do not have the size that was announced")

// Part is one of several tensors that arrive one behind the other.
type Part struct {
	// Name is for errors, Bytes its size.
	Name  string
	Bytes int64
	// Take gets the bytes in order, at most BlockSize at a time. Each time but the last it is a multiple of 8
	// bytes, so that no element is split.
	Take func(block []byte) error
}

// BlockSize is how many bytes a part takes at a time, at most.
const BlockSize = 64 << 10

// Stream is a writer that hands what it gets to its parts.
type Stream struct {
	parts []Part
	// left are the bytes that the first part still lacks.
	left int64
	// rest are bytes that are not yet a multiple of 8.
	rest []byte
}

// NewStream returns a stream of some parts.
func NewStream(parts ...Part) *Stream {
	s := &Stream{parts: parts, rest: make([]byte, 0, 8)}
	s.begin()
	return s
}

// begin goes to the first part that has bytes.
func (s *Stream) begin() {
	for ; len(s.parts) > 0; s.parts = s.parts[1:] {
		if s.left = s.parts[0].Bytes; s.left > 0 {
			return
		}
	}
}

// Write hands bytes on. The error is that of a part, with its name, or ErrShort.
func (s *Stream) Write(data []byte) (int, error) {
	given := len(data)
	for len(data) > 0 {
		if len(s.parts) == 0 {
			return given - len(data), fmt.Errorf("%w: %d bytes are too many", ErrShort, len(data))
		}
		taken, err := s.take(data)
		if err != nil {
			return given - len(data), fmt.Errorf("output %s: %w", s.parts[0].Name, err)
		}
		data = data[taken:]
		if s.left == 0 {
			s.parts = s.parts[1:]
			s.begin()
		}
	}
	return given, nil
}

// take uses some of the bytes for the first part.
func (s *Stream) take(data []byte) (int, error) {
	n := int(min(int64(len(data)), s.left-int64(len(s.rest)), BlockSize))
	complete := int64(n+len(s.rest)) == s.left
	if len(s.rest) > 0 || n < 8 && !complete {
		n = min(n, 8-len(s.rest))
		s.rest = append(s.rest, data[:n]...)
		if len(s.rest) < 8 && int64(len(s.rest)) < s.left {
			return n, nil
		}
		block := s.rest
		s.rest = s.rest[:0]
		return n, s.hand(block)
	}
	if !complete {
		n &^= 7
	}
	return n, s.hand(data[:n])
}

func (s *Stream) hand(block []byte) error {
	s.left -= int64(len(block))
	return s.parts[0].Take(block)
}

// Close tells whether all bytes have come.
func (s *Stream) Close() error {
	if len(s.parts) > 0 {
		return fmt.Errorf("%w: output %s lacks %d bytes", ErrShort, s.parts[0].Name, s.left-int64(len(s.rest)))
	}
	return nil
}
