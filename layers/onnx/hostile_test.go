package onnx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

func TestRefused(t *testing.T) {
	t.Parallel()
	tag := func(number protowire.Number, wire protowire.Type) message {
		return protowire.AppendTag(nil, number, wire)
	}
	nested := func(depth int) message {
		body := message(nil)
		for range depth {
			body = message(nil).bytes(graphNode, message(nil).bytes(nodeAttribute, message(nil).bytes(attributeGraph, body)))
		}
		return modelOf(body)
	}
	types := func(depth int) message {
		inner := message(nil)
		for range depth {
			inner = message(nil).bytes(typeSequence, message(nil).bytes(typeElem, inner))
		}
		return modelOf(message(nil).bytes(graphInput, message(nil).bytes(valueType, inner)))
	}
	graph := message(nil).bytes(graphNode, nil)
	for name, test := range map[string]struct {
		data []byte
		want string
		is   error
	}{
		"empty":           {nil, "an empty file", ErrMalformed},
		"no graph":        {message(nil).int(modelIRVersion, 8), "no graph in it", ErrMalformed},
		"only zeros":      {make([]byte, 100), "no tag of a field at offset 0", ErrMalformed},
		"text form":       {[]byte("ir_version: 8\ngraph {\n}\n"), "a model in text form (onnx.save writes the binary one), not an ONNX model", ErrMalformed},
		"JSON":            {[]byte(`{"irVersion": "8"}`), "JSON, not an ONNX model", ErrMalformed},
		"LFS pointer":     {[]byte("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"), "a pointer of Git LFS", ErrMalformed},
		"plan":            {[]byte("ftrt\x00\x00\x00\x00"), "a TensorRT plan, not an ONNX model", ErrMalformed},
		"TFLite":          {[]byte("\x1c\x00\x00\x00TFL3\x00\x00\x00\x00\x00"), "TensorFlow Lite", ErrMalformed},
		"HTML":            {[]byte("<!DOCTYPE html><html>"), "an HTML page", ErrMalformed},
		"length too long": {append(message(nil).int(1, 8), append(tag(modelGraph, protowire.BytesType), 100)...), "field 7 has 100 bytes, its message only 0 more, at offset 2", ErrMalformed},
		"length beyond 63 bits": {append(tag(modelGraph, protowire.BytesType), protowire.AppendVarint(nil, 1<<63)...),
			"field 7 has 9223372036854775808 bytes", ErrMalformed},
		"inner length":      {modelOf(append(tag(graphNode, protowire.BytesType), 5)), "graph: field 1 has 5 bytes, its message only 0 more", ErrMalformed},
		"endless varint":    {bytes.Repeat([]byte{0xff}, 30), "no tag of a field", ErrMalformed},
		"wire type 7":       {[]byte{0x0f}, "wire type 7", ErrMalformed},
		"end of no group":   {tag(3, protowire.EndGroupType), "field 3 has wire type 4", ErrMalformed},
		"group without end": {tag(100, protowire.StartGroupType), "group 100 has no end", ErrMalformed},
		"groups crossed":    {append(tag(100, protowire.StartGroupType), tag(101, protowire.EndGroupType)...), "group 100 ends as 101", ErrMalformed},
		"deep groups":       {bytes.Repeat(tag(100, protowire.StartGroupType), 1000), "groups are nested more than 64 deep", ErrLimit},
		"graphs just fit":   {nested(63), "", nil},
		"deep graphs":       {nested(64), "graphs are nested more than 64 deep", ErrLimit},
		"types just fit":    {types(63), "", nil},
		"deep types":        {types(64), "type, element type, ..., element type: types are nested more than 64 deep", ErrLimit},
		"two graphs":        {append(modelOf(graph), modelOf(graph)...), "a second graph at offset", ErrMalformed},
		"where": {modelOf(message(nil).bytes(graphNode, nil).bytes(graphNode, message(nil).bytes(nodeAttribute, message(nil).bytes(attributeTensor,
			message(nil).text(tensorName, "w").bytes(tensorDims, []byte{0xff}))))),
			`graph, node 1, attribute 0, tensor, tensor "w": no integer in a packed list at offset`, ErrMalformed},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := Read(t.Context(), bytes.NewReader(test.data), int64(len(test.data)))
			if test.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			var exit interface{ ExitCode() int }
			if m != nil || err == nil || !strings.Contains(err.Error(), test.want) || !errors.Is(err, test.is) ||
				!errors.As(err, &exit) || exit.ExitCode() != 3 || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

// TestMemoryLimit reads a file of nothing but empty messages, which take far more memory than bytes.
func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	for name, graph := range map[string][]byte{
		"nodes":        bytes.Repeat(message(nil).bytes(graphNode, nil), 1<<20),
		"initializers": bytes.Repeat(message(nil).bytes(graphInitializer, nil), 1<<20),
		"attributes":   message(nil).bytes(graphNode, bytes.Repeat(message(nil).bytes(nodeAttribute, nil), 1<<20)),
		"inputs":       message(nil).bytes(graphNode, bytes.Repeat(message(nil).text(nodeInput, ""), 1<<20)),
		"dims":         message(nil).bytes(graphInitializer, message(nil).bytes(tensorDims, make([]byte, 1<<21))),
		"ints":         message(nil).bytes(graphNode, message(nil).bytes(nodeAttribute, message(nil).bytes(attributeInts, make([]byte, 1<<21)))),
		"long name":    message(nil).text(graphName, strings.Repeat("x", 16<<20)),
	} {
		t.Run(name, func(t *testing.T) {
			data := modelOf(graph)
			_, err := Read(t.Context(), bytes.NewReader(data), int64(len(data)), WithMemory(10<<20))
			if !errors.Is(err, ErrLimit) || errors.Is(err, ErrMalformed) || !strings.Contains(err.Error(), "more than 10 MiB of memory without its weights") {
				t.Errorf("error %v", err)
			}
		})
	}
}

// A model's raw bytes are never read, whatever it claims of them.
func TestWeightsAreNotRead(t *testing.T) {
	t.Parallel()
	weights := bytes.Repeat([]byte{1}, 1<<20)
	data := modelOf(message(nil).bytes(graphInitializer, message(nil).int(tensorDims, 1<<20).int(tensorDataType, 2).bytes(tensorRaw, weights)).
		bytes(graphInitializer, message(nil).int(tensorDims, 1<<18).int(tensorDataType, 1).bytes(tensorFloats, weights)).
		bytes(graphNode, message(nil).bytes(nodeAttribute, message(nil).bytes(attributeTensor, message(nil).bytes(tensorInt64s, weights)))).
		bytes(graphNode, message(nil).bytes(nodeAttribute, message(nil).bytes(attributeString, weights).int(attributeType, 3))))
	r := &counting{ReaderAt: bytes.NewReader(data)}
	m, err := Read(t.Context(), r, int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if r.read > 8*firstRead {
		t.Errorf("%d of %d bytes were read", r.read, len(data))
	}
	if text, ok := m.Graph.Nodes[1].Attributes[0].Value.(Data); !ok || text.Size() != 1<<20 {
		t.Errorf("a long string is a %T", m.Graph.Nodes[1].Attributes[0].Value)
	}
}

type counting struct {
	io.ReaderAt
	read int
}

func (c *counting) ReadAt(p []byte, offset int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, offset)
	c.read += n
	return n, err
}

// broken fails behind an offset.
type broken struct {
	io.ReaderAt
	good int64
}

var errDisk = errors.New("the disk is broken")

func (b broken) ReadAt(p []byte, offset int64) (int, error) {
	if offset+int64(len(p)) > b.good {
		return 0, errDisk
	}
	return b.ReaderAt.ReadAt(p, offset)
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	data := modelOf(message(nil).bytes(graphInitializer, message(nil).int(tensorDims, 1<<20).int(tensorDataType, 2).text(tensorName, "w").
		bytes(tensorRaw, make([]byte, 1<<20))).bytes(graphNode, nil))
	size := int64(len(data))
	if m, err := Read(t.Context(), broken{bytes.NewReader(data), size / 2}, size); m != nil || !errors.Is(err, errDisk) || errors.Is(err, ErrMalformed) {
		t.Errorf("error %v", err)
	}
	if m, err := Read(t.Context(), bytes.NewReader(data), size+1); m != nil || err == nil {
		t.Errorf("a file shorter than said: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if m, err := Read(stopped, bytes.NewReader(data), size); m != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	m := readBytes(t, data)
	if err := Write(stopped, io.Discard, m); !errors.Is(err, context.Canceled) {
		t.Errorf("writing: %v", err)
	}
	m.origin.from.r = broken{bytes.NewReader(data), size / 2}
	if _, err := m.Graph.Initializers[0].Raw(t.Context(), size); !errors.Is(err, errDisk) {
		t.Errorf("values: %v", err)
	}
	if err := Write(t.Context(), io.Discard, m); !errors.Is(err, errDisk) {
		t.Errorf("writing: %v", err)
	}
}

// TestValuesRefused asks for values that do not fit their shape or type.
func TestValuesRefused(t *testing.T) {
	t.Parallel()
	tensor := func(dataType DataType, number protowire.Number, payload []byte, dims ...int64) message {
		m := message(nil).int(tensorDataType, int64(dataType)).text(tensorName, "w").bytes(number, payload)
		for _, d := range dims {
			m = m.int(tensorDims, d)
		}
		return m
	}
	for name, test := range map[string]struct {
		tensor message
		want   string
	}{
		"raw too short":      {tensor(Float32, tensorRaw, make([]byte, 4), 2), "4 bytes of values, but shape [2] of float32 takes 8"},
		"raw too long":       {tensor(Float16, tensorRaw, make([]byte, 4)), "4 bytes of values, but shape [] of float16 takes 2"},
		"typed too short":    {tensor(Int64, tensorInt64s, []byte{1}, 2), "8 bytes of values, but shape [2] of int64 takes 16"},
		"typed too long":     {tensor(Int64, tensorInt64s, []byte{1, 2, 3}, 2), "more values than shape [2] takes"},
		"none":               {tensor(Int64, 100, nil, 2), "0 bytes of values"},
		"wrong field":        {tensor(Int64, tensorFloats, make([]byte, 8), 2), "its values are not stored as int64 is"},
		"two fields":         {tensor(Int64, tensorInt64s, []byte{1, 1}, 2).bytes(tensorFloats, make([]byte, 4)), "its values are not stored as int64 is"},
		"negative dimension": {tensor(Int64, tensorRaw, make([]byte, 8), -1), "size of shape [-1] of int64 is not known"},
		"too many elements":  {tensor(Int64, tensorRaw, make([]byte, 8), 1<<40, 1<<40), "size of shape [1099511627776 1099511627776] of int64 is not known"},
		"unknown type":       {tensor(99, tensorRaw, make([]byte, 8), 8), "the size of shape [8] of data type 99 is not known"},
		"half a float":       {tensor(Float32, tensorFloats, make([]byte, 5), 1), "5 bytes of values"},
	} {
		t.Run(name, func(t *testing.T) {
			w := readBytes(t, modelOf(message(nil).bytes(graphInitializer, test.tensor))).Graph.Initializers[0]
			raw, err := w.Raw(t.Context(), 1<<20)
			if err == nil || !strings.Contains(err.Error(), test.want) || !errors.Is(err, ErrNoValues) {
				t.Errorf("%d bytes, %v; want %q", len(raw), err, test.want)
			}
		})
	}
	w := NewTensor("w", Int64, []int64{3}, strings.NewReader(strings.Repeat("\xff", 24)))
	if _, err := w.Int64s(t.Context(), 2); err == nil || !strings.Contains(err.Error(), "3 elements, more than the 2 asked for") {
		t.Errorf("limit of elements: %v", err)
	}
	if _, err := w.Raw(t.Context(), 23); err == nil {
		t.Error("no limit of bytes")
	}
	w.DataType = Uint64
	if _, err := w.Int64s(t.Context(), 3); err == nil || !strings.Contains(err.Error(), "beyond 63 bits") {
		t.Errorf("unsigned: %v", err)
	}
	w.DataType = Float64
	if _, err := w.Int64s(t.Context(), 3); err == nil || !strings.Contains(err.Error(), "float64 are no integers") {
		t.Errorf("floats as integers: %v", err)
	}
	w.DataType = Int32
	if err := Write(t.Context(), io.Discard, &Model{Graph: &Graph{Initializers: []*Tensor{w}}}); !errors.Is(err, ErrNoValues) {
		t.Errorf("writing values that do not fit: %v", err)
	}
}

func TestUnknownAttribute(t *testing.T) {
	t.Parallel()
	data := modelOf(message(nil).bytes(graphNode, message(nil).
		bytes(nodeAttribute, message(nil).text(attributeName, "future").int(attributeInt, 3).int(attributeType, 77)).
		bytes(nodeAttribute, message(nil).text(attributeName, "untyped").int(attributeInt, 3)).
		bytes(nodeAttribute, message(nil).text(attributeName, "both").int(attributeInt, 3).float(attributeFloat, 0)).
		bytes(nodeAttribute, message(nil).text(attributeName, "missing").int(attributeType, int64(AttributeTensor))).
		bytes(nodeAttribute, message(nil).text(attributeName, "zero").int(attributeType, int64(AttributeInt)))))
	m := readBytes(t, data)
	var got []string
	for _, a := range m.Graph.Nodes[0].Attributes {
		got = append(got, fmt.Sprintf("%s %v %v", a.Name, a.Type, a.Value))
	}
	want := "future attribute type 77 <nil>; untyped int 3; both undefined <nil>; missing tensor <nil>; zero int 0"
	if strings.Join(got, "; ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "; "), want)
	}
	if !bytes.Equal(written(t, m), data) {
		t.Error("the model changes when written")
	}
}
