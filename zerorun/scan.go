package zerorun

import "math/bits"

const (
	// longOpen is the length of an open run from which on it is followed by
	// the loop that does nothing else.
	longOpen = 1024

	// findAtMost is the number of bytes for which kernel.find is asked
	// before the choice of the loop is thought over.
	findAtMost = 32 << 10
)

// scan goes through bytes at the front of p and returns how many: at least
// one. It returns before the end of p if the list of runs got full.
func (w *walker) scan(p []byte) int {
	done := 0
	for done < len(p) && !w.full() {
		done += w.step(p[done:])
	}
	return done
}

// step chooses the loop for the bytes at the front of p.
func (w *walker) step(p []byte) int {
	switch {
	case !w.solid || w.open >= longOpen:
		return w.follow(p)
	case w.busy <= 0 && len(p) >= denseBlock && w.least() >= denseRun:
		if w.open > 0 {
			return w.follow(p)
		}
		return w.count(p)
	case len(p) >= maskBlock:
		n := w.find(p[:min(len(p), findAtMost)])
		w.busy -= n
		return n
	}
	return w.bytes(p)
}

// follow goes on in the open run, up to its end or the end of p.
func (w *walker) follow(p []byte) int {
	n := w.kernel.prefix(p)
	w.skip(int64(n))
	if n == len(p) {
		return n
	}
	if w.solid {
		w.end(w.offset, w.open)
	} else {
		w.solid, w.head = true, w.open
	}
	w.open = 0
	if n == 0 { // the byte is not zero: pass it, to have done something
		w.offset++
		return 1
	}
	return n
}

// count passes blocks without long runs. Shorter runs are only counted.
func (w *walker) count(p []byte) int {
	done, zeros, before := w.kernel.count(p)
	w.offset += int64(done)
	w.zeros += int64(zeros)
	w.open = int64(before)
	if len(p)-done < denseBlock {
		return done + w.bytes(p[done:])
	}
	w.skip(denseBlock)
	return done + denseBlock
}

// find passes whole mask blocks.
func (w *walker) find(p []byte) int {
	f := &w.finder
	if least := w.least(); least != f.least {
		f.setLeast(least)
	}
	f.run, f.zeros = w.open, 0
	done, events := w.kernel.find(f, p)
	for i := range f.events[:events] {
		w.judge(&f.events[i])
	}
	w.open = f.run
	w.zeros += f.zeros
	w.offset += int64(done)
	return done
}

// judge ends the runs that end in a block and are long enough.
func (w *walker) judge(e *event) {
	at := w.offset + e.block
	lead := int64(bits.TrailingZeros64(e.nonzero))
	if length := e.run + lead; length >= w.finder.least {
		w.end(at+lead, length)
	}
	// inner is shifted to drop the run at the end of the block.
	shift := bits.LeadingZeros64(e.nonzero)
	zero := ^e.nonzero << (shift & 63)
	inner := w.finder.inner(e.nonzero)
	if lead > 0 {
		inner = inner >> (int(lead) + shift) << (int(lead) + shift)
	}
	for inner != 0 {
		first := bits.TrailingZeros64(inner)
		length := bits.TrailingZeros64(^(zero >> first))
		w.end(at+int64(first-shift+length), int64(length))
		inner = inner >> (first + length) << (first + length)
	}
}

// bytes is the plain loop, for the few bytes that fill no block.
func (w *walker) bytes(p []byte) int {
	for _, b := range p {
		w.offset++
		if b == 0 {
			w.open++
			w.zeros++
			continue
		}
		if w.open > 0 {
			w.end(w.offset-1, w.open)
			w.open = 0
		}
	}
	return len(p)
}
