package wrap

import (
	"encoding/binary"
	"fmt"

	"github.com/planlint/planlint/analyze/container"
)

// pickle looks through a pickle, or the JSON of an exported program, for plans: as base64 text, as
// Torch-TensorRT writes them, as bytes, or as bytes that an old protocol had to write as text.
func (f *finder) pickle(s source) ([]Plan, error) {
	var found members
	err := f.scan(s, planAnchors(), func(at int64) (int64, error) {
		record, err := f.recordAt(s, at)
		if err != nil || record == nil {
			return at + 1, err
		}
		inner := s
		if count := len(found.plans); count > 0 {
			inner = inner.named(fmt.Sprintf("plan %d", count+1))
		}
		plans, err := record.find(inner)
		return at + record.length, found.add(inner.wrapped(record.wrapper()), plans, err)
	})
	err = found.cut(s.wrapped("pickle"), err)
	if err != nil {
		found.close()
		return nil, err
	}
	switch len(found.plans) {
	case 0:
		return nil, without("a Python pickle without a plan")
	case 1:
	default:
		found.plans[0].Member = s.named("plan 1").member
	}
	return found.plans, nil
}

// planAnchors are the bytes that a plan starts with, as they are and in base64.
func planAnchors() [][]byte {
	return append(base64Tags(), []byte("ftrt\x00\x00\x00\x00"), []byte("vtrt\x00\x00\x00\x00"))
}

// Opcodes of Python's pickle that are followed by a length and that many bytes. The small forms, with a
// length of one byte, cannot hold a plan.
const (
	opText       = 'X'  // 4 bytes of length, UTF-8
	opLongText   = 0x8d // 8 bytes of length, UTF-8
	opBytes      = 'B'  // 4 bytes of length
	opLongBytes  = 0x8e // 8 bytes of length
	opLongArray  = 0x96 // 8 bytes of length
	opBinString  = 'T'  // 4 bytes of length
	shortLength  = 4
	longLength   = 8
	longestFrame = 1 + longLength
)

// frame is what stands before a value in a pickle.
type frame struct {
	known  bool
	text   bool
	length int64
}

// frameBefore reads the opcode and the length before a place. It is unknown where they make no sense, as
// in JSON.
func frameBefore(s source, at int64) (frame, error) {
	size := min(longestFrame, at)
	before, err := readAt(s.reader, at-size, size)
	if err != nil {
		return frame{}, fmt.Errorf("read at byte %d: %w", at-size, err)
	}
	fits := func(length uint64) bool { return length >= minPlan && length <= uint64(s.size-at) }
	if size >= 1+longLength {
		length := binary.LittleEndian.Uint64(before[size-longLength:])
		if op := before[size-longLength-1]; (op == opLongText || op == opLongBytes || op == opLongArray) && fits(length) {
			return frame{true, op == opLongText, int64(length)}, nil
		}
	}
	if size >= 1+shortLength {
		length := uint64(binary.LittleEndian.Uint32(before[size-shortLength:]))
		if op := before[size-shortLength-1]; (op == opText || op == opBytes || op == opBinString) && fits(length) {
			return frame{true, op == opText, int64(length)}, nil
		}
	}
	return frame{}, nil
}

// minPlan is the size in bytes of the header that every plan has.
const minPlan = 28

// recordAt tells how a plan that starts at a place is written there; nil if it is none.
func (f *finder) recordAt(s source, at int64) (*record, error) {
	head, err := readAt(s.reader, at, min(minPlan, s.size-at))
	if err != nil {
		return nil, fmt.Errorf("read at byte %d: %w", at, err)
	}
	frame, err := frameBefore(s, at)
	if err != nil {
		return nil, err
	}
	r := &record{finder: f, at: at, length: frame.length}
	switch {
	case !container.HasTag(head):
		r.kind = recordBase64
		if !frame.known {
			r.length, err = f.base64Length(s, at)
		}
		if r.length < 2*minPlan {
			return nil, err
		}
	case frame.text:
		r.kind = recordLatin1
	case frame.known:
		r.kind = recordBytes
	default:
		// Bytes without a length before them: the plan's own length is all that there is.
		r.kind = recordBytes
		r.length = declaredSize(head, s.size-at)
		if r.length == 0 {
			return nil, nil
		}
	}
	return r, err
}

// declaredSize returns the size in a plan's header, if it fits into what there is; else 0.
func declaredSize(head []byte, limit int64) int64 {
	if len(head) < minPlan {
		return 0
	}
	declared := binary.LittleEndian.Uint64(head[16:])
	if declared < minPlan || declared > uint64(limit) {
		return 0
	}
	return int64(declared)
}
