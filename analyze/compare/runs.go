package compare

import (
	"cmp"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// runChanges matches the zero runs of two plans by length and order. Runs that one of the results could not
// list, as they are shorter than its MinRun, are left out of both.
func runChanges(old, new *result.Zeros) *result.RunChanges {
	if old == nil || new == nil {
		return nil
	}
	changes := &result.RunChanges{MinRun: max(old.MinRun, new.MinRun), Gone: []result.Run{}, New: []result.Run{}, Changed: []result.RunChange{}}
	a, b := runsFrom(old.Runs, changes.MinRun), runsFrom(new.Runs, changes.MinRun)
	from, newFrom := 0, 0
	for _, m := range append(matches(a, b), match{len(a), len(b)}) {
		addBetween(changes, a[from:m.old], b[newFrom:m.new])
		from, newFrom = m.old+1, m.new+1
		changes.Matched++
	}
	changes.Matched-- // the end of both
	return changes
}

// runsFrom are the runs of at least a length, in order of offset.
func runsFrom(runs []result.Run, length int64) []result.Run {
	var long []result.Run
	for _, run := range runs {
		if run.Length >= length {
			long = append(long, run)
		}
	}
	slices.SortStableFunc(long, func(a, b result.Run) int { return cmp.Compare(a.Offset, b.Offset) })
	return long
}

// addBetween takes the runs between two matched ones. A run and the next one in the other plan that is alike
// are one that changed; the others are in one plan alone.
func addBetween(changes *result.RunChanges, old, new []result.Run) {
	from := 0
	for _, run := range old {
		near := new[from:min(from+lookAhead, len(new))]
		at := slices.IndexFunc(near, func(other result.Run) bool { return alike(run.Length, other.Length) })
		if at < 0 {
			changes.Gone = append(changes.Gone, run)
			continue
		}
		changes.New = append(changes.New, near[:at]...)
		changes.Changed = append(changes.Changed, result.RunChange{Old: run, New: near[at]})
		from += at + 1
	}
	changes.New = append(changes.New, new[from:]...)
}

// alike is true for lengths of which none is more than twice the other.
func alike(a, b int64) bool { return a <= 2*b && b <= 2*a }
