package onnx

import (
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// field is one record of a message: its number, how it is written, and where.
type field struct {
	number protowire.Number
	wire   protowire.Type
	// start and end enclose the record, payload is where the bytes of a length-delimited one start.
	start, payload, end int64
	// value is that of a number.
	value uint64
}

// maxDepth is how deep groups, types and graphs may be nested in themselves.
const maxDepth = 64

const (
	maxTag    = 10 // bytes
	maxVarint = 10
)

// fields calls handle for every record of a message. It checks that each lies within the message.
func (w *window) fields(message span, handle func(field) error) error {
	for at := message.start; at < message.end; {
		f, err := w.field(at, message.end, 0)
		if err != nil {
			return err
		}
		if err := handle(f); err != nil {
			return err
		}
		at = f.end
	}
	return nil
}

// field reads the record at an offset. end is that of the message around it.
func (w *window) field(at, end int64, depth int) (field, error) {
	head, err := w.at(at, int(min(maxTag+maxVarint, end-at)))
	if err != nil {
		return field{}, err
	}
	number, wire, n := protowire.ConsumeTag(head)
	if n < 0 {
		return field{}, malformed(at, "no tag of a field")
	}
	f := field{number: number, wire: wire, start: at, payload: at + int64(n)}
	switch wire {
	case protowire.VarintType:
		f.value, n = protowire.ConsumeVarint(head[n:])
	case protowire.Fixed32Type:
		var value uint32
		value, n = protowire.ConsumeFixed32(head[n:])
		f.value = uint64(value)
	case protowire.Fixed64Type:
		f.value, n = protowire.ConsumeFixed64(head[n:])
	case protowire.BytesType:
		var length uint64
		if length, n = protowire.ConsumeVarint(head[n:]); n >= 0 {
			f.payload += int64(n)
			if length > uint64(end-f.payload) {
				return field{}, malformed(at, "field %d has %d bytes, its message only %d more,", number, length, end-f.payload)
			}
			f.end = f.payload + int64(length)
			return f, nil
		}
	case protowire.StartGroupType:
		f.end, err = w.group(f.payload, end, number, depth)
		return f, err
	default:
		return field{}, malformed(at, "field %d has wire type %d", number, wire)
	}
	if n < 0 {
		return field{}, malformed(at, "field %d ends behind its message or is no number", number)
	}
	f.end = f.payload + int64(n)
	return f, nil
}

// group returns where a group ends, whose records start at an offset. No field of a model is a group, but
// one that is unknown may be.
func (w *window) group(at, end int64, number protowire.Number, depth int) (int64, error) {
	if depth == maxDepth {
		return 0, tooDeep(at, "groups")
	}
	for at < end {
		head, err := w.at(at, int(min(maxTag, end-at)))
		if err != nil {
			return 0, err
		}
		if inner, wire, n := protowire.ConsumeTag(head); n > 0 && wire == protowire.EndGroupType {
			if inner != number {
				return 0, malformed(at, "group %d ends as %d", number, inner)
			}
			return at + int64(n), nil
		}
		f, err := w.field(at, end, depth+1)
		if err != nil {
			return 0, err
		}
		at = f.end
	}
	return 0, malformed(end, "group %d has no end", number)
}

func tooDeep(offset int64, what string) error {
	return &FormatError{Offset: offset, What: what + " are nested more than 64 deep", Limit: true}
}

// bytes says that a record is length-delimited: a text, a message, or packed numbers.
func (f field) bytes() bool { return f.wire == protowire.BytesType }

func (f field) size() int64 { return f.end - f.payload }

// int is the value of an integer field; false for a record of another type, which is no such field.
func (f field) int() (int64, bool) { return int64(f.value), f.wire == protowire.VarintType }

func (f field) float() (float32, bool) {
	return math.Float32frombits(uint32(f.value)), f.wire == protowire.Fixed32Type
}
