package compare

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// ranges collects the bytes that differ, in order of offset.
type ranges struct {
	first     int64
	differing int64
	total     int64
	open      result.ByteRange // Length is 0 if there is none
	longest   shortestFirst
	names     names
}

// add takes the next byte that differs.
func (r *ranges) add(offset int64) error {
	if r.differing == 0 {
		r.first = offset
	}
	r.differing++
	if r.open.Length > 0 && offset-(r.open.Offset+r.open.Length) < mergeGap {
		r.open.Length = offset + 1 - r.open.Offset
		r.open.Differing++
		return nil
	}
	err := r.close()
	r.open = result.ByteRange{Offset: offset, Length: 1, Differing: 1}
	return err
}

// close ends the open range. Of ranges that are equally long the first ones are kept.
func (r *ranges) close() error {
	if r.open.Length == 0 {
		return nil
	}
	r.total++
	if len(r.longest) < keptRanges {
		heap.Push(&r.longest, r.open)
	} else if r.open.Length > r.longest[0].Length {
		r.longest[0] = r.open
		heap.Fix(&r.longest, 0)
	}
	return r.names.check(r.open)
}

func (r *ranges) finish(changes *result.ByteChanges) error {
	if err := r.close(); err != nil {
		return err
	}
	changes.Differing, changes.RangesTotal = r.differing, r.total
	changes.RangesOmitted = r.total - int64(len(r.longest))
	changes.Ranges = slices.SortedFunc(slices.Values(r.longest), func(a, b result.ByteRange) int {
		return cmp.Compare(a.Offset, b.Offset)
	})
	if changes.Ranges == nil {
		changes.Ranges = []result.ByteRange{}
	}
	if r.differing > 0 {
		changes.First, changes.NamesOnly = &r.first, !r.names.failed
	}
	return nil
}

// shortestFirst is a heap of ranges whose first is to be dropped first.
type shortestFirst []result.ByteRange

func (s shortestFirst) Len() int      { return len(s) }
func (s shortestFirst) Swap(i, j int) { s[i], s[j] = s[j], s[i] }

func (s shortestFirst) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(s[i].Length, s[j].Length), cmp.Compare(s[j].Offset, s[i].Offset)) < 0
}

// Push adds a range for package heap.
func (s *shortestFirst) Push(r any) { *s = append(*s, r.(result.ByteRange)) }

// Pop removes the last range for package heap.
func (s *shortestFirst) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}
