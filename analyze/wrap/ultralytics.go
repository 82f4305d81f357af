package wrap

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"github.com/planlint/planlint/analyze/container"
)

// The exporter writes the length of its metadata in 4 bytes, the metadata as JSON, and the plan.
// Lengths from 16 MiB on are not believed: the four bytes are then text that happens to precede a brace.
const (
	ultralyticsPrefix  = 4
	maxUltralyticsJSON = 1<<24 - 1
)

func isUltralytics(head []byte) bool {
	if len(head) < ultralyticsPrefix+2 || head[ultralyticsPrefix] != '{' {
		return false
	}
	length := binary.LittleEndian.Uint32(head)
	next := head[ultralyticsPrefix+1]
	return length >= 2 && length <= maxUltralyticsJSON && (next == '"' || next == '}' || next == ' ' || next == '\n')
}

func (f *finder) ultralytics(s source, head []byte) ([]Plan, error) {
	length := int64(binary.LittleEndian.Uint32(head))
	start := ultralyticsPrefix + length
	if start > s.size {
		return nil, cutOff("Ultralytics wrapper: its JSON should end at byte %d, but the file has %d bytes", start, s.size)
	}
	metadata, err := readAt(s.reader, ultralyticsPrefix, length)
	if err != nil {
		return nil, fmt.Errorf("read the JSON of an Ultralytics wrapper: %w", err)
	}
	if !json.Valid(metadata) {
		return nil, damaged("Ultralytics wrapper: the %d bytes after the length are not JSON", length)
	}
	if start == s.size {
		return nil, cutOff("Ultralytics wrapper: the file ends after the %d bytes of JSON, without a plan", length)
	}
	inner := s.inside("ultralytics", start, s.size-start)
	tag, err := inner.head()
	if err != nil {
		return nil, fmt.Errorf("read what follows the JSON of an Ultralytics wrapper: %w", err)
	}
	if !container.HasTag(tag) {
		return nil, without("an Ultralytics wrapper without a plan behind its JSON")
	}
	return []Plan{inner.plan()}, nil
}
