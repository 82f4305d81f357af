package gpucode

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
)

// fatbin reads the fat binary at the window's start.
func (s *reading) fatbin(offset int64) (Image, error) {
	size, entries, err := readFatbin(s.window)
	if err != nil {
		return Image{}, err
	}
	image := Image{Kind: KindFatbin, Offset: offset, Size: size}
	s.inFatbin = make(map[string]bool)
	for _, entry := range entries {
		if err := s.entry(&image, entry); err != nil {
			return Image{}, fmt.Errorf("entry of a fat binary: %w", err)
		}
	}
	return image, nil
}

// entry adds what one entry of a fat binary holds. What cannot be looked into still counts by its header.
func (s *reading) entry(image *Image, entry fatbinEntry) error {
	var content io.ReaderAt = io.NewSectionReader(s.reader, image.Offset+entry.offset, entry.size)
	size := entry.size
	if entry.compressed() {
		absolute := entry
		absolute.offset += image.Offset
		plain, err := s.unpacker.unpack(s.reader, absolute)
		if errors.Is(err, errTooLarge) {
			s.cut(err.Error())
		}
		if err != nil {
			image.Compressed = true
			if unreadable(err) {
				image.addCode(entry)
				return nil
			}
			return err
		}
		content, size = bytes.NewReader(plain), int64(len(plain))
	}
	switch entry.kind {
	case entryELF:
		return s.entryELF(image, entry, s.entries.move(content, size))
	case entryPTX:
		return s.entryPTX(image, entry, content, size)
	}
	return nil
}

// addCode adds the architecture that the header of an entry gives.
func (image *Image) addCode(entry fatbinEntry) {
	if entry.kind == entryELF {
		image.addSM(entry.sm)
	}
}

func (s *reading) entryELF(image *Image, entry fatbinEntry, w *window) error {
	elf, err := readELF(w)
	if errors.Is(err, errNotImage) || err == nil && elf.machine != machineCUDA {
		image.addCode(entry)
		return nil
	}
	if err != nil {
		return err
	}
	start := image.Offset + entry.offset
	before := len(image.SM)
	err = s.code(image, w, elf, func(at, size int64) (int64, int64) {
		if entry.compressed() {
			return start, 0
		}
		return start + at, size
	})
	if len(image.SM) == before {
		image.addCode(entry)
	}
	return err
}

// ptxEntry is a kernel in the text of PTX.
var ptxEntry = regexp.MustCompile(`\.entry\s+([A-Za-z_$%][A-Za-z0-9_$]*)`)

// entryPTX adds the kernels that only PTX has.
func (s *reading) entryPTX(image *Image, entry fatbinEntry, content io.ReaderAt, size int64) error {
	text := make([]byte, min(size, maxUnpacked))
	if n, err := content.ReadAt(text, 0); n < len(text) {
		return fmt.Errorf("reading PTX: %w", err)
	}
	for _, match := range ptxEntry.FindAllSubmatch(text, maxKernels) {
		if !s.kernel(image, string(match[1]), image.Offset+entry.offset, 0) {
			break
		}
	}
	return nil
}
