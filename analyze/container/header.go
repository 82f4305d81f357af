package container

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Places in the header, in bytes from the start of a plan.
const (
	atHeaderVersion = 4
	atSectionCount  = 8
	atDeclaredSize  = 16
	atVersion       = 24
	atAfterVersion  = 28 // ftrt: 0; vtrt: the tag again
	atCapabilities  = 32 // vtrt only, like those below
	atCUDA          = 48
	atWeights       = 56

	minHeader     = 28 // up to and with the version
	tableTensorRT = 32
	tableRTX      = 64
	maxTableStart = 256 // how far a version that was not measured is searched for its table
)

// RTX holds what only the header of a TensorRT-RTX plan has.
type RTX struct {
	// Capabilities is the set of compute capabilities that the plan is for, as the bits in the header.
	Capabilities uint32
	// CUDA looks like the builder's CUDA version, 1000 x major + 10 x minor; 0 where it wrote none. That is
	// its value alone: what it does is not known, so it is kept in Unknown as well.
	CUDA uint32
	// WeightsBytes is the total that the header gives; 0 also for plans whose weights are streamed.
	WeightsBytes uint64
}

// tableStart returns where the section table of the family's measured versions starts.
func (f Family) tableStart() int {
	if f == FamilyRTX {
		return tableRTX
	}
	return tableTensorRT
}

// decodeHeader reads the fields before the section table, as far as head reaches.
func decodeHeader(head []byte, family Family, size int64) *Container {
	c := &Container{
		Size: size, Family: family, Tag: family.tag(),
		Unknown:   map[string]string{},
		headerEnd: int64(min(len(head), family.tableStart())),
	}
	if len(head) < minHeader {
		return c
	}
	c.HeaderVersion = binary.LittleEndian.Uint32(head[atHeaderVersion:])
	c.declared = binary.LittleEndian.Uint64(head[atDeclaredSize:])
	c.hasVersion = true
	c.Version = Version{head[atVersion], head[atVersion+1], head[atVersion+2], head[atVersion+3]}
	c.Measured = measuredLayout(family, c.Version) && c.HeaderVersion == 0
	if len(head) < family.tableStart() {
		return c
	}
	if c.HeaderVersion != 0 {
		c.keepUnknown(head, atHeaderVersion, atSectionCount)
	}
	if family == FamilyRTX {
		c.decodeRTX(head)
	} else if binary.LittleEndian.Uint32(head[atAfterVersion:]) != 0 {
		c.keepUnknown(head, atAfterVersion, tableTensorRT)
	}
	return c
}

func (c *Container) decodeRTX(head []byte) {
	if string(head[atAfterVersion:atCapabilities]) != tagRTX {
		c.keepUnknown(head, atAfterVersion, atCapabilities)
	}
	c.RTX = &RTX{
		Capabilities: binary.LittleEndian.Uint32(head[atCapabilities:]),
		CUDA:         binary.LittleEndian.Uint32(head[atCUDA:]),
		WeightsBytes: binary.LittleEndian.Uint64(head[atWeights:]),
	}
	for _, place := range [][2]int{{atCapabilities + 4, atCUDA}, {atCUDA, atCUDA + 4}, {atCUDA + 4, atWeights}} {
		if !allZero(head[place[0]:place[1]]) {
			c.keepUnknown(head, place[0], place[1])
		}
	}
	if _, unknown := c.Capabilities(); unknown != 0 {
		c.Unknown["capability_bits"] = fmt.Sprintf("%08x", unknown)
	}
}

// keepUnknown keeps head[from:to] as hex, in the order of the bytes in the file.
func (c *Container) keepUnknown(head []byte, from, to int) {
	c.Unknown[fmt.Sprintf("bytes_%d_%d", from, to-1)] = hex.EncodeToString(head[from:to])
}

func allZero(b []byte) bool {
	for _, x := range b {
		if x != 0 {
			return false
		}
	}
	return true
}
