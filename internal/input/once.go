package input

import (
	"io"
	"slices"
	"sync"

	"github.com/planlint/planlint/zerorun"
)

const (
	// keptRead is the largest read in bytes that is kept, and keptAll how much is kept in all: what a header, a table or
	// the end of a file takes, and not what a scan reads.
	keptRead = 64 << 10
	keptAll  = 1 << 20
)

// Once reads each byte of a source once, as long as it is read in small pieces first and as a whole later: small
// reads are kept, and larger ones that go over the same bytes take them from there. It is safe for concurrent use.
type Once struct {
	source io.ReaderAt
	all    int64 // the size of the source

	mu   sync.Mutex
	kept []stretch // in order of offset, without overlaps
	size int
}

// stretch is bytes of a source.
type stretch struct {
	offset int64
	data   []byte
}

func (s stretch) end() int64 { return s.offset + int64(len(s.data)) }

// NewOnce returns a reader of a source of size bytes. It knows the holes that the source knows.
func NewOnce(source io.ReaderAt, size int64) io.ReaderAt {
	once := &Once{source: source, all: size}
	if holes, ok := source.(zerorun.DataSeeker); ok {
		return &onceWithHoles{once, holes}
	}
	return once
}

// onceWithHoles is a zerorun.DataSeeker too.
type onceWithHoles struct {
	*Once
	holes zerorun.DataSeeker
}

// NextData is that of the source.
func (o *onceWithHoles) NextData(offset int64) (start, end int64, err error) {
	return o.holes.NextData(offset)
}

// ReadAt reads what is not kept.
func (o *Once) ReadAt(p []byte, offset int64) (int, error) {
	if int64(len(p)) > o.all-offset { // what is beyond the end is not kept
		return o.source.ReadAt(p, offset)
	}
	done := 0
	for _, s := range o.overlapping(offset, offset+int64(len(p))) {
		at := int(max(s.offset-offset, 0))
		if n, err := o.read(p[done:at], offset+int64(done)); err != nil {
			return done + n, err
		}
		done = at + copy(p[at:], s.data[max(offset-s.offset, 0):])
	}
	n, err := o.read(p[done:], offset+int64(done))
	return done + n, err
}

// read reads from the source, and keeps a small read.
func (o *Once) read(p []byte, offset int64) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	n, err := o.source.ReadAt(p, offset)
	if n < len(p) {
		return n, err
	}
	if len(p) <= keptRead {
		o.keep(stretch{offset, p})
	}
	return n, nil
}

// overlapping are the stretches that are kept of a part of the source.
func (o *Once) overlapping(start, end int64) []stretch {
	o.mu.Lock()
	defer o.mu.Unlock()
	var found []stretch
	for _, s := range o.kept {
		if s.offset < end && s.end() > start {
			found = append(found, s)
		}
	}
	return found
}

// keep keeps a copy, unless there is enough already. Of what two readers have read at once the first one's is kept.
func (o *Once) keep(s stretch) {
	o.mu.Lock()
	defer o.mu.Unlock()
	at, _ := slices.BinarySearchFunc(o.kept, s.offset, func(k stretch, offset int64) int { return int(min(max(k.offset-offset, -1), 1)) })
	if o.size+len(s.data) > keptAll || at > 0 && o.kept[at-1].end() > s.offset || at < len(o.kept) && o.kept[at].offset < s.end() {
		return
	}
	s.data = slices.Clone(s.data)
	o.size += len(s.data)
	o.kept = slices.Insert(o.kept, at, s)
}
