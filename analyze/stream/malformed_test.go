package stream

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

func TestMalformed(t *testing.T) {
	written := func(f func(w *writer)) []byte {
		var w writer
		f(&w)
		return w.Bytes()
	}
	for _, tt := range []struct {
		what   string
		offset int64
		body   []byte
	}{
		{"without its end tag", 0, nil},
		{"without its end tag", 0, []byte{1}},
		{"neither a type nor the end", 0, make([]byte, 100)},
		{"there is no type here", 0, []byte{0x00, 0xff, 0x01, 0x00, 0, 0, 0, 0}},
		{"there is no type here", 0, []byte{0x07, 0x80, 0x00, 0x00, 0, 0, 0, 0}},
		{"inside a number", 0, []byte{0x07, 0x80, 0x01, 0x00, 0, 0, 0}},
		{"inside a type", 0, []byte{0x07, 0x80, 0x01}},
		{"inside an array", 0, []byte{0x01, 0x80, 0x02, 0x80, 0x01, 0x00, 0, 0}},
		{"an array of no type", 0, append([]byte{0x01, 0x80, 0x02, 0x00, 0x01, 0x00}, make([]byte, 20)...)},
		{"longer than the stream", 0, written(func(w *writer) { w.array(TypeInt64, 1<<61, make([]byte, 16)) })},
		{"longer than the stream", 0, written(func(w *writer) { w.array(TypeByte, 1<<64-1, make([]byte, 16)) })},
		{"longer than the stream", 0, written(func(w *writer) { w.array(typeCode, 1<<63, make([]byte, 16)) })},
		{"longer than the stream", 8, written(func(w *writer) {
			w.scalar(TypeInt32, 1)
			w.mark(typeString, 1)
			w.number(8, 1<<63)
			w.array(TypeChar, 1<<63, make([]byte, 10))
		})},
		{"the end tag stands inside object 0x4c", 4, written(func(w *writer) {
			w.open(typeCode)
			w.end()
		})},
		{"the end tag stands inside a list of 0x4c", 14, written(func(w *writer) {
			w.array(typeCode, 1, nil)
			w.end()
		})},
		{"object 0x10 ends inside object 0x12", 8, written(func(w *writer) {
			w.open(typeDevice)
			w.open(typeDeviceOuter)
			w.close(typeDevice)
		})},
		{"too deep", 4*MaxDepth + 4, written(func(w *writer) {
			for range MaxDepth + 1 {
				w.open(typeCode)
			}
			w.end()
		})},
		{"too deep", 20*MaxDepth + 18, written(func(w *writer) {
			w.open(typeCode) // ends as an object, so that it is none
			w.scalar(TypeInt32, 0)
			w.close(typeCode)
			for range MaxDepth + 1 {
				w.open(typeCode)
				w.scalar(TypeInt32, 0)
				w.scalar(TypeInt32, 0)
			}
			w.end()
		})},
	} {
		g, start, end := within(t, tt.body)
		records, err := collect(Walk(context.Background(), g, start, end))
		var malformed *Malformed
		if !errors.As(err, &malformed) || !strings.Contains(err.Error(), tt.what) {
			t.Errorf("%q: %v", tt.what, err)
			continue
		}
		if malformed.Offset != start+tt.offset {
			t.Errorf("%q: at %d, want %d", tt.what, malformed.Offset-start, tt.offset)
		}
		checkRecords(t, records, start, end)
		if m := err.Error(); strings.ContainsAny(m, "\n\r") || len(m) > 150 {
			t.Errorf("not one line: %q", m)
		}
	}
}

// TestManyEngines has more engines in one than objects may lie in each other.
func TestManyEngines(t *testing.T) {
	var w writer
	for range MaxDepth {
		engine{device: h200[:]}.write(&w)
		w.end()
	}
	records, err := collect(Walk(context.Background(), bytes.NewReader(w.Bytes()), 0, int64(w.Len())))
	if err != nil || records[len(records)-1].End() != int64(w.Len()) {
		t.Error(err)
	}
	for _, r := range records {
		if r.Depth > firstSweep+20 {
			t.Fatalf("depth %d", r.Depth)
		}
	}
}

// TestUnknownRaw has raw bytes in an object of a type that is not known for it.
func TestUnknownRaw(t *testing.T) {
	const other Type = 0xc1
	content := bytes.Repeat([]byte{0, 1, 2, 3}, 2000)
	var w writer
	w.weights(other, content)
	w.weights(other, append([]byte{0x07, 0x80, 0x01, 0x00}, content...)) // learned: looks like a value
	w.open(other)
	w.scalar(TypeInt64, 0)
	w.close(other)
	w.open(typeCode) // a first number that is no length
	w.scalar(TypeInt64, 12)
	w.scalar(TypeInt64, 12)
	w.close(typeCode)
	w.end()
	records, err := collect(Walk(context.Background(), bytes.NewReader(w.Bytes()), 0, int64(w.Len())))
	if err != nil {
		t.Fatal(err)
	}
	var raw []int64
	for _, r := range records {
		if r.Kind == Raw {
			raw = append(raw, r.Size)
		}
	}
	if len(raw) != 2 || raw[0] != 8000 || raw[1] != 8004 {
		t.Errorf("raw bytes: %v", raw)
	}
}
