package zerorun

import "sync"

const (
	// pieceSize is the number of bytes that one worker takes at a time.
	pieceSize = 4 << 20

	// maxStretches bounds a piece of a file that is cut up by many holes.
	maxStretches = 256
)

// piece is a part of the data that one worker scans: [start, end).
// Between its stretches of data there are holes.
type piece struct {
	index      int // pieces are numbered in order of offset
	start, end int64
	data       []stretch
	err        error // the holes after end could not be found
}

// stretch is the bytes of [start, end).
type stretch struct{ start, end int64 }

// cutter cuts the data into pieces, in order.
type cutter struct {
	mu     sync.Mutex
	source DataSeeker // nil if it knows no holes
	size   int64
	index  int
	offset int64   // of the next piece
	known  stretch // data at or after offset that is not yet in a piece
}

// next returns the next piece; ok is false at the end of the data.
func (c *cutter) next() (p piece, ok bool) {
	p = piece{index: c.index, start: c.offset, end: c.offset}
	c.index++
	for left := int64(pieceSize); left > 0 && len(p.data) < maxStretches && p.end < c.size; {
		if c.known.start == c.known.end {
			if p.err = c.look(p.end); p.err != nil {
				return p, true
			}
		}
		if c.known.start == c.size {
			p.end = c.size
			break
		}
		n := min(left, c.known.end-c.known.start)
		p.data = append(p.data, stretch{c.known.start, c.known.start + n})
		c.known.start += n
		p.end = c.known.start
		left -= n
	}
	c.offset = p.end
	return p, p.end > p.start
}

// look finds the next stretch of data.
func (c *cutter) look(offset int64) (err error) {
	if c.source == nil {
		c.known = stretch{offset, c.size}
		return nil
	}
	c.known.start, c.known.end, err = nextData(c.source, offset, c.size)
	return err
}
