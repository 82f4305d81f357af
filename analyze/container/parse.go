package container

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/planlint/planlint/internal/result"
)

// firstRead holds the header, the largest section table and the start of the first section.
const firstRead = 32 << 10

// Parse reads the container of a plan of size bytes. What is no plan is a *NotPlanError, what is damaged
// a *DamagedError; other errors are those of r. Bytes after the declared end are no error, see
// TrailingBytes; nor is a missing end tag, see EndTag.
func Parse(r io.ReaderAt, size int64) (*Container, error) {
	if size < 0 {
		return nil, fmt.Errorf("reading the header: negative size %d", size)
	}
	if size == 0 {
		return nil, &DamagedError{Kind: result.KindEmpty,
			Message: "empty: 0 bytes, as a failed build or download leaves behind; build or copy the plan again"}
	}
	head, err := readHead(r, size, firstRead)
	if err != nil {
		return nil, fmt.Errorf("reading the header: %w", err)
	}
	family, ok := familyOf(head)
	if !ok {
		return nil, &NotPlanError{What: Identify(r, size)}
	}
	c, problem := examine(head, family, size)
	if problem == nil && c.TrailingBytes() == 0 && c.layout == layoutRead {
		return c.readBody(r)
	}
	// A size or a table that does not fit has a better name if the file went through text mode.
	mangled, err := textMode(r, c, family)
	switch {
	case err != nil:
		return nil, err
	case mangled != nil:
		return nil, mangled
	case problem != nil:
		return nil, problem
	}
	return c.readBody(r)
}

// examine decodes head, which starts with the family's tag, and checks it against the file's size. It
// always returns what could be read; the error is a *DamagedError that holds it as well.
func examine(head []byte, family Family, size int64) (*Container, error) {
	c := decodeHeader(head, family, size)
	need := family.tableStart()
	if size < minHeader {
		return c, truncated(c, "the file has %s, the header of a plan at least %d", byteCount(uint64(size)), minHeader)
	}
	if size < int64(need) {
		return c, truncated(c, "the file has %s, the header of a plan %d", byteCount(uint64(size)), need)
	}
	count := binary.LittleEndian.Uint64(head[atSectionCount:])
	start, entries, ok := findTable(head, need, count, c.Measured)
	if !ok {
		return c, c.tableUnusable(count, start)
	}
	c.headerEnd = int64(start) + int64(count)*entrySize
	c.layout = layoutRead
	if c.declared > math.MaxInt64 || c.declared < uint64(c.headerEnd) {
		c.layout = layoutUnrecognised
		return c, damaged(c, "the header declares a size of %s bytes, the header and section table alone have %s",
			comma(c.declared), comma(uint64(c.headerEnd)))
	}
	sections, err := checkTable(entries, uint64(c.headerEnd), c.declared)
	if err != nil {
		return c, damaged(c, "the section table is not usable: %v", err)
	}
	c.Sections = sections
	if c.declared > uint64(size) {
		missing := c.declared - uint64(size)
		return c, truncated(c, "the header declares %s, the file has %s: %s missing",
			byteCount(c.declared), comma(uint64(size)), isAre(missing))
	}
	return c, nil
}

// readBody looks at what the sections' table points to, as far as it lies within the windows.
func (c *Container) readBody(r io.ReaderAt) (*Container, error) {
	if !c.Measured && c.layout == layoutRead {
		c.notChecked("meaning of the header", fmt.Sprintf(
			"read as that of measured versions; %s %s itself has not been measured", c.Family.product(), c.Version))
	}
	if section, ok := c.Section(SectionEngine); ok {
		if section.Offset <= maxWindow-innerHeaderTensorRT || section.Offset >= c.Size-maxWindow {
			if err := c.ReadInner(r); err != nil {
				return nil, fmt.Errorf("reading the start of the engine: %w", err)
			}
		} else {
			c.notChecked(whatInner, "it is further than 1 MiB from both ends")
		}
	}
	end := c.Size
	if declared, ok := c.DeclaredSize(); ok {
		end = declared
	}
	if end < c.headerEnd+tagSize {
		return c, nil
	}
	var last [tagSize]byte
	if err := readFull(r, last[:], end-tagSize); err != nil {
		return nil, fmt.Errorf("reading the end tag: %w", err)
	}
	c.endTag = tagPlace{offset: end - tagSize, found: last == outerEndTag(), looked: true}
	return c, nil
}
