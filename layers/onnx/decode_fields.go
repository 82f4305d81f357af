package onnx

import (
	"math"
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"
)

const (
	// growth is what an element of a slice takes at most, in elements: append doubles the slice.
	growth = 2
	// few is how many elements a list has room for at first: most have no more.
	few = 4
)

// room makes room for the first elements of a list, and counts the next one.
func room[T any](d *decoder, list *[]T, offset int64) error {
	var element T
	size := int64(unsafe.Sizeof(element))
	if *list == nil {
		*list = make([]T, 0, few)
		return d.charge(few*size, offset)
	}
	return d.charge(growth*size, offset)
}

// text reads a text into target. A record of another wire type is no such field, here and below: like
// protobuf's own parsers, it counts as unknown.
func (d *decoder) text(f field, target *string) error {
	if !f.bytes() {
		return nil
	}
	if f.size() > math.MaxInt32 {
		return malformed(f.start, "a name of %d bytes", f.size())
	}
	if f.size() > windowSize { // a long text is not worth remembering, but must be allowed before it is read
		if err := d.charge(f.size(), f.start); err != nil {
			return err
		}
	}
	bytes, err := d.at(f.payload, int(f.size()))
	if err != nil {
		return err
	}
	known, ok := d.names[string(bytes)]
	if !ok {
		const entry = 48 // of the map
		if err := d.charge(f.size()+entry, f.start); err != nil {
			return err
		}
		known = string(bytes)
		d.names[known] = known
	}
	*target = known
	return nil
}

func (d *decoder) texts(f field, list *[]string) error {
	if !f.bytes() {
		return nil
	}
	if err := room(d, list, f.start); err != nil {
		return err
	}
	var text string
	if err := d.text(f, &text); err != nil {
		return err
	}
	*list = append(*list, text)
	return nil
}

// ints reads one integer, or a packed list of them.
func (d *decoder) ints(f field, list *[]int64) error {
	return d.varints(f, func(value uint64) error {
		if err := room(d, list, f.start); err != nil {
			return err
		}
		*list = append(*list, int64(value))
		return nil
	})
}

// varints calls each for the integers of a record, packed or not.
func (w *window) varints(f field, each func(uint64) error) error {
	if f.wire == protowire.VarintType {
		return each(f.value)
	}
	if !f.bytes() {
		return nil
	}
	for at := f.payload; at < f.end; {
		head, err := w.at(at, int(min(maxVarint, f.end-at)))
		if err != nil {
			return err
		}
		value, n := protowire.ConsumeVarint(head)
		if n < 0 {
			return malformed(at, "no integer in a packed list")
		}
		if err := each(value); err != nil {
			return err
		}
		at += int64(n)
	}
	return nil
}

// floats reads one floating point number, or a packed list of them.
func (d *decoder) floats(f field, list *[]float32) error {
	return d.fixed(f, protowire.Fixed32Type, 4, func(bits uint64) error {
		if err := room(d, list, f.start); err != nil {
			return err
		}
		*list = append(*list, math.Float32frombits(uint32(bits)))
		return nil
	})
}

// each reads a message into a new element of a list.
func each[T any](d *decoder, f field, list *[]*T, what string, decode func(*T, span) error) error {
	if !f.bytes() {
		return nil
	}
	message := new(T)
	if err := d.charge(int64(unsafe.Sizeof(*message))+growth*8, f.start); err != nil {
		return err
	}
	if err := decode(message, d.span(f)); err != nil {
		return within(err, "%s %d", what, len(*list))
	}
	*list = append(*list, message)
	return nil
}

// one reads a message that may be there once. Protobuf would merge two of them, which no exporter writes.
func one[T any](d *decoder, f field, target **T, what string, decode func(*T, span) error) error {
	if !f.bytes() {
		return nil
	}
	if *target != nil {
		return malformed(f.start, "a second %s", what)
	}
	message := new(T)
	if err := d.charge(int64(unsafe.Sizeof(*message)), f.start); err != nil {
		return err
	}
	*target = message
	if err := decode(message, d.span(f)); err != nil {
		return within(err, "%s", what)
	}
	return nil
}

// values reads a message into a new element of a list of small values.
func values[T any](d *decoder, f field, list *[]T, what string, decode func(*T, span) error) error {
	if !f.bytes() {
		return nil
	}
	if err := room(d, list, f.start); err != nil {
		return err
	}
	var value T
	if err := decode(&value, d.span(f)); err != nil {
		return within(err, "%s %d", what, len(*list))
	}
	*list = append(*list, value)
	return nil
}
