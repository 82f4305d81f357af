package zerorun

import (
	"sync"
	"sync/atomic"
)

// order joins the parts that workers found, in order of offset, and emits
// their runs. It holds no lock while it does.
type order struct {
	window  int // pieces that may be in work or waiting
	emit    func(Run) error
	total   *walker      // belongs to the goroutine that is in join
	longest atomic.Int64 // length of the longest run joined so far

	mu      sync.Mutex
	changed *sync.Cond
	next    int             // index of the piece to be joined next
	waiting map[int]outcome // pieces that are scanned before their turn
	err     error           // the scan is over
	spare   [][]Run         // emptied lists, to be used again
}

// outcome is what came of a piece.
type outcome struct {
	part part
	err  error // the scan ends with it, after the part
}

func newOrder(window int, total *walker, emit func(Run) error) *order {
	o := &order{window: window, emit: emit, total: total, waiting: make(map[int]outcome)}
	o.changed = sync.NewCond(&o.mu)
	return o
}

// admit waits until piece index may be begun, so that what waits is bounded.
// It returns an empty list, and false if the scan is over.
func (o *order) admit(index int) (list []Run, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.err == nil && index >= o.next+o.window {
		o.changed.Wait()
	}
	if n := len(o.spare); n > 0 {
		list, o.spare = o.spare[n-1], o.spare[:n-1]
	}
	return list, o.err == nil
}

// partial joins the first part of a piece whose list got full, when the
// piece's turn has come. It returns false if the scan is over.
func (o *order) partial(index int, p *part) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.err == nil && o.next != index {
		o.changed.Wait()
	}
	if o.err == nil {
		o.join(outcome{part: *p})
	}
	return o.err == nil
}

// finish hands in the last part of a piece. It is joined now if its turn has
// come, together with those that waited for it, else by a later call.
func (o *order) finish(index int, out outcome) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting[index] = out
	for o.err == nil {
		out, ok := o.waiting[o.next]
		if !ok {
			return
		}
		delete(o.waiting, o.next)
		o.join(out)
		if out.part.list != nil {
			o.spare = append(o.spare, out.part.list)
		}
		o.next++
		o.changed.Broadcast()
	}
}

// join appends a part to the total, without the lock while it emits. Nobody
// else does so meanwhile: the piece whose turn it is belongs to one goroutine,
// the one that scans it or the one that took it out of waiting.
func (o *order) join(out outcome) {
	o.mu.Unlock()
	o.total.join(&out.part)
	err := o.total.emit(o.emit)
	if err == nil {
		err = out.err
	}
	o.longest.Store(o.total.longest.Length)
	o.mu.Lock()
	o.err = err
	if err != nil {
		o.changed.Broadcast()
	}
}
