package zerorun

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
)

// memory is a source that knows its holes.
type memory struct {
	data  []byte
	holes []stretch // in order, apart from each other
}

func (m *memory) ReadAt(p []byte, offset int64) (int, error) {
	if offset >= int64(len(m.data)) {
		return 0, io.EOF
	}
	n := copy(p, m.data[offset:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (m *memory) NextData(offset int64) (start, end int64, err error) {
	start = offset
	for _, h := range m.holes {
		if h.start <= start && start < h.end {
			start = h.end
		}
		if h.start > start {
			return start, h.start, nil
		}
	}
	return start, int64(len(m.data)), nil
}

// dig makes holes of many sizes, with zeros that are written beside them.
func (m *memory) dig(r *rand.Rand) {
	size := int64(len(m.data))
	for at := int64(0); ; {
		start := at + int64(r.IntN(1<<r.IntN(24)))
		end := start + 1 + int64(r.IntN(1<<r.IntN(24)))
		if end > size {
			return
		}
		m.holes = append(m.holes, stretch{start, end})
		clear(m.data[start:min(size, end+int64(r.IntN(3)))])
		at = end + 1
	}
}

var errBroken = errors.New("broken")

// breaking fails at the first read of a byte at or after bad.
type breaking struct {
	*memory
	bad int64
}

func (b breaking) ReadAt(p []byte, offset int64) (int, error) {
	if offset+int64(len(p)) <= b.bad {
		return b.memory.ReadAt(p, offset)
	}
	n := 0
	if offset < b.bad {
		n, _ = b.memory.ReadAt(p[:b.bad-offset], offset)
	}
	return n, errBroken
}

// scanAt is ScanReaderAt with all runs.
func scanAt(ctx context.Context, r io.ReaderAt, size int64, o Options) (answer, error) {
	var a answer
	var err error
	a.Summary, err = ScanReaderAt(ctx, r, size, a.collecting(o))
	return a, err
}
