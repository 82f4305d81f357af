package gpucode

import (
	"encoding/binary"
	"strconv"
)

const (
	fatbinMagic      = "\x50\xed\x55\xba"
	fatbinHeaderSize = 16
	fatbinProbe      = 8 // bytes that maybeFatbin looks at

	entryHeaderSize = 64 // the least seen; names and options follow in larger ones
	entryPTX        = 1
	entryELF        = 2

	// Flags of an entry, measured with fatbinary 13.3.
	entryLZ4         = 0x2000   // --compress-mode=speed, and CUDA before 12.8
	entryZstd        = 0x8000   // --compress-mode=default, size, balance
	entryAccelerated = 0x100000 // the SM has an "a"
	entryFamily      = 0x200000 // the SM has an "f"
)

// fatbinEntry is one piece of code in a fat binary.
type fatbinEntry struct {
	kind     uint16
	sm       string
	offset   int64 // of the payload, from the start of the fat binary
	size     int64 // of the payload's bytes, without its padding
	unpacked int64 // bytes that it unpacks to; 0 if it is not compressed
	flags    uint64
}

// maybeFatbin is the first test of a candidate, on the bytes around its magic.
func maybeFatbin(b []byte) bool {
	return len(b) >= fatbinProbe && string(b[:4]) == fatbinMagic &&
		binary.LittleEndian.Uint16(b[4:]) == 1 && binary.LittleEndian.Uint16(b[6:]) == fatbinHeaderSize
}

// readFatbin reads the headers of the fat binary at the start of w: its size, header included, and its
// entries, which must fill it exactly.
func readFatbin(w *window) (int64, []fatbinEntry, error) {
	b, err := w.upTo(0, fatbinHeaderSize)
	if err != nil {
		return 0, nil, err
	}
	if len(b) < fatbinHeaderSize || !maybeFatbin(b) {
		return 0, nil, errNotImage
	}
	content := binary.LittleEndian.Uint64(b[8:])
	if content < entryHeaderSize || content > uint64(w.limit-fatbinHeaderSize) {
		return 0, nil, errNotImage
	}
	end := fatbinHeaderSize + int64(content)
	var entries []fatbinEntry
	for at := int64(fatbinHeaderSize); at < end; {
		b, err := w.upTo(at, int(min(entryHeaderSize, end-at)))
		if err != nil {
			return 0, nil, err
		}
		entry, next, err := parseEntry(b, at, end)
		if err != nil || len(entries) == maxEntries {
			return 0, nil, errNotImage
		}
		entries = append(entries, entry)
		at = next
	}
	return end, entries, nil
}

// parseEntry reads the header of an entry at offset at of a fat binary that ends at end, and returns where
// the next one starts.
func parseEntry(b []byte, at, end int64) (fatbinEntry, int64, error) {
	if len(b) < entryHeaderSize {
		return fatbinEntry{}, 0, errNotImage
	}
	little := binary.LittleEndian
	header, padded := int64(little.Uint32(b[4:])), little.Uint64(b[8:])
	if header < entryHeaderSize || header > end-at || padded > uint64(end-at-header) {
		return fatbinEntry{}, 0, errNotImage
	}
	entry := fatbinEntry{
		kind:   little.Uint16(b),
		offset: at + header,
		size:   int64(padded),
		flags:  little.Uint64(b[40:]),
	}
	if entry.kind == 0 {
		return fatbinEntry{}, 0, errNotImage
	}
	if number := little.Uint32(b[28:]); number >= 10 && number < 1000 {
		entry.sm = strconv.Itoa(int(number))
		switch {
		case entry.flags&entryAccelerated != 0:
			entry.sm += "a"
		case entry.flags&entryFamily != 0:
			entry.sm += "f"
		}
	}
	if entry.compressed() {
		if packed := int64(little.Uint32(b[16:])); packed > 0 && packed <= entry.size {
			entry.size = packed
		}
		entry.unpacked = int64(min(little.Uint64(b[56:]), 1<<40))
	}
	return entry, at + header + int64(padded), nil
}

func (e fatbinEntry) compressed() bool { return e.flags&(entryLZ4|entryZstd) != 0 }
