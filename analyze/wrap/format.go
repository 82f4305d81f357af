package wrap

import (
	"bytes"
	"encoding/binary"

	"github.com/planlint/planlint/analyze/container"
)

// headSize is how many first bytes of a file are enough to tell what it is.
const headSize = 512

// format is a kind of file that may hold a plan.
type format int

const (
	formatUnknown format = iota
	formatUltralytics
	formatBase64
	formatDelegate
	formatProgram
	formatZip
	formatPickle
	formatGzip
	formatZstd
	formatONNX
	formatXz
	formatBzip2
)

// MaybePlan reports whether a file that starts with head, its first 512 bytes or all that there are, is
// a plan or a format that may hold one. Only Find knows for sure.
func MaybePlan(head []byte) bool {
	if container.HasTag(head) {
		return true
	}
	switch formatOf(head) {
	case formatUnknown, formatXz, formatBzip2:
		return false
	}
	return true
}

// formatOf tells a format by the first bytes of a file that is no bare plan.
func formatOf(head []byte) format {
	for _, known := range []struct {
		magic string
		kind  format
	}{
		{"PK\x03\x04", formatZip}, {"PK\x05\x06", formatZip}, {"PK\x06\x06", formatZip},
		{"\x1f\x8b\x08", formatGzip}, {"\x28\xb5\x2f\xfd", formatZstd},
		{"\xfd7zXZ\x00", formatXz}, {"BZh", formatBzip2},
		{delegateMagic, formatDelegate}, {delegateMagicAliased, formatDelegate},
	} {
		if bytes.HasPrefix(head, []byte(known.magic)) {
			return known.kind
		}
	}
	switch {
	case isZstdSkippable(head):
		return formatZstd
	case isBase64Plan(head):
		return formatBase64
	case isProgram(head):
		return formatProgram
	case isPickle(head):
		return formatPickle
	case isUltralytics(head):
		return formatUltralytics
	case isONNX(head):
		return formatONNX
	}
	return formatUnknown
}

// isZstdSkippable tells the frames that parallel compressors write before the data.
func isZstdSkippable(head []byte) bool {
	return len(head) >= 4 && binary.LittleEndian.Uint32(head)&^0xf == 0x184d2a50
}

// isPickle tells a Python pickle of protocol 2 to 5 by its first opcode and the one after it.
func isPickle(head []byte) bool {
	return len(head) >= 3 && head[0] == 0x80 && head[1] >= 2 && head[1] <= 5 &&
		bytes.IndexByte([]byte("}](c)XU\x8a\x8c\x95qK\x8d\x8e\x96BCNMJ"), head[2]) >= 0
}
