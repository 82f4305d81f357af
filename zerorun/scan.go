package zerorun

const (
	// findAtMost is the number of bytes after which the choice of the loop
	// is thought over.
	findAtMost = 32 << 10

	// longOpen is the length of an open run, where runs are dense, from
	// which on it pays to follow it with the loop that does nothing else.
	longOpen = 1024

	// After manyNear stops of kernel.count in a row that are at most nearby
	// bytes apart, kernel.find is used for the next busyFor bytes.
	nearby   = 1024
	manyNear = 8
	busyFor  = 128 << 10
)

// enter passes the block at once if it is all zeros, as most of a padded file
// is, and returns nothing; else it shows the block and returns it.
func (w *walker) enter(block []byte, observe func(int64, []byte)) []byte {
	if w.kernel.prefix(block) == len(block) {
		w.skip(int64(len(block)))
		return nil
	}
	observe(w.offset, block)
	return block
}

// scan goes through bytes at the front of p, at most blockSize, and returns
// how many. It returns before the end of p only if the list of runs is full.
func (w *walker) scan(p []byte) int {
	done := 0
	if !w.solid {
		done = w.begin(p)
	}
	for done < len(p) && !w.full() {
		done += w.step(p[done:])
	}
	return done
}

// begin passes the zero bytes that a part begins with.
func (w *walker) begin(p []byte) int {
	n := w.kernel.prefix(p)
	w.skip(int64(n))
	if n < len(p) {
		w.over(w.offset, w.open)
	}
	return n
}

// step passes at least one byte, with the loop that suits. All but the last
// steps pass multiples of maskBlock bytes, so that blocks stay aligned.
func (w *walker) step(p []byte) int {
	if len(p) < maskBlock {
		return w.bytes(p)
	}
	busy := w.busy > 0
	if w.open >= longOpen || w.open >= denseBlock && !busy {
		if n := w.follow(p); n > 0 {
			return n
		}
	}
	least := w.least()
	grain := grainOf(least)
	switch {
	case len(p) < denseBlock:
		return w.find(p[:maskBlock], least)
	case busy:
		n := w.find(p[:min(len(p), findAtMost)], least)
		w.busy -= n
		return n
	case w.open+grain > least: // a run could end here
		return w.find(p[:denseBlock], least)
	}
	return w.count(p, grain, least)
}

// follow goes on in the open run, up to the mask block in which it ends.
func (w *walker) follow(p []byte) int {
	n := w.kernel.prefix(p) &^ (maskBlock - 1)
	w.skip(int64(n))
	return n
}

// grainOf returns the largest grain of kernel.count for which every run of
// least bytes covers an aligned one.
func grainOf(least int64) int64 {
	switch {
	case least >= 2*denseBlock-1:
		return denseBlock
	case least >= denseBlock-1:
		return denseBlock / 2
	case least >= 7:
		return 4
	case least >= 3:
		return 2
	}
	return 1
}

// count passes dense blocks without an aligned grain of zeros, and the one
// with the grain. No run of least bytes can end in the former.
func (w *walker) count(p []byte, grain, least int64) int {
	done, zeros, before := w.kernel.count(p, grain)
	w.offset += int64(done)
	w.zeros += int64(zeros)
	if done > 0 {
		w.open = int64(before)
	}
	if len(p)-done < denseBlock {
		return done
	}
	w.met(done)
	if grain == denseBlock {
		w.skip(denseBlock)
		return done + denseBlock
	}
	return done + w.find(p[done:done+denseBlock], least)
}

// met notes that kernel.count stopped after so many bytes.
func (w *walker) met(done int) {
	if done > nearby {
		w.near = 0
	} else if w.near++; w.near == manyNear {
		w.near, w.busy = 0, busyFor
	}
}

// find passes whole mask blocks, whatever is in them.
func (w *walker) find(p []byte, least int64) int {
	f := &w.finder
	if least != f.least {
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

// bytes is the plain loop, for the last bytes, which fill no block.
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
