package container

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// Section is one entry of the section table. Offset counts from the start of the plan.
type Section struct {
	Name         string
	Offset, Size int64
}

// End returns the offset behind the section.
func (s Section) End() int64 { return s.Offset + s.Size }

const (
	entrySize   = 24
	maxSections = 1024 // 3 have been seen at most; a table of this size still fits the first read

)

// Names of the sections that mean something to planlint.
const (
	SectionEngine  = "ENGN" // the engine's stream of values
	SectionWeights = "WGHT" // the weights of TensorRT-RTX
)

// entry is a section table entry as it stands in the file, before its numbers are believed.
type entry struct {
	name         string
	offset, size uint64
}

// readTable decodes count entries at the start of table. It returns false if that is not a section table:
// each entry is a tag of capital letters, stored last letter first, four zero bytes, an offset and a size.
func readTable(table []byte, count uint64) ([]entry, bool) {
	if count == 0 || count > maxSections || uint64(len(table)) < count*entrySize {
		return nil, false
	}
	entries := make([]entry, 0, count)
	for e := range slices.Chunk(table[:count*entrySize], entrySize) {
		name, ok := sectionName(e[:tagSize])
		if !ok || binary.LittleEndian.Uint32(e[4:]) != 0 {
			return nil, false
		}
		entries = append(entries, entry{name, binary.LittleEndian.Uint64(e[8:]), binary.LittleEndian.Uint64(e[16:])})
	}
	return entries, true
}

func sectionName(tag []byte) (string, bool) {
	name := make([]byte, tagSize)
	for i, letter := range tag {
		if letter < 'A' || letter > 'Z' {
			return "", false
		}
		name[tagSize-1-i] = letter
	}
	return string(name), true
}

// checkTable returns the sections, or what is wrong with them: a section outside the declared size, one
// that points into the header or the table itself, or two that share bytes.
func checkTable(entries []entry, headerEnd, declared uint64) ([]Section, error) {
	sections := make([]Section, 0, len(entries))
	for _, e := range entries {
		switch {
		case e.offset < headerEnd:
			return nil, fmt.Errorf("section %s starts at %s, inside the header and section table of %s bytes",
				e.name, comma(e.offset), comma(headerEnd))
		case e.offset > declared || e.size > declared-e.offset:
			return nil, fmt.Errorf("section %s (%s bytes at %s) ends outside the declared %s bytes",
				e.name, comma(e.size), comma(e.offset), comma(declared))
		}
		sections = append(sections, Section{e.name, int64(e.offset), int64(e.size)})
	}
	byOffset := slices.DeleteFunc(slices.Clone(sections), func(s Section) bool { return s.Size == 0 })
	slices.SortStableFunc(byOffset, func(a, b Section) int { return cmp.Compare(a.Offset, b.Offset) })
	for i := 1; i < len(byOffset); i++ {
		if a, b := byOffset[i-1], byOffset[i]; a.End() > b.Offset {
			return nil, fmt.Errorf("sections %s (%s bytes at %s) and %s (at %s) overlap", a.Name,
				comma(uint64(a.Size)), comma(uint64(a.Offset)), b.Name, comma(uint64(b.Offset)))
		}
	}
	return sections, nil
}
