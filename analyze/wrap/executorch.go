package wrap

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/planlint/planlint/analyze/container"
)

// A delegate blob of Torch-TensorRT for ExecuTorch: a header of 32 bytes, metadata as JSON, the plan at a
// multiple of 16. The second magic marks metadata that a reader must not ignore.
const (
	delegateMagic        = "TR01"
	delegateMagicAliased = "TR02"
	delegateHeaderSize   = 32
	delegateAlignment    = 16
)

type delegateHeader struct {
	metadataOffset, metadataSize, engineOffset int64
	engineSize                                 uint64
}

func readDelegateHeader(head []byte) (delegateHeader, bool) {
	if len(head) < delegateHeaderSize {
		return delegateHeader{}, false
	}
	return delegateHeader{
		metadataOffset: int64(binary.LittleEndian.Uint32(head[4:])),
		metadataSize:   int64(binary.LittleEndian.Uint32(head[8:])),
		engineOffset:   int64(binary.LittleEndian.Uint32(head[12:])),
		engineSize:     binary.LittleEndian.Uint64(head[16:]),
	}, true
}

// consistent reports whether the parts follow each other as the format wants them.
func (h delegateHeader) consistent() bool {
	return h.metadataOffset >= delegateHeaderSize && h.metadataOffset+h.metadataSize <= h.engineOffset &&
		h.engineOffset%delegateAlignment == 0
}

// fits reports whether the plan lies within size bytes from the blob's start.
func (h delegateHeader) fits(size int64) bool {
	return h.engineOffset <= size && h.engineSize <= uint64(size-h.engineOffset)
}

func (f *finder) delegate(s source, head []byte) ([]Plan, error) {
	header, ok := readDelegateHeader(head)
	if !ok {
		return nil, cutOff("ExecuTorch blob: %d bytes, shorter than its header", s.size)
	}
	if !header.consistent() {
		return nil, damaged("ExecuTorch blob: its header places %d bytes of metadata at %d and the plan at %d",
			header.metadataSize, header.metadataOffset, header.engineOffset)
	}
	if !header.fits(s.size) {
		return nil, cutOff("ExecuTorch blob: its header places %d bytes of plan at %d, but there are %d bytes",
			header.engineSize, header.engineOffset, s.size)
	}
	return f.find(s.inside("executorch", header.engineOffset, int64(header.engineSize)))
}

// isProgram tells an ExecuTorch program, a flatbuffer, by the identifier of its schema.
func isProgram(head []byte) bool {
	return len(head) >= 8 && string(head[4:6]) == "ET" && isDigit(head[6]) && isDigit(head[7])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// program finds the delegate blobs in an ExecuTorch program by their headers: where they lie depends on
// the version of its schema.
func (f *finder) program(s source) ([]Plan, error) {
	var found members
	count := 0
	err := f.scan(s, [][]byte{[]byte("TR0")}, func(at int64) (next int64, err error) {
		blob, ok, err := delegateAt(s, at)
		if err != nil || !ok {
			return at + 1, err
		}
		blob = blob.named(fmt.Sprintf("delegate %d", count))
		count++
		return blob.offset - s.offset + blob.size, found.add(blob, []Plan{blob.plan()}, nil)
	})
	err = found.cut(s.wrapped("executorch"), err)
	if err != nil {
		found.close()
		return nil, err
	}
	if len(found.plans) == 0 {
		return nil, without("an ExecuTorch program without a plan")
	}
	return found.plans, nil
}

// delegateAt returns the plan of a blob that starts at an offset, if one does.
func delegateAt(s source, at int64) (plan source, ok bool, err error) {
	head, err := readAt(s.reader, at, min(delegateHeaderSize, s.size-at))
	if err != nil {
		return source{}, false, fmt.Errorf("read at byte %d: %w", at, err)
	}
	header, ok := readDelegateHeader(head)
	if !ok || !bytes.HasPrefix(head, []byte(delegateMagic)) && !bytes.HasPrefix(head, []byte(delegateMagicAliased)) ||
		!header.consistent() || !header.fits(s.size-at) {
		return source{}, false, nil
	}
	plan = s.inside("executorch", at+header.engineOffset, int64(header.engineSize))
	tag, err := plan.head()
	if err != nil {
		return source{}, false, fmt.Errorf("read at byte %d: %w", at+header.engineOffset, err)
	}
	return plan, container.HasTag(tag), nil
}
