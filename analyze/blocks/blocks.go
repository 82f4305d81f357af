// Package blocks finds what a file holds more than once: blocks that stand at several places, and stretches that are
// one block again and again.
package blocks

import (
	"bytes"
	"cmp"
	"context"
	"hash/maphash"
	"io"
	"slices"
)

// Found is what a file holds more than once, the most bytes first. All numbers are bytes.
type Found struct {
	Duplicates []Duplicate
	Repeated   []Repeat
}

// Duplicate is a block that stands at several places.
type Duplicate struct {
	Length  int64
	Offsets []int64
}

// Repeat is a stretch that is one block of Period bytes again and again.
type Repeat struct{ Offset, Length, Period int64 }

// Least is the length in bytes from which a block is found for sure.
const Least = 64 << 10

// The sizes of pieces, in bytes. Pieces are cut where their own bytes say so, so that equal stretches are cut alike
// wherever they stand.
const (
	leastPiece = 4 << 10
	mostPiece  = 64 << 10
	cutMask    = 1<<13 - 1 // a cut for about every 8 KiB
	readBlock  = 1 << 20
)

// piece is a stretch between two cuts.
type piece struct {
	offset, length int64
	// period is that of a piece that repeats itself; 0 for none.
	period int64
}

// Find reads a file and looks for blocks that it holds twice or again and again, at any offset. Zeros do not count. It
// keeps some 100 bytes for each 8 KiB that are not zeros.
func Find(ctx context.Context, r io.ReaderAt, size int64) (*Found, error) {
	f := finder{r: r, seed: maphash.MakeSeed(), last: map[uint64]piece{}}
	for p, err := range pieces(ctx, r, size) {
		if err != nil {
			return nil, err
		}
		f.add(p)
	}
	return f.blocks(ctx)
}

// finder collects pieces.
type finder struct {
	r    io.ReaderAt
	seed maphash.Seed
	// last is the last piece of each content, so that a stretch that repeats itself is equal to itself one block back.
	last  map[uint64]piece
	pairs []pair
	// repeats are those that have been seen so far, and tail is the last block of the last one.
	repeats []Repeat
	tail    []byte
}

// pair is two stretches that are equal.
type pair struct{ first, second, length int64 }

// add takes the next piece, with its bytes.
func (f *finder) add(p pieceData) {
	if p.zero {
		return
	}
	if p.period > 0 {
		f.repeat(p)
		return
	}
	sum := maphash.Bytes(f.seed, p.data)
	first, known := f.last[sum]
	f.last[sum] = p.piece
	if !known || first.length != p.length {
		return // new, or another content with the same sum
	}
	if last := len(f.pairs) - 1; last >= 0 {
		if l := &f.pairs[last]; l.second+l.length == p.offset && l.first+l.length == first.offset {
			l.length += p.length
			return
		}
	}
	f.pairs = append(f.pairs, pair{first.offset, p.offset, p.length})
}

// repeat takes a piece that repeats itself: it goes on with the last one, if it is the same block again, or starts anew.
func (f *finder) repeat(p pieceData) {
	goesOn := false
	if last := len(f.repeats) - 1; last >= 0 {
		r := &f.repeats[last]
		goesOn = r.Offset+r.Length == p.offset && r.Period == p.period && bytes.Equal(p.data[:p.period], f.tail)
		if goesOn {
			r.Length += p.length
		}
	}
	if !goesOn {
		f.repeats = append(f.repeats, Repeat{p.offset, p.length, p.period})
	}
	f.tail = append(f.tail[:0], p.data[p.length-p.period:]...)
}

// blocks makes what was found exact.
func (f *finder) blocks(ctx context.Context) (*Found, error) {
	found := &Found{}
	for _, r := range f.repeats {
		if r.Length >= Least {
			found.Repeated = append(found.Repeated, r)
		}
	}
	for _, p := range f.pairs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p.length < Least/2 || found.covers(p) {
			continue
		}
		exact, err := f.widen(p)
		if err != nil {
			return nil, err
		}
		if exact.length < Least {
			continue
		}
		if period := exact.second - exact.first; exact.length >= period {
			// A stretch that is equal to itself further on is a block again and again.
			found.Repeated = append(found.Repeated, Repeat{exact.first, period + exact.length, period})
			continue
		}
		found.duplicate(exact)
	}
	found.sort()
	return found, nil
}

