package zerorun

// part is what is known of a stretch of the data on its own. The runs that
// touch its ends are kept apart, because they may go on in its neighbours:
// so parts of neighbouring stretches can be joined in any grouping.
type part struct {
	offset int64 // of its first byte
	bytes  int64
	zeros  int64
	head   int64 // zero bytes at its front, all of them if there is no other byte
	tail   int64 // zero bytes at its back, likewise

	// Of the runs that touch neither end:
	runs    int64 // number of at least MinRun bytes
	longest Run   // the first of the longest
	list    []Run // those of at least MinRun bytes, if somebody wants them
}

// allZero reports whether the part is one run from end to end.
func (p *part) allZero() bool { return p.head == p.bytes }

// result returns what the walker has found since its start, as a part.
func (w *walker) result() part {
	p := part{
		offset: w.start, bytes: w.offset - w.start, zeros: w.zeros,
		head: w.head, tail: w.open,
		runs: w.runs, longest: w.longest, list: w.list,
	}
	if !w.solid {
		p.head = w.open
	}
	return p
}

// join appends the part that begins where the walker is.
func (w *walker) join(p *part) {
	w.zeros += p.zeros
	w.offset += p.bytes
	if p.allZero() {
		w.open += p.bytes
		return
	}
	w.over(p.offset+p.head, w.open+p.head)
	w.list = append(w.list, p.list...)
	w.runs += p.runs
	if p.longest.Length > w.longest.Length {
		w.longest = p.longest
	}
	w.open = p.tail
}
