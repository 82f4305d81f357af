package analyze

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/planlint/planlint/zerorun"
)

// maxRuns is how many zero runs a result lists, so that a plan full of them neither fills the memory nor
// makes a report that nobody can read.
const maxRuns = 10_000

// longestRuns keeps the longest runs it is given. It is a heap with the shortest run on top; of equal
// runs it keeps the first.
type longestRuns []zerorun.Run

func (r longestRuns) Len() int           { return len(r) }
func (r longestRuns) Less(i, j int) bool { return compareRuns(r[i], r[j]) < 0 }
func (r longestRuns) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *longestRuns) Push(x any)        { *r = append(*r, x.(zerorun.Run)) }

func (r *longestRuns) Pop() any {
	last := len(*r) - 1
	run := (*r)[last]
	*r = (*r)[:last]
	return run
}

// compareRuns orders by length, and the later run of two equal ones first.
func compareRuns(a, b zerorun.Run) int {
	return cmp.Or(cmp.Compare(a.Length, b.Length), cmp.Compare(b.Offset, a.Offset))
}

// add takes a run into account.
func (r *longestRuns) add(run zerorun.Run) {
	if len(*r) < maxRuns {
		heap.Push(r, run)
		return
	}
	if compareRuns((*r)[0], run) < 0 {
		(*r)[0] = run
		heap.Fix(r, 0)
	}
}

// sorted returns the runs in order of offset.
func (r longestRuns) sorted() []zerorun.Run {
	return slices.SortedFunc(slices.Values(r), func(a, b zerorun.Run) int { return cmp.Compare(a.Offset, b.Offset) })
}
