package wrap

import (
	"bytes"
	"fmt"
	"io"
)

// scanBlock is how many bytes a search reads at once.
const scanBlock = 1 << 20

// scan calls visit for every place where one of the patterns stands, in order. Visit returns where the
// search goes on, behind the place.
func (f *finder) scan(s source, patterns [][]byte, visit func(at int64) (next int64, err error)) error {
	longest := 0
	for _, p := range patterns {
		longest = max(longest, len(p))
	}
	buf := make([]byte, min(scanBlock, s.size))
	for start := int64(0); start < s.size; {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		block := buf[:min(int64(len(buf)), s.size-start)]
		if n, err := s.reader.ReadAt(block, start); n < len(block) {
			return fmt.Errorf("read at byte %d: %w", start+int64(n), orUnexpectedEOF(err))
		}
		next, err := visitBlock(block, start, patterns, visit)
		if err != nil {
			return err
		}
		if start+int64(len(block)) == s.size {
			return nil
		}
		// A pattern may stand across the border.
		start = max(next, start+int64(len(block)-longest+1))
	}
	return nil
}

// visitBlock visits the places in a block and returns where the search goes on.
func visitBlock(block []byte, start int64, patterns [][]byte, visit func(int64) (int64, error)) (int64, error) {
	// The next place of each pattern is kept, so that a pattern that is rare is not looked for again and
	// again while another one is frequent.
	places := newPlaces(block, patterns)
	next := start
	for next-start < int64(len(block)) {
		at, ok := places.next(int(next - start))
		if !ok {
			break
		}
		behind, err := visit(start + int64(at))
		if err != nil {
			return 0, err
		}
		next = max(behind, start+int64(at)+1)
	}
	return next, nil
}

// places finds the occurrences of several patterns in a block, in order.
type places struct {
	block    []byte
	patterns [][]byte
	at       []int
}

// none is a place behind every block.
const none = int(^uint(0) >> 1)

func newPlaces(block []byte, patterns [][]byte) *places {
	at := make([]int, len(patterns))
	for i := range at {
		at[i] = -1
	}
	return &places{block, patterns, at}
}

// next returns the first place at or behind from. From must not fall from one call to the next.
func (p *places) next(from int) (int, bool) {
	first := none
	for i, pattern := range p.patterns {
		if p.at[i] < from {
			p.at[i] = none
			if at := bytes.Index(p.block[from:], pattern); at >= 0 {
				p.at[i] = from + at
			}
		}
		first = min(first, p.at[i])
	}
	return first, first != none
}

func orUnexpectedEOF(err error) error {
	if err == nil || err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
