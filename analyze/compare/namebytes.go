package compare

import "github.com/planlint/planlint/internal/result"

// maxName is longer than any kernel name that was seen, in bytes; maxNames is how long a range of them is.
const (
	maxName  = 4096
	maxNames = 64 << 10
)

// names decides whether all bytes that differ belong to generated parts of kernel names.
type names struct {
	old, new Plan
	failed   bool
}

// newNames fails at once for plans of different sizes, whose bytes do not lie side by side.
func newNames(old, new Plan) names { return names{old: old, new: new, failed: old.Size != new.Size} }

// check takes a range. Once one is no name there is nothing left to find out, so that plans that differ
// everywhere cost nothing here.
func (n *names) check(r result.ByteRange) error {
	if n.failed {
		return nil
	}
	if r.Length > maxNames {
		n.failed = true
		return nil
	}
	start := max(0, r.Offset-maxName)
	end := min(r.Offset+r.Length+maxName, n.old.Size, n.new.Size)
	old, new := make([]byte, end-start), make([]byte, end-start)
	if err := readBoth(n.old, n.new, old, new, start); err != nil {
		return err
	}
	n.failed = !onlyNames(old, new, int(r.Offset-start), int(r.Offset-start+r.Length))
	return nil
}

// onlyNames tells whether two texts of one length differ, from start to end, in generated parts of names
// alone. Each name must stand at the same place in both.
func onlyNames(old, new []byte, start, end int) bool {
	for at := start; at < end; at++ {
		if old[at] == new[at] {
			continue
		}
		from, to := nameAround(old, at)
		newFrom, newTo := nameAround(new, at)
		if from != newFrom || to != newTo || !sameName(old[from:to], new[from:to]) {
			return false
		}
		at = to - 1
	}
	return true
}

// nameAround returns the bounds of the name that a byte belongs to; they are equal if it belongs to none.
func nameAround(text []byte, at int) (from, to int) {
	if !isNameByte(text[at]) {
		return at, at
	}
	for from = at; from > 0 && isNameByte(text[from-1]); from-- {
	}
	for to = at; to < len(text) && isNameByte(text[to]); to++ {
	}
	return from, to
}
