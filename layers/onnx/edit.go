package onnx

import (
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// edit makes a message anew from the records that it had in its file and the values that its struct has now.
// A field whose records say the same as the struct stays as it is, byte for byte; so do fields that are not
// asked about. Of a changed field the first record is replaced and the others go; a new one is added behind.
type edit struct {
	*encoder
	old     *decoder
	records []record
	tail    body
	err     error
}

// record is one record of a message, or several in a row of the same field: span encloses all, field is the
// last, which counts where a field has one value only.
type record struct {
	field
	span     span
	replaced bool
	with     body
}

// edit reads the records of a message. Those of the fields named in messages stay apart, since each is
// edited by itself. Without an origin there are none.
func (e *encoder) edit(origin span, messages ...protowire.Number) *edit {
	ed := &edit{encoder: e}
	if origin.from == nil {
		return ed
	}
	ed.old = e.decoder(origin.from)
	if n := len(e.spare); n > 0 {
		ed.records, e.spare = e.spare[n-1], e.spare[:n-1]
	}
	ed.err = ed.old.fields(origin, func(f field) error {
		if n := len(ed.records); n > 0 && !slices.Contains(messages, f.number) {
			if last := &ed.records[n-1]; last.number == f.number && last.wire == f.wire {
				last.field, last.span.end = f, f.end
				return nil
			}
		}
		ed.records = append(ed.records, record{field: f, span: span{origin.from, f.start, f.end}})
		return nil
	})
	return ed
}

// finish returns what the message has become.
func (ed *edit) finish() (body, error) {
	var b body
	for _, r := range ed.records {
		if r.replaced {
			b.addAll(r.with)
		} else {
			b.addSpan(r.span)
		}
	}
	b.addAll(ed.tail)
	if ed.records != nil {
		clear(ed.records)
		ed.spare = append(ed.spare, ed.records[:0])
		ed.records = nil
	}
	return b, ed.err
}

// each calls handle for every record of a field that is still there.
func (ed *edit) each(number protowire.Number, handle func(field) error) {
	for _, r := range ed.records {
		if r.number == number && !r.replaced && ed.err == nil {
			ed.err = ed.old.fields(r.span, handle)
		}
	}
}

// replace puts bytes in the place of a field's records, or behind all others.
func (ed *edit) replace(number protowire.Number, bytes []byte) {
	target := &ed.tail
	if i := ed.drop(number); i >= 0 {
		target = &ed.records[i].with
	}
	target.addBytes(bytes)
}

// drop removes the records of a field and returns the first one, -1 if there is none.
func (ed *edit) drop(number protowire.Number) int {
	first := -1
	for i := range ed.records {
		if r := &ed.records[i]; r.number == number {
			r.replaced, r.with = true, body{}
			if first < 0 {
				first = i
			}
		}
	}
	return first
}

// last returns the record that counts of a field with one value, false if there is none.
func (ed *edit) last(number protowire.Number, wire protowire.Type) (field, bool) {
	for _, r := range slices.Backward(ed.records) {
		if r.number == number && r.wire == wire && !r.replaced {
			return r.field, true
		}
	}
	return field{}, false
}

// text edits a text; "" is the same as none.
func (ed *edit) text(number protowire.Number, now string) {
	same := now == ""
	if f, ok := ed.last(number, protowire.BytesType); ok {
		same = ed.isText(f, now)
	}
	if !same {
		ed.replace(number, appendText(nil, number, now))
	}
}

// isText reports whether a record holds a text.
func (ed *edit) isText(f field, text string) bool {
	if f.size() != int64(len(text)) || ed.err != nil {
		return false
	}
	var bytes []byte
	bytes, ed.err = ed.old.at(f.payload, len(text))
	return string(bytes) == text
}

func (ed *edit) texts(number protowire.Number, now []string) {
	rest, same := now, true
	ed.each(number, func(f field) error {
		if f.bytes() {
			same = same && len(rest) > 0 && ed.isText(f, rest[0])
			rest = rest[min(1, len(rest)):]
		}
		return nil
	})
	if same && len(rest) == 0 {
		return
	}
	var bytes []byte
	for _, text := range now {
		bytes = appendText(bytes, number, text)
	}
	ed.replace(number, bytes)
}

// int edits an integer; 0 is the same as none.
func (ed *edit) int(number protowire.Number, now int64) {
	if f, _ := ed.last(number, protowire.VarintType); int64(f.value) != now {
		ed.replace(number, appendInt(nil, number, now))
	}
}

// int32 edits an integer of which protobuf reads 32 bits.
func (ed *edit) int32(number protowire.Number, now int32) {
	if f, _ := ed.last(number, protowire.VarintType); int32(f.value) != now {
		ed.replace(number, appendInt(nil, number, int64(now)))
	}
}

// float edits a floating point number; 0 is the same as none.
func (ed *edit) float(number protowire.Number, now float32) {
	if f, _ := ed.last(number, protowire.Fixed32Type); uint32(f.value) != math.Float32bits(now) {
		ed.replace(number, appendFloat(nil, number, now))
	}
}

func (ed *edit) ints(number protowire.Number, now []int64) {
	rest, same := now, true
	ed.each(number, func(f field) error {
		return ed.old.varints(f, func(value uint64) error {
			same = same && len(rest) > 0 && rest[0] == int64(value)
			rest = rest[min(1, len(rest)):]
			return nil
		})
	})
	if same && len(rest) == 0 {
		return
	}
	var bytes []byte
	for _, value := range now {
		bytes = appendInt(bytes, number, value)
	}
	ed.replace(number, bytes)
}

func (ed *edit) floats(number protowire.Number, now []float32) {
	rest, same := now, true
	ed.each(number, func(f field) error {
		return ed.old.fixed(f, protowire.Fixed32Type, 4, func(bits uint64) error {
			same = same && len(rest) > 0 && math.Float32bits(rest[0]) == uint32(bits)
			rest = rest[min(1, len(rest)):]
			return nil
		})
	})
	if same && len(rest) == 0 {
		return
	}
	var bytes []byte
	for _, value := range now {
		bytes = appendFloat(bytes, number, value)
	}
	ed.replace(number, bytes)
}

// valuesIn edits a list of small messages that are values of a Go type.
func valuesIn[T comparable](ed *edit, number protowire.Number, now []T, decode func(*decoder, *T, span) error, encode func(T) []byte) {
	var before []T
	ed.each(number, func(f field) error {
		return values(ed.old, f, &before, "value", func(v *T, at span) error { return decode(ed.old, v, at) })
	})
	if !slices.Equal(before, now) {
		var bytes []byte
		for _, value := range now {
			bytes = protowire.AppendBytes(protowire.AppendTag(bytes, number, protowire.BytesType), encode(value))
		}
		ed.replace(number, bytes)
	}
}

func appendText(b []byte, number protowire.Number, text string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, number, protowire.BytesType), text)
}

func appendInt(b []byte, number protowire.Number, value int64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, number, protowire.VarintType), uint64(value))
}

func appendFloat(b []byte, number protowire.Number, value float32) []byte {
	return protowire.AppendFixed32(protowire.AppendTag(b, number, protowire.Fixed32Type), math.Float32bits(value))
}
