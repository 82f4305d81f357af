package stream

import "encoding/binary"

const (
	archiveTag = "ptrt"
	// headerTensorRT is the archive's header in TensorRT 8.6.1: tag, 0, version (8), size (8).
	headerTensorRT = 24
	// headerRTX is that in TensorRT-RTX: tag, version (4), size (8), 0 (4).
	headerRTX = 20
)

// headerSize returns the size of the archive's header, 0 if it is none. The word behind the tag tells the
// two forms apart, and the type of the first value proves it: the version's first byte.
func headerSize(w *window) (int64, error) {
	head, err := w.at(w.start, headerTensorRT+headSize)
	if err != nil || len(head) < headerRTX+headSize || string(head[:len(archiveTag)]) != archiveTag {
		return 0, err
	}
	size := headerRTX
	if binary.LittleEndian.Uint32(head[len(archiveTag):]) == 0 {
		size = headerTensorRT
	}
	if len(head) < size+headSize || binary.LittleEndian.Uint16(head[size:])&typeBit == 0 {
		return 0, nil
	}
	return int64(size), nil
}