// duplicate takes in two stretches that are equal: another place of a block that is known, or a new one.
func (b *Found) duplicate(p pair) {
	for i := range b.Duplicates {
		d := &b.Duplicates[i]
		if d.Length == p.length && slices.Contains(d.Offsets, p.first) {
			d.Offsets = append(d.Offsets, p.second)
			return
		}
	}
	b.Duplicates = append(b.Duplicates, Duplicate{p.length, []int64{p.first, p.second}})
}

// covers tells whether a pair is part of what was found: of a repetition, or of a duplicate that was widened.
func (b *Found) covers(p pair) bool {
	within := func(offset, length int64) bool { return p.second >= offset && p.second+p.length <= offset+length }
	for _, r := range b.Repeated {
		if within(r.Offset, r.Length) {
			return true
		}
	}
	for _, d := range b.Duplicates {
		for i, offset := range d.Offsets[1:] {
			if p.second-p.first == offset-d.Offsets[i] && within(offset, d.Length) {
				return true
			}
		}
	}
	return false
}

// sort puts what takes the most bytes first.
func (b *Found) sort() {
	extra := func(d Duplicate) int64 { return d.Length * int64(len(d.Offsets)-1) }
	slices.SortStableFunc(b.Duplicates, func(x, y Duplicate) int {
		return cmp.Or(cmp.Compare(extra(y), extra(x)), cmp.Compare(x.Offsets[0], y.Offsets[0]))
	})
	slices.SortStableFunc(b.Repeated, func(x, y Repeat) int {
		return cmp.Or(cmp.Compare(y.Length, x.Length), cmp.Compare(x.Offset, y.Offset))
	})
}

// widen compares the bytes themselves: the pair may be longer on both sides, and a sum proves nothing.
func (f *finder) widen(p pair) (pair, error) {
	same, err := f.equal(p.first, p.second, p.length)
	if err != nil || same < p.length {
		return pair{}, err
	}
	for {
		more, err := f.equal(p.first+p.length, p.second+p.length, mostPiece)
		if err != nil {
			return pair{}, err
		}
		if p.length += more; more < mostPiece {
			break
		}
	}
	for {
		step := min(int64(mostPiece), p.first)
		before, err := f.equalBefore(p.first-step, p.second-step, step)
		if err != nil {
			return pair{}, err
		}
		p = pair{p.first - before, p.second - before, p.length + before}
		if before < step || step == 0 {
			return p, nil
		}
	}
}

// equal counts the equal bytes from two places on, at most n.
func (f *finder) equal(a, b, n int64) (int64, error) {
	var done int64
	for done < n {
		x, y, err := f.both(a+done, b+done, min(n-done, mostPiece))
		if err != nil {
			return 0, err
		}
		if len(x) == 0 {
			return done, nil
		}
		if !bytes.Equal(x, y) {
			return done + int64(commonPrefix(x, y)), nil
		}
		done += int64(len(x))
	}
	return done, nil
}

// equalBefore counts the equal bytes at the ends of two stretches.
func (f *finder) equalBefore(a, b, n int64) (int64, error) {
	x, y, err := f.both(a, b, n)
	same := int64(0)
	for same < int64(len(x)) && x[len(x)-1-int(same)] == y[len(y)-1-int(same)] {
		same++
	}
	return same, err
}

func commonPrefix(x, y []byte) int {
	for i := range x {
		if x[i] != y[i] {
			return i
		}
	}
	return len(x)
}

// both reads two stretches, as far as the later one goes.
func (f *finder) both(a, b, n int64) (x, y []byte, err error) {
	y = make([]byte, n)
	got, err := f.r.ReadAt(y, b)
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	y = y[:got]
	x = make([]byte, got)
	if _, err = f.r.ReadAt(x, a); err != nil && err != io.EOF {
		return nil, nil, err
	}
	return x, y, nil
}
