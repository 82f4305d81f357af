package gpucode

import (
	"encoding/binary"
	"fmt"
)

// elfImage is an ELF image whose tables all lie inside the bytes there are.
type elfImage struct {
	elfHeader
	size    int64      // bytes from the header to the end of what stands last
	symbols elfSection // the symbol table; none if size is 0
	nameTab elfSection // the section names
	compat  elfSection // .nv.compat, which CUDA 13 writes
}

// elfSection is what is needed of a section's header.
type elfSection struct {
	name, kind, link uint32
	offset, size     int64
}

// readELF reads the image whose header is at the start of w. Errors other than errNotImage are the
// reader's.
func readELF(w *window) (*elfImage, error) {
	first, err := w.upTo(0, elfHeaderSize)
	if err != nil {
		return nil, err
	}
	header, err := parseELFHeader(first)
	if err != nil {
		return nil, err
	}
	image := &elfImage{elfHeader: header, size: elfHeaderSize}
	if err := image.number(w); err != nil {
		return nil, err
	}
	if err := image.measureSegments(w); err != nil {
		return nil, err
	}
	if err := image.measureSections(w); err != nil {
		return nil, err
	}
	return image, nil
}

// number reads the counts that do not fit into the header, which then stand in the first section.
func (e *elfImage) number(w *window) error {
	if e.sections.count != 0 && e.names != extendedNumber {
		return nil
	}
	first, err := e.section(w, 0)
	if err != nil {
		return err
	}
	if e.sections.count == 0 {
		e.sections.count = first.size
	}
	if e.names == extendedNumber {
		e.names = first.link
	}
	if e.sections.count < 1 || e.sections.count > maxSections {
		return errNotImage
	}
	return nil
}

// grow makes the image reach to offset+size, if that lies inside the bytes there are.
func (e *elfImage) grow(w *window, offset, size int64) error {
	if offset < 0 || size < 0 || size > w.limit || offset > w.limit-size {
		return errNotImage
	}
	e.size = max(e.size, offset+size)
	return nil
}

func (e *elfImage) measureSegments(w *window) error {
	if e.segments.count == 0 {
		return nil
	}
	if err := e.grow(w, e.segments.offset, e.segments.count*elfSegmentSize); err != nil {
		return err
	}
	for i := range e.segments.count {
		b, err := w.bytes(e.segments.offset+i*elfSegmentSize, elfSegmentSize)
		if err != nil {
			return err
		}
		offset, size := int64(binary.LittleEndian.Uint64(b[8:])), int64(binary.LittleEndian.Uint64(b[32:]))
		if size == 0 { // a segment of zeros has no place in the image
			continue
		}
		if err := e.grow(w, offset, size); err != nil {
			return err
		}
	}
	return nil
}

func (e *elfImage) measureSections(w *window) error {
	if err := e.grow(w, e.sections.offset, e.sections.count*elfSectionSize); err != nil {
		return err
	}
	if int64(e.names) >= e.sections.count {
		return errNotImage
	}
	for i := range e.sections.count {
		section, err := e.section(w, i)
		if err != nil {
			return err
		}
		if i == 0 || section.kind == sectionNoBits || section.kind == 0 {
			continue
		}
		if err := e.grow(w, section.offset, section.size); err != nil {
			return err
		}
		switch {
		case i == int64(e.names) && section.kind == sectionStrings:
			e.nameTab = section
		case section.kind == sectionSymbols && e.symbols.size == 0:
			e.symbols = section
		case section.kind == sectionCompat:
			e.compat = section
		}
	}
	return e.checkNames(w)
}

// checkNames makes sure that the sections' names are a table of strings, which starts with an empty one:
// a header that only happens to point inside of a plan has none.
func (e *elfImage) checkNames(w *window) error {
	if e.nameTab.size == 0 {
		return errNotImage
	}
	first, err := w.bytes(e.nameTab.offset, 1)
	if err != nil {
		return err
	}
	if first[0] != 0 {
		return errNotImage
	}
	return nil
}

// section reads one section header.
func (e *elfImage) section(w *window, index int64) (elfSection, error) {
	offset := e.sections.offset + index*elfSectionSize
	if offset > w.limit-elfSectionSize {
		return elfSection{}, errNotImage
	}
	b, err := w.bytes(offset, elfSectionSize)
	if err != nil {
		return elfSection{}, fmt.Errorf("section header %d: %w", index, err)
	}
	little := binary.LittleEndian
	return elfSection{
		name: little.Uint32(b), kind: little.Uint32(b[4:]), link: little.Uint32(b[40:]),
		offset: int64(little.Uint64(b[24:])), size: int64(little.Uint64(b[32:])),
	}, nil
}
