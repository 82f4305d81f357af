package gpucode

import (
	"bytes"
	"encoding/binary"
	"strings"
)

const (
	symbolSize   = 24
	symbolFunc   = 2    // STT_FUNC
	symbolEntry  = 0x10 // STO_CUDA_ENTRY in st_other: callable from the host
	textSection  = ".text."
	nameReadSize = 256 // most names fit
)

// kernels calls found with every entry point of a GPU image: its name, and where its code is in the image.
// Images whose symbol table was stripped still name their kernels in the names of their sections.
func (e *elfImage) kernels(w *window, found func(name string, offset, size int64) bool) error {
	if e.machine != machineCUDA {
		return nil
	}
	headers, names := w.another(0), w.another(1)
	if e.symbols.size >= symbolSize {
		return e.kernelsBySymbol(w, headers, names, found)
	}
	return e.kernelsBySection(headers, names, found)
}

func (e *elfImage) kernelsBySymbol(w, headers, names *window, found func(string, int64, int64) bool) error {
	if int64(e.symbols.link) >= e.sections.count {
		return nil
	}
	table, err := e.section(headers, int64(e.symbols.link))
	if err != nil {
		return err
	}
	for i := range min(e.symbols.size/symbolSize, maxSymbols) {
		b, err := w.bytes(e.symbols.offset+i*symbolSize, symbolSize)
		if err != nil {
			return err
		}
		section := int64(binary.LittleEndian.Uint16(b[6:]))
		if b[4]&0xf != symbolFunc || b[5]&symbolEntry == 0 || section == 0 || section >= e.sections.count {
			continue
		}
		nameAt := int64(binary.LittleEndian.Uint32(b))
		value, size := binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:])
		code, err := e.section(headers, section)
		if err != nil {
			return err
		}
		if value > uint64(code.size) || size > uint64(code.size)-value || code.kind == sectionNoBits {
			continue
		}
		name, err := nameIn(names, table, nameAt)
		if err != nil {
			return err
		}
		if name != "" && !found(name, code.offset+int64(value), int64(size)) {
			return nil
		}
	}
	return nil
}

func (e *elfImage) kernelsBySection(headers, names *window, found func(string, int64, int64) bool) error {
	for i := int64(1); i < e.sections.count; i++ {
		section, err := e.section(headers, i)
		if err != nil {
			return err
		}
		if section.kind == sectionNoBits || section.kind == 0 {
			continue
		}
		name, err := nameIn(names, e.nameTab, int64(section.name))
		if err != nil {
			return err
		}
		kernel, ok := strings.CutPrefix(name, textSection)
		if ok && kernel != "" && !found(kernel, section.offset, section.size) {
			return nil
		}
	}
	return nil
}

// nameIn returns the string at an offset of a table of strings; empty if there is none, if it does not end,
// or if it is no printable text.
func nameIn(w *window, table elfSection, at int64) (string, error) {
	if at < 0 || at >= table.size {
		return "", nil
	}
	for length := int64(nameReadSize); ; length = maxSymbolLength {
		b, err := w.upTo(table.offset+at, int(min(length, table.size-at)))
		if err != nil {
			return "", err
		}
		if end := bytes.IndexByte(b, 0); end >= 0 {
			if !printable(b[:end]) {
				return "", nil
			}
			return string(b[:end]), nil
		}
		if length == maxSymbolLength {
			return "", nil
		}
	}
}

// printable tells whether a name is of visible ASCII, as every symbol of a compiler is.
func printable(name []byte) bool {
	for _, c := range name {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}
