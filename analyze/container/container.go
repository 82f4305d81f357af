package container

import (
	"math"

	"github.com/planlint/planlint/internal/result"
)

// Container is the archive that a plan is. All offsets and sizes are bytes from the start of the plan.
type Container struct {
	// Size is the number of bytes that there are.
	Size   int64
	Family Family
	// Tag is the first four bytes.
	Tag string
	// HeaderVersion is the word after the tag; only 0 has been seen.
	HeaderVersion uint32
	Version       Version
	// Measured is true if the layout of this version has been measured on real plans.
	Measured bool
	// Sections are in the order of the table; empty if the table was not recognised.
	Sections []Section
	// Inner is the archive inside the ENGN section; nil if there is none or it was not looked at.
	Inner *Inner
	// RTX holds the fields that only TensorRT-RTX plans have; nil for others.
	RTX *RTX
	// NotChecked lists what could not be looked at, and why.
	NotChecked []result.NotChecked
	// Unknown holds header fields of unknown meaning, or with a value never seen, by place, as hex.
	Unknown map[string]string

	declared   uint64
	hasVersion bool
	layout     layoutState
	headerEnd  int64
	endTag     tagPlace
}

type layoutState int

const (
	layoutUnread       layoutState = iota // the header is cut before the fields
	layoutUnknown                         // the version is not measured and the fields make no sense
	layoutUnrecognised                    // the table cannot be read
	layoutRead                            // fields and table were read
)

type tagPlace struct {
	offset        int64
	found, looked bool
}

// DeclaredSize returns the size that the header gives for the whole archive, and whether it is known.
func (c *Container) DeclaredSize() (int64, bool) {
	if c.layout != layoutRead || c.declared > math.MaxInt64 {
		return 0, false
	}
	return int64(c.declared), true
}

// TrailingBytes returns how many bytes follow the declared end; 0 if that is not known.
func (c *Container) TrailingBytes() int64 {
	declared, ok := c.DeclaredSize()
	if !ok || declared >= c.Size {
		return 0
	}
	return c.Size - declared
}

// HeaderEnd returns the end of the header and its section table: of the part of it that was read.
func (c *Container) HeaderEnd() int64 { return c.headerEnd }

// TableOffset returns where the section table starts, at the end of the header's fields.
func (c *Container) TableOffset() int64 { return c.headerEnd - int64(len(c.Sections))*entrySize }

// EndTag returns where the end tag of the archive is, found at the place where the header says that it
// must be, or at the end of the file where the declared size is not known. Looked is false if that place
// is not there.
func (c *Container) EndTag() (offset int64, found, looked bool) {
	return c.endTag.offset, c.endTag.found, c.endTag.looked
}

func (c *Container) notChecked(what, why string) {
	c.NotChecked = append(c.NotChecked, result.NotChecked{What: what, Why: why})
}

// Section returns the first section of a name.
func (c *Container) Section(name string) (Section, bool) {
	for _, s := range c.Sections {
		if s.Name == name {
			return s, true
		}
	}
	return Section{}, false
}
