package stream

import (
	"cmp"
	"slices"
)

// Place says what is at an offset of a section.
type Place uint8

// The places in a section.
const (
	Outside   Place = iota // not between Start and Limit
	InHeader               // the archive's header
	InBlob                 // a value of at least BlobSize bytes
	InSmall                // smaller values, and big ones that are not listed
	BehindEnd              // in the section, behind the stream's end tag
	Unread                 // behind the point where the stream stops making sense
)

// At says what is at an offset, and which big value if it is one.
func (s *Summary) At(offset int64) (Place, *Blob) {
	switch {
	case offset < s.Start || offset >= s.Limit:
		return Outside, nil
	case offset < s.Records:
		return InHeader, nil
	case offset >= s.End && s.Complete():
		return BehindEnd, nil
	case offset >= s.End:
		return Unread, nil
	}
	i, found := slices.BinarySearchFunc(s.Blobs, offset, func(b Blob, offset int64) int {
		if offset >= b.Payload && offset < b.End() {
			return 0
		}
		return cmp.Compare(b.Payload, offset)
	})
	if found {
		return InBlob, &s.Blobs[i]
	}
	return InSmall, nil
}
