package stream

import "encoding/binary"

// WeightsTable says where each of an engine's weights lies in the WGHT section of a TensorRT-RTX plan.
type WeightsTable struct {
	// Offset and Size are where the table is.
	Offset, Size int64
	// Offsets are where the weights start, in bytes from the start of the WGHT section, in the order of the
	// table. They are aligned, so that up to 127 bytes lie between two weights.
	Offsets []int64
	// Bytes is the size of all of them together, alignment included.
	Bytes int64
}

const (
	tableEntry = 16                     // index (8), offset (8)
	tableTail  = 4 + 3*8 + 4            // number of entries, size, two sizes of unknown meaning, a number
	maxTable   = (1 << 17) * tableEntry // a longer one is not read
)

// tableReader finds the table of the weights: raw bytes of the form that TensorRT-RTX has there. Weights
// themselves look different: an object with weights ends behind them.
type tableReader struct {
	raw   Record // the record before, if it was raw bytes
	found *WeightsTable
	size  int64
}

func (t *tableReader) take(w *window, r *Record) error {
	before := t.raw
	t.raw = Record{}
	if r.Kind == Raw && t.found == nil {
		t.raw = *r
	}
	if before.Kind != Raw || r.Kind == Close || before.Size < tableTail || before.Size > maxTable {
		return nil
	}
	table := &WeightsTable{Offset: before.Payload, Size: before.Size}
	count := (before.Size - tableTail) / tableEntry
	if count*tableEntry+tableTail != before.Size {
		return nil
	}
	last := int64(-1)
	for i := range count {
		entry, err := w.at(before.Payload+i*tableEntry, tableEntry)
		if err != nil {
			return err
		}
		index, offset := binary.LittleEndian.Uint64(entry), int64(binary.LittleEndian.Uint64(entry[8:]))
		if index != uint64(i) || offset < last {
			return nil
		}
		last = offset
		table.Offsets = append(table.Offsets, offset)
	}
	tail, err := w.at(before.Payload+count*tableEntry, tableTail)
	if err != nil {
		return err
	}
	table.Bytes = int64(binary.LittleEndian.Uint64(tail[4:]))
	if int64(binary.LittleEndian.Uint32(tail)) != count || table.Bytes < max(last, 0) {
		return nil
	}
	t.found, t.size = table, before.Size
	return nil
}
