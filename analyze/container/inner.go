package container

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// Inner is the archive inside the ENGN section, in the older format that used to be the whole plan.
type Inner struct {
	// Offset is where its tag "ptrt" stands.
	Offset int64
	// SerializationVersion is the number that TensorRT names when it refuses a plan of another version.
	SerializationVersion uint64
	// ContentSize is the size that it declares for what follows its header, with the end tag.
	ContentSize uint64
}

const (
	innerHeaderRTX      = 20 // tag, serialization version (4), content size (8), 0 (4)
	innerHeaderTensorRT = 24 // tag, 0 (4), serialization version (8), content size (8)
	whatInner           = "start of the engine"
	alignment           = 8 // of sections, so up to 7 bytes of padding
)

// ReadInner reads the start of the ENGN section, wherever it is. Parse does that itself if the section
// starts in the first or last MiB; behind an embedded lean runtime it may not.
func (c *Container) ReadInner(r io.ReaderAt) error {
	section, ok := c.Section(SectionEngine)
	if !ok || section.Size < innerHeaderTensorRT || section.Offset > c.Size-innerHeaderTensorRT {
		return nil
	}
	var start [innerHeaderTensorRT]byte
	if err := readFull(r, start[:], section.Offset); err != nil {
		return err
	}
	c.Inner = decodeInner(start[:], c.Family, section)
	c.NotChecked = slices.DeleteFunc(c.NotChecked, func(n result.NotChecked) bool { return n.What == whatInner })
	return nil
}

// decodeInner reads the start of the ENGN section; nil if it is no inner archive.
func decodeInner(start []byte, family Family, section Section) *Inner {
	if len(start) < innerHeaderTensorRT || string(start[:tagSize]) != tagInner {
		return nil
	}
	inner := &Inner{Offset: section.Offset}
	if family == FamilyRTX {
		inner.SerializationVersion = uint64(binary.LittleEndian.Uint32(start[4:]))
		inner.ContentSize = binary.LittleEndian.Uint64(start[8:])
		return inner
	}
	inner.SerializationVersion = binary.LittleEndian.Uint64(start[8:])
	inner.ContentSize = binary.LittleEndian.Uint64(start[16:])
	return inner
}

// FindEndTagBefore looks for the plan's end tag right before end, which may be the start of a zero run:
// up to 7 zero bytes of alignment may lie between. Offset is where the tag starts.
func (c *Container) FindEndTagBefore(r io.ReaderAt, end int64) (offset int64, found bool, err error) {
	if end < 0 || end > c.Size {
		return 0, false, nil
	}
	from := max(0, end-tagSize-(alignment-1))
	if end-from < tagSize {
		return 0, false, nil
	}
	var window [tagSize + alignment - 1]byte
	buf := window[:end-from]
	if err := readFull(r, buf, from); err != nil {
		return 0, false, err
	}
	tag := outerEndTag()
	at := bytes.LastIndex(buf, tag[:])
	if at < 0 || !allZero(buf[at+tagSize:]) {
		return 0, false, nil
	}
	return from + int64(at), true, nil
}
