package stream

import "encoding/binary"

// rawTypes are objects seen to hold raw bytes: weights in TensorRT 8.6.1, and in TensorRT-RTX the table of
// the weights, which have a section of their own there.
var rawTypes = [...]Type{0xb0, 0x58}

// raw takes the bytes behind a length that is the first value of an object, if they are raw bytes. Nothing
// in the stream says so. In types known for it they are, if the object ends or goes on behind them. In
// others they are if, besides, no value starts where they start; that holds for the type from then on.
func (w *walker) raw(length uint64) error {
	if length > uint64(w.in.end-w.pos) {
		return nil
	}
	t := w.top().typ
	known := w.raws.has(t)
	for _, r := range rawTypes {
		known = known || t == r
	}
	if !known {
		if ok, err := w.starts(w.pos, t); ok || err != nil {
			return err
		}
	}
	if ok, err := w.starts(w.pos+int64(length), t); !ok || err != nil {
		return err
	}
	w.raws.add(t)
	return w.put(Record{Kind: Raw, Type: t, Payload: w.pos, Size: int64(length)})
}

// starts reports whether a record can start at offset, inside an object of a type.
func (w *walker) starts(offset int64, inside Type) (bool, error) {
	const likelyType, likelyVersion = 0x1ff, 0x0f // more than ever seen, and little enough to be telling
	head, err := w.in.at(offset, headSize)
	if err != nil || len(head) < 2 {
		return false, err
	}
	mark := binary.LittleEndian.Uint16(head)
	if mark&typeBit == 0 {
		return Type(^mark&^typeBit) == inside, nil
	}
	if len(head) < headSize {
		return false, nil
	}
	t, next := Type(mark&^typeBit), binary.LittleEndian.Uint16(head[2:])
	if t == TypeArray {
		return next&typeBit != 0 && next&^typeBit <= likelyType, nil
	}
	return t != 0 && t <= likelyType && next != 0 && next <= likelyVersion, nil
}

// typeSet is a set of types; those above its range are never members.
type typeSet [16]uint64

func (s *typeSet) has(t Type) bool {
	return int(t) < 64*len(s) && s[t/64]&(1<<(t%64)) != 0
}

func (s *typeSet) add(t Type) {
	if int(t) < 64*len(s) {
		s[t/64] |= 1 << (t % 64)
	}
}
