package container

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Engine is what the start of the ENGN section of TensorRT 8.6.1 says. Other versions have other fields
// there, which were not measured or say none of this.
type Engine struct {
	// Capability is the compute capability of the GPU that the plan was built on, such as "9.0". A plan
	// built for one GPU may hold code for others too.
	Capability string
	// HardwareCompatibility is the level that was asked for: 0 for none, 1 for Ampere and newer.
	HardwareCompatibility int32
	// WeightsOffset is where the weights of the engine lie, WeightsSize how many bytes they are.
	WeightsOffset, WeightsSize int64
}

// engineStart is more than the fields of Engine take, from the start of the section.
const engineStart = 512

// Types of the elements in the inner archive, which is a stream of values that name their types.
const (
	typeByte          = 0x02
	typeInt           = 0x07
	typeLong          = 0x09
	typeDevice        = 0x10
	typeDevices       = 0x12
	typeWeights       = 0xb0
	typeCompatibility = 0xe5
)

// payload gives the size in bytes of the values that have no parts.
var payload = map[uint16]int{0x02: 1, 0x03: 1, 0x04: 2, 0x05: 2, 0x06: 4, 0x07: 4, 0x08: 8, 0x09: 8, 0x0a: 1, 0x0b: 4, 0x0c: 1}

// readEngine reads the fields at the start of the section; nil if they are not as they were measured.
func readEngine(r io.ReaderAt, section Section) (*Engine, error) {
	start := make([]byte, min(engineStart, section.Size))
	if err := readFull(r, start, section.Offset); err != nil {
		return nil, err
	}
	s := stream{data: start, at: innerHeaderTensorRT}
	for range 4 { // the version once more
		s.value(typeByte)
	}
	var e Engine
	s.open(typeCompatibility)
	e.HardwareCompatibility = int32(s.value(typeInt))
	s.open(typeDevices)
	s.open(typeDevice)
	e.Capability = fmt.Sprintf("%d.%d", int32(s.value(typeInt)), int32(s.value(typeInt)))
	s.skipTo(typeDevice)
	s.close(typeDevices)
	s.open(typeWeights)
	e.WeightsSize = int64(s.value(typeLong))
	e.WeightsOffset = section.Offset + int64(s.at)
	if s.failed || e.WeightsSize < 0 || e.WeightsSize > section.End()-e.WeightsOffset {
		return nil, nil
	}
	return &e, nil
}

// stream reads elements one after the other. What does not fit sets failed, and everything after it is 0.
type stream struct {
	data   []byte
	at     int
	failed bool
}

// word returns the next two bytes.
func (s *stream) word() uint16 {
	if s.failed || len(s.data)-s.at < 2 {
		s.failed = true
		return 0
	}
	s.at += 2
	return binary.LittleEndian.Uint16(s.data[s.at-2:])
}

// open expects an element of a kind, whose parts or value follow.
func (s *stream) open(kind uint16) {
	if s.word() != 0x8000|kind || s.word() != 1 {
		s.failed = true
	}
}

// close expects the end of an object: the complement of its start.
func (s *stream) close(kind uint16) {
	if s.word() != ^(0x8000 | kind) {
		s.failed = true
	}
}

// value expects a value of a kind and returns it.
func (s *stream) value(kind uint16) uint64 {
	s.open(kind)
	size := payload[kind]
	if s.failed || len(s.data)-s.at < size {
		s.failed = true
		return 0
	}
	var wide [8]byte
	copy(wide[:], s.data[s.at:s.at+size])
	s.at += size
	return binary.LittleEndian.Uint64(wide[:])
}

// skipTo skips values up to the end of an object of a kind.
func (s *stream) skipTo(kind uint16) {
	for !s.failed {
		next := s.word()
		if next == ^(0x8000 | kind) {
			return
		}
		size, ok := payload[next&^0x8000]
		if !ok || next&0x8000 == 0 || s.word() != 1 || len(s.data)-s.at < size {
			s.failed = true
			return
		}
		s.at += size
	}
}
