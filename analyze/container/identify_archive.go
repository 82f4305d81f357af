package container

import (
	"encoding/binary"
	"fmt"
)

// First elements of what TensorRT stores in its inner archive format, as measured: an engine starts with
// its version's bytes, a timing cache with a string (TensorRT 8.6.1) or a list of them (TensorRT-RTX).
const (
	elementByte   = 0x8002
	elementString = 0x8018
	elementList   = 0x8013
)

// identifyArchive recognises an inner archive that stands alone.
func identifyArchive(head []byte, size int64) string {
	if len(head) < tagSize || string(head[:tagSize]) != tagInner {
		return ""
	}
	version, element, ok := archiveStart(head, size)
	switch {
	case ok && (element == elementString || element == elementList):
		return fmt.Sprintf("a TensorRT timing cache (serialization version %d)", version)
	case ok && element == elementByte:
		return fmt.Sprintf("an engine without the header of a plan (tag %q, serialization version %d), as TensorRT before 8.6 wrote it; "+
			"build it again, or scan its bytes with --raw", tagInner, version)
	}
	return fmt.Sprintf("data with TensorRT's inner tag %q: a timing cache, or an engine of TensorRT before 8.6", tagInner)
}

// archiveStart returns the serialization version and the tag of the first element. The size that the archive
// declares tells which of the two forms of its header it has.
func archiveStart(head []byte, size int64) (version uint64, element uint16, ok bool) {
	if len(head) < innerHeaderTensorRT+2 {
		return 0, 0, false
	}
	short, content := binary.LittleEndian.Uint32(head[4:]), binary.LittleEndian.Uint64(head[8:])
	if short != 0 && content == uint64(size-innerHeaderRTX) {
		return uint64(short), binary.LittleEndian.Uint16(head[innerHeaderRTX:]), true
	}
	if binary.LittleEndian.Uint64(head[16:]) == uint64(size-innerHeaderTensorRT) {
		return binary.LittleEndian.Uint64(head[8:]), binary.LittleEndian.Uint16(head[innerHeaderTensorRT:]), true
	}
	return 0, 0, false
}
