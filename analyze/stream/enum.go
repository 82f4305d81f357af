package stream

import "encoding/binary"

const (
	firstSweep = 256
	repeated   = 8
)

// sweepEnums finds enumerations at the top of a stream, or of engines inside engines, which nothing that
// ends around them shows: types open many times at once that have never ended as an object.
func (w *walker) sweepEnums() {
	var open [64 * len(typeSet{})]uint16
	for _, f := range w.stack {
		if f.scalar && !f.list && int(f.typ) < len(open) && !w.objects.has(f.typ) {
			if open[f.typ]++; open[f.typ] == repeated {
				w.enums.add(f.typ)
			}
		}
	}
	kept := w.stack[:0]
	for _, f := range w.stack {
		if f.list || !f.scalar || !w.enums.has(f.typ) {
			kept = append(kept, f)
		}
	}
	w.stack = kept
	w.sweep = 2 * len(kept)
}

// enum takes an enumeration of a known type with its number; done is false if no scalar follows.
func (w *walker) enum(t Type, version uint16) (done bool, err error) {
	head, err := w.in.at(w.pos+headSize, headSize+8)
	if err != nil {
		return false, err
	}
	number, size := numberType(head)
	if size == 0 || int64(len(head)) < headSize+size {
		return false, nil
	}
	w.child(true)
	return true, w.put(Record{
		Kind: Enum, Type: t, Version: version, Number: number, Payload: w.pos + 2*headSize, Size: size,
		Value: number64(head[headSize : headSize+size]),
	})
}

// numberType reads the type of an enumeration's number and its size; 0 if it is not one.
func numberType(head []byte) (Type, int64) {
	if len(head) < headSize || binary.LittleEndian.Uint16(head[2:]) != 1 {
		return 0, 0
	}
	mark := binary.LittleEndian.Uint16(head)
	if mark&typeBit == 0 {
		return 0, 0
	}
	return Type(mark &^ typeBit), Type(mark &^ typeBit).Size()
}
