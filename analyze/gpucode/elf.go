package gpucode

import (
	"encoding/binary"
	"errors"
)

// Machine types of ELF images in plans.
const (
	machineX86   = 62
	machineARM64 = 183
	machineCUDA  = 190
)

const (
	elfMagic         = "\x7fELF"
	elfHeaderSize    = 64
	elfSegmentSize   = 56
	elfSectionSize   = 64
	sectionSymbols   = 2 // SHT_SYMTAB
	sectionStrings   = 3 // SHT_STRTAB
	sectionNoBits    = 8 // SHT_NOBITS: takes no bytes in the image
	extendedNumber   = 0xffff
	minCUDATypeOwn   = 0xff00 // types of NVIDIA's own
	elfTypeRelocated = 1
	elfTypeExec      = 2
	elfTypeDynamic   = 3
)

// errNotImage says that something with the magic of an image is none: the normal fate of a candidate.
var errNotImage = errors.New("not an image")

// elfHeader is the header of a 64-bit little-endian ELF image: the only form that code for GPUs has.
type elfHeader struct {
	osABI, abiVersion byte
	machine           uint16
	flags             uint32
	segments          elfTable
	sections          elfTable
	names             uint32 // index of the section that holds the sections' names
}

// elfTable is where a table of headers stands in an image.
type elfTable struct{ offset, count int64 }

// parseELFHeader checks all that 64 bytes can tell, so that the magic in compressed or random bytes is not
// taken for an image.
func parseELFHeader(b []byte) (elfHeader, error) {
	if len(b) < elfHeaderSize || !maybeELF(b) {
		return elfHeader{}, errNotImage
	}
	little := binary.LittleEndian
	header := elfHeader{
		osABI: b[7], abiVersion: b[8],
		machine: little.Uint16(b[18:]),
		flags:   little.Uint32(b[48:]),
		names:   uint32(little.Uint16(b[62:])),
	}
	segments, sections := little.Uint64(b[32:]), little.Uint64(b[40:])
	header.segments.count, header.sections.count = int64(little.Uint16(b[56:])), int64(little.Uint16(b[60:]))
	const most = 1 << 62 // so that sums of an offset and a table cannot overflow
	switch {
	case segments > most, sections > most,
		little.Uint16(b[52:]) != elfHeaderSize,
		header.segments.count > 0 && (little.Uint16(b[54:]) != elfSegmentSize || segments < elfHeaderSize),
		sections < elfHeaderSize, little.Uint16(b[58:]) != elfSectionSize:
		return elfHeader{}, errNotImage
	}
	header.segments.offset, header.sections.offset = int64(segments), int64(sections)
	return header, nil
}

// elfProbe is how many bytes maybeELF looks at.
const elfProbe = 24

// maybeELF is the first test of a candidate, on the bytes around its magic.
func maybeELF(b []byte) bool {
	if len(b) < elfProbe || string(b[:7]) != elfMagic+"\x02\x01\x01" {
		return false
	}
	kind := binary.LittleEndian.Uint16(b[16:])
	switch binary.LittleEndian.Uint16(b[18:]) {
	case machineCUDA:
		return kind == elfTypeRelocated || kind == elfTypeExec || kind >= minCUDATypeOwn
	case machineX86, machineARM64:
		return kind == elfTypeExec || kind == elfTypeDynamic
	}
	return false
}
