package stream

import (
	"encoding/binary"
	"slices"
)

// typed reads a value that starts with its type: a scalar, a string, an enumeration or an object.
func (w *walker) typed(t Type, version uint16) error {
	if t > highestType || version == 0 || version > highestVersion {
		return w.malformed("there is no type here")
	}
	if size := t.Size(); size > 0 {
		return w.scalar(t, version, size)
	}
	length, payload, ok, err := w.stringAt(w.pos + headSize)
	if err != nil {
		return err
	}
	if ok {
		if err := w.room(payload, length, 1); err != nil {
			return err
		}
		w.child(false)
		if err := w.put(Record{Kind: String, Type: t, Version: version, Payload: payload, Size: int64(length)}); err != nil {
			return err
		}
		w.whole(t)
		return nil
	}
	if w.enums.has(t) {
		if done, err := w.enum(t, version); done || err != nil {
			return err
		}
	}
	w.child(false)
	if err := w.put(Record{Kind: Open, Type: t, Version: version, Payload: w.pos + headSize}); err != nil {
		return err
	}
	return w.push(frame{typ: t, empty: true})
}

func (w *walker) scalar(t Type, version uint16, size int64) error {
	data, err := w.in.at(w.pos+headSize, int(size))
	if err != nil {
		return err
	}
	if int64(len(data)) < size {
		return w.malformed("the stream ends inside a number")
	}
	r := Record{Kind: Scalar, Type: t, Version: version, Payload: w.pos + headSize, Size: size, Value: number64(data)}
	if t == TypeUint32 && r.Value == endTag {
		if last, err := w.isLast(r.End()); last || err != nil {
			return w.end(r, err)
		}
	}
	first := w.child(true)
	if err := w.put(r); err != nil {
		return err
	}
	if first && t == TypeInt64 && int64(r.Value) > 0 {
		return w.raw(r.Value)
	}
	return nil
}

func number64(data []byte) (v uint64) {
	switch len(data) {
	case 1:
		return uint64(data[0])
	case 4:
		return uint64(binary.LittleEndian.Uint32(data))
	case 8:
		return binary.LittleEndian.Uint64(data)
	}
	return 0
}

// isLast reports whether no record starts behind an end tag. In an engine that holds another, one does.
func (w *walker) isLast(offset int64) (bool, error) {
	head, err := w.in.at(offset, headSize)
	if err != nil || len(head) < 2 {
		return true, err
	}
	if mark := binary.LittleEndian.Uint16(head); mark&typeBit == 0 {
		t := Type(^mark &^ typeBit)
		return !slices.ContainsFunc(w.stack, func(f frame) bool { return f.typ == t }), nil
	}
	starts, err := w.starts(offset, 0)
	return !starts, err
}

// end takes the number that is the end tag. Only enumerations may still be open.
func (w *walker) end(r Record, err error) error {
	if err != nil {
		return err
	}
	for _, f := range w.stack {
		if f.list || !f.scalar {
			return w.malformed("the end tag stands inside " + f.name())
		}
	}
	w.stack = w.stack[:0]
	r.Kind = End
	return w.put(r)
}

// close ends the innermost object of a type. What is open inside it must be enumerations.
func (w *walker) close(t Type) error {
	at := len(w.stack) - 1
	for at >= 0 && w.stack[at].typ != t {
		if f := w.stack[at]; f.list || !f.scalar {
			return w.malformed("object " + t.String() + " ends inside " + f.name())
		}
		at--
	}
	if at < 0 {
		return w.malformed("there is neither a type nor the end of an object here")
	}
	for _, f := range w.stack[at+1:] {
		if !w.objects.has(f.typ) {
			w.enums.add(f.typ)
		}
	}
	list := w.stack[at].list
	w.stack = w.stack[:at+1]
	if !list {
		w.objects.add(t)
		w.stack = w.stack[:at]
	}
	if err := w.put(Record{Kind: Close, Type: t, Payload: w.pos + 2}); err != nil {
		return err
	}
	if list {
		w.element()
	}
	return nil
}

func (f frame) name() string {
	if f.list {
		return "a list of " + f.typ.String()
	}
	return "object " + f.typ.String()
}
