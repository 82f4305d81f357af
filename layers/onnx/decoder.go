package onnx

import (
	"context"
	"math"
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"
)

// decoder reads messages of one file.
type decoder struct {
	*window
	files *files
	// names has every text once: most are given twice or more, where a value is made and where it is used.
	names map[string]string
	// memory is how many more bytes of memory the model may take.
	memory int64
	limit  int64
	depth  int
}

func newDecoder(ctx context.Context, from *source, files *files, memory int64) *decoder {
	return &decoder{window: newWindow(ctx, from), files: files, names: map[string]string{}, memory: memory, limit: memory}
}

// charge counts memory that is about to be taken.
func (d *decoder) charge(n int64, offset int64) error {
	if d.memory -= n; d.memory < 0 {
		return &FormatError{Offset: offset, Limit: true, What: "the model takes more than " + mebibytes(d.limit) + " of memory without its weights,"}
	}
	return nil
}

// deeper runs decode one level further into graphs or types.
func (d *decoder) deeper(offset int64, what string, decode func() error) error {
	if d.depth == maxDepth {
		return tooDeep(offset, what)
	}
	d.depth++
	defer func() { d.depth-- }()
	return decode()
}

func (d *decoder) span(f field) span { return span{d.from, f.payload, f.end} }

// growth is what an element of a slice takes in the worst case: append doubles the slice.
const growth = 2

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
	if err := d.charge(growth*int64(unsafe.Sizeof("")), f.start); err != nil {
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
		*list = append(*list, int64(value))
		return d.charge(growth*8, f.start)
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
	each := func(value float32) error {
		*list = append(*list, value)
		return d.charge(growth*4, f.start)
	}
	if value, ok := f.float(); ok {
		return each(value)
	}
	if !f.bytes() {
		return nil
	}
	if f.size()%4 != 0 {
		return malformed(f.start, "a packed list of floating point numbers has %d bytes", f.size())
	}
	for at := f.payload; at < f.end; at += 4 {
		four, err := d.at(at, 4)
		if err != nil {
			return err
		}
		bits, _ := protowire.ConsumeFixed32(four)
		if err := each(math.Float32frombits(bits)); err != nil {
			return err
		}
	}
	return nil
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
	return within(decode(message, d.span(f)), "%s", what)
}

// values reads a message into a new element of a list of small values.
func values[T any](d *decoder, f field, list *[]T, what string, decode func(*T, span) error) error {
	if !f.bytes() {
		return nil
	}
	var value T
	if err := d.charge(growth*int64(unsafe.Sizeof(value)), f.start); err != nil {
		return err
	}
	if err := decode(&value, d.span(f)); err != nil {
		return within(err, "%s %d", what, len(*list))
	}
	*list = append(*list, value)
	return nil
}
