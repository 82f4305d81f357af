package zerorun

import "math"

// flushAt is the length at which a walker's list of runs must be handed on;
// one batch of events adds at most maxEvents * 33 more.
const flushAt = 8 << 10

// walker goes through consecutive bytes and keeps the state between blocks.
type walker struct {
	kernel *kernel
	finder finder

	minRun  int64
	exact   bool // the longest run is wanted even if it is shorter than minRun
	collect bool // runs are wanted, not only their number

	start  int64 // offset of the first byte
	offset int64 // of the next byte
	zeros  int64
	open   int64 // zero bytes right before offset
	solid  bool  // the run that touches start is over, or there is nothing before start
	head   int64 // length of the run that touches start, once solid

	runs    int64
	longest Run
	list    []Run // found, not yet handed on

	busy int // bytes for which short runs are known to be dense
	near int // long runs met closely behind each other
}

func newWalker(k *kernel, o Options) *walker {
	return &walker{
		kernel: k, minRun: o.MinRun, exact: !o.NoLongest, collect: o.Emit != nil,
		solid: true,
	}
}

// restart makes the walker begin a part at offset, with list emptied. Runs that are not longer
// than known need not be considered for the longest.
func (w *walker) restart(offset, known int64, list []Run) {
	w.start, w.offset = offset, offset
	w.zeros, w.open, w.head, w.solid = 0, 0, 0, false
	w.runs, w.list = 0, list[:0]
	w.longest = Run{Length: known}
}

// least is the length from which on the walker has to be told of a run.
func (w *walker) least() int64 {
	if w.exact {
		return min(w.minRun, w.longest.Length+1)
	}
	return w.minRun
}

// end notes a run that is over.
func (w *walker) end(end, length int64) {
	if length > w.longest.Length && (w.exact || length >= w.minRun) {
		w.longest = Run{end - length, length}
	}
	if length >= w.minRun {
		w.runs++
		if w.collect {
			w.list = append(w.list, Run{end - length, length})
		}
	}
}

// over ends the open run, which may be the one that touches start.
func (w *walker) over(end, length int64) {
	if w.solid {
		w.end(end, length)
	} else {
		w.solid, w.head = true, length
	}
	w.open = 0
}

// close ends the run that is open at the end of the data.
func (w *walker) close() {
	w.end(w.offset, w.open)
	w.open = 0
}

// skip passes n zero bytes without looking.
func (w *walker) skip(n int64) {
	w.offset += n
	w.zeros += n
	w.open += n
}

// room reports whether n more bytes have offsets in 64 bits.
func (w *walker) room(n int64) bool { return n <= math.MaxInt64-w.offset }

// full reports whether the list has to be handed on.
func (w *walker) full() bool { return len(w.list) >= flushAt }

// summary may be called after close.
func (w *walker) summary() Summary {
	s := Summary{
		Bytes: w.offset, Zeros: w.zeros, Runs: w.runs, Longest: w.longest,
		LongestExact: w.exact || w.longest.Length > 0 || w.zeros == 0,
	}
	return s
}
