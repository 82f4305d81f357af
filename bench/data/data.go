// Package data makes the bytes that are measured, the same at every run.
package data

import (
	"fmt"
	"slices"
)

// Kinds are the names of the kinds of data that are scanned in memory.
func Kinds() []string { return []string{"plan", "rand", "worst", "adv", "adv64"} }

// Source makes one kind of data.
//
//	plan   zero runs of 1 to 64 bytes among random runs, 48 % zeros: weights with gaps
//	rand   random bytes
//	worst  4095 zeros and 2 other bytes: one zero short of a run of 4096
//	adv    256 zeros and 128 other bytes
//	adv64  64 zeros and 64 other bytes
type Source struct {
	kind  string
	state uint64
	left  int  // bytes left of the stretch that is being written
	zero  bool // it is zeros
	word  uint64
	rest  int // bytes of word that are not used yet
}

// New returns a source of the kind.
func New(kind string) (*Source, error) {
	if !slices.Contains(Kinds(), kind) {
		return nil, fmt.Errorf("no such kind of data: %q", kind)
	}
	return &Source{kind: kind, state: 0x9E3779B97F4A7C15}, nil
}

// Make returns size bytes of the kind.
func Make(kind string, size int) ([]byte, error) {
	s, err := New(kind)
	if err != nil {
		return nil, err
	}
	b := make([]byte, size)
	s.Read(b)
	return b, nil
}

// random is xorshift64*.
func (s *Source) random() uint64 {
	s.state ^= s.state << 13
	s.state ^= s.state >> 7
	s.state ^= s.state << 17
	return s.state * 0x2545F4914F6CDD1D
}

// Read fills b with the next bytes. It never fails.
func (s *Source) Read(b []byte) (int, error) {
	for i := 0; i < len(b); {
		if s.left == 0 {
			s.zero = !s.zero
			s.left = s.stretch()
		}
		n := min(s.left, len(b)-i)
		if s.zero {
			clear(b[i : i+n])
		} else {
			s.fill(b[i : i+n])
		}
		s.left -= n
		i += n
	}
	return len(b), nil
}

// stretch is the length of the next stretch, zeros and others in turn.
func (s *Source) stretch() int {
	pick := func(zeros, others int) int {
		if s.zero {
			return zeros
		}
		return others
	}
	switch s.kind {
	case "plan":
		return 1 + int(s.random()>>32%uint64(pick(64, 69)))
	case "rand":
		return pick(0, 1<<20)
	case "worst":
		return pick(4095, 2)
	case "adv":
		return pick(256, 128)
	}
	return pick(64, 64) // adv64
}

// fill writes random bytes; in data that is made to hurt, none is zero.
func (s *Source) fill(b []byte) {
	free := s.kind == "plan" || s.kind == "rand"
	for i := range b {
		if s.rest == 0 {
			s.word, s.rest = s.random(), 8
			if !free {
				s.word |= 0x0101010101010101
			}
		}
		b[i] = byte(s.word)
		s.word >>= 8
		s.rest--
	}
}
