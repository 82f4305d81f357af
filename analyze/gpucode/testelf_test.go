package gpucode

import "encoding/binary"

// testELF builds small images for tests that need no toolkit.
type testELF struct {
	machine  uint16
	flags    uint32
	kernels  []string // each with 32 bytes of code
	stripped bool     // no symbol table
}

func (e testELF) bytes() []byte {
	little := binary.LittleEndian
	image := make([]byte, elfHeaderSize)
	names, strings := []byte{0}, []byte{0}
	sections := make([]byte, elfSectionSize)
	add := func(name string, kind uint32, link uint32, content []byte) {
		header := make([]byte, elfSectionSize)
		little.PutUint32(header, uint32(len(names)))
		little.PutUint32(header[4:], kind)
		little.PutUint64(header[24:], uint64(len(image)))
		little.PutUint64(header[32:], uint64(len(content)))
		little.PutUint32(header[40:], link)
		names = append(append(names, name...), 0)
		sections = append(sections, header...)
		image = append(image, content...)
	}
	symbols := make([]byte, symbolSize)
	for i, kernel := range e.kernels {
		add(textSection+kernel, 1, 0, make([]byte, 32))
		symbol := make([]byte, symbolSize)
		little.PutUint32(symbol, uint32(len(strings)))
		symbol[4], symbol[5] = 1<<4|symbolFunc, symbolEntry
		little.PutUint16(symbol[6:], uint16(i+1))
		little.PutUint64(symbol[16:], 32)
		symbols = append(symbols, symbol...)
		strings = append(append(strings, kernel...), 0)
	}
	count := len(e.kernels) + 1
	if !e.stripped {
		add(".strtab", 3, 0, strings)
		add(".symtab", sectionSymbols, uint32(count), symbols)
		count += 2
	}
	add(".shstrtab", 3, 0, nil)
	little.PutUint64(sections[len(sections)-elfSectionSize+32:], uint64(len(names)))
	image = append(image, names...)

	copy(image, elfMagic+"\x02\x01\x01\x33\x07")
	little.PutUint16(image[16:], elfTypeExec)
	little.PutUint16(image[18:], e.machine)
	little.PutUint32(image[20:], 1)
	little.PutUint64(image[40:], uint64(len(image)))
	little.PutUint32(image[48:], e.flags)
	little.PutUint16(image[52:], elfHeaderSize)
	little.PutUint16(image[54:], elfSegmentSize)
	little.PutUint16(image[58:], elfSectionSize)
	little.PutUint16(image[60:], uint16(count+1))
	little.PutUint16(image[62:], uint16(count))
	return append(image, sections...)
}

// testFatbin builds a fat binary of uncompressed entries for one architecture each.
func testFatbin(sm uint32, images ...[]byte) []byte {
	little := binary.LittleEndian
	fatbin := make([]byte, fatbinHeaderSize)
	copy(fatbin, fatbinMagic+"\x01\x00\x10\x00")
	for _, image := range images {
		header := make([]byte, entryHeaderSize)
		little.PutUint16(header, entryELF)
		little.PutUint16(header[2:], 0x101)
		little.PutUint32(header[4:], entryHeaderSize)
		little.PutUint64(header[8:], uint64(len(image)))
		little.PutUint32(header[28:], sm)
		little.PutUint64(header[40:], 0x11)
		fatbin = append(append(fatbin, header...), image...)
	}
	little.PutUint64(fatbin[8:], uint64(len(fatbin)-fatbinHeaderSize))
	return fatbin
}
