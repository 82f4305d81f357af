package stream

import "encoding/binary"

const (
	countSize  = 8
	stringHead = countSize + 6 + countSize // length, array of char, length again
)

// array reads a sequence: the type of its elements, that of an enumeration's numbers, their count.
func (w *walker) array() error {
	const most = 2 + headSize + headSize + countSize
	head, err := w.in.at(w.pos, most)
	if err != nil {
		return err
	}
	if len(head) < most-headSize {
		return w.malformed("the stream ends inside an array")
	}
	mark, version := binary.LittleEndian.Uint16(head[2:]), binary.LittleEndian.Uint16(head[4:])
	t := Type(mark &^ typeBit)
	if mark&typeBit == 0 || t > highestType || version == 0 || version > highestVersion {
		return w.malformed("an array of no type")
	}
	at, size, number := 2+headSize, t.Size(), Type(0)
	if size == 0 && t != TypeArray && len(head) == most {
		// An enumeration's elements have the type of their numbers once, before the count.
		if number, size = numberType(head[at:]); size > 0 {
			at += headSize
		} else {
			number = 0
		}
	}
	count := binary.LittleEndian.Uint64(head[at:])
	r := Record{Kind: Array, Type: t, Version: version, Number: number, Payload: w.pos + int64(at) + countSize, Count: count}
	if size == 0 && count > 0 {
		if size, err = w.elementSize(t, r.Payload, count); err != nil {
			return err
		}
	}
	if size == 0 && count > 0 {
		w.child(false)
		return w.list(r)
	}
	if size == 0 {
		r.Kind, size = List, 1
	}
	if err := w.room(r.Payload, count, uint64(size)); err != nil {
		return err
	}
	r.Size = int64(count) * size
	w.child(false)
	if err := w.put(r); err != nil {
		return err
	}
	w.whole(TypeArray)
	return nil
}

// elementSize returns the size of elements of an unknown type that are numbers after all: where no value
// starts at the first, and one does behind the last. Those of bounds of dimensions were seen, with 4 bytes
// in TensorRT 8.6.1 and 8 in TensorRT-RTX. It returns 0 for objects.
func (w *walker) elementSize(t Type, payload int64, count uint64) (int64, error) {
	if t == TypeArray {
		return 0, nil
	}
	if ok, err := w.starts(payload, t); ok || err != nil {
		return 0, err
	}
	for _, size := range [...]int64{4, 8} {
		if count > uint64(w.in.end-payload)/uint64(size) {
			break
		}
		if ok, err := w.starts(payload+int64(count)*size, t); ok || err != nil {
			return size, err
		}
	}
	return 0, nil
}

// list opens a sequence whose elements follow.
func (w *walker) list(r Record) error {
	r.Kind = List
	if err := w.room(r.Payload, r.Count, 2); err != nil {
		return err
	}
	if err := w.put(r); err != nil {
		return err
	}
	return w.push(frame{typ: r.Type, list: true, empty: true, left: r.Count})
}

// whole notes that a string or an array is complete, which may make it an element of a list. Elements
// that are objects end with a Close instead.
func (w *walker) whole(t Type) {
	if f := w.top(); f != nil && f.list && f.typ == t {
		w.element()
	}
}

// element counts an element of the innermost list, which may complete the list and those around it.
func (w *walker) element() {
	for {
		f := w.top()
		f.left--
		f.empty = true
		if f.left > 0 {
			return
		}
		w.stack = w.stack[:len(w.stack)-1]
		if f = w.top(); f == nil || !f.list || f.typ != TypeArray {
			return
		}
	}
}

// stringAt recognises a string behind its type: its length, and then an array of characters of that length.
func (w *walker) stringAt(offset int64) (length uint64, payload int64, ok bool, err error) {
	head, err := w.in.at(offset, stringHead)
	if err != nil || len(head) < stringHead {
		return 0, 0, false, err
	}
	const arrayOfChar = "\x01\x80\x0c\x80\x01\x00"
	length = binary.LittleEndian.Uint64(head)
	ok = string(head[countSize:countSize+6]) == arrayOfChar && length == binary.LittleEndian.Uint64(head[countSize+6:])
	return length, offset + stringHead, ok, nil
}
