package container

import (
	"fmt"
	"math"
)

// findTable returns the section table. For a version whose layout was never measured it also looks
// behind the place where measured ones have it.
func findTable(head []byte, expected int, count uint64, measured bool) (start int, entries []entry, ok bool) {
	last := expected
	if !measured {
		last = maxTableStart
	}
	for start = expected; start <= last && start < len(head); start += alignment {
		if entries, ok := readTable(head[start:], count); ok {
			return start, entries, true
		}
	}
	return expected, nil, false
}

// tableUnusable says what a table means that cannot be read: a cut file, damage, or, for a version that
// was never measured, only a layout that is not known, which is no error.
func (c *Container) tableUnusable(count uint64, start int) error {
	c.layout = layoutUnrecognised
	plausible := count > 0 && count <= maxSections
	if end := uint64(start) + count*entrySize; plausible && c.declared >= end && c.declared <= math.MaxInt64 && end > uint64(c.Size) {
		return truncated(c, "the file has %s and ends inside its section table of %d entries", byteCount(uint64(c.Size)), count)
	}
	if c.Measured {
		if !plausible {
			return damaged(c, "the header declares %s sections; no plan of version %s was seen with more than 3", comma(count), c.Version)
		}
		return damaged(c, "the section table at byte %d is not one: %d entries were expected, each with a name of four capital letters", start, count)
	}
	c.layout = layoutUnknown
	c.notChecked("declared size, sections", fmt.Sprintf(
		"the header of %s %s is laid out in a way that has not been measured", c.Family.product(), c.Version))
	return nil
}
