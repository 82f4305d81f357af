package onnx

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// memoryFactor bounds what a model takes for every byte of its file: an empty message of two bytes is a
// struct and a pointer.
const memoryFactor = 256

// checkModel reads bytes and demands of what comes out: an error or a model, not both and not neither;
// memory bounded by the bytes; the same bytes when written, from the model and from a clone.
func checkModel(t *testing.T, data []byte) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m, err := Read(t.Context(), bytes.NewReader(data), int64(len(data)))
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 4*windowSize+memoryFactor*uint64(len(data)) {
		t.Errorf("%d bytes took %d bytes of memory", len(data), took)
	}
	if (err == nil) == (m == nil) {
		t.Fatalf("model %v, error %v", m, err)
	}
	if err != nil {
		var format *FormatError
		if !errors.As(err, &format) || format.Offset > int64(len(data)) || bytes.ContainsRune([]byte(err.Error()), '\n') {
			t.Fatalf("error %T %v", err, err)
		}
		return
	}
	var b bytes.Buffer
	if err := Write(t.Context(), &b, m); err != nil || !bytes.Equal(b.Bytes(), data) {
		t.Fatalf("written: %d bytes of %d, %v", b.Len(), len(data), err)
	}
	for tensor := range m.Tensors() {
		if at, ok := tensor.Range(); ok && tensor.External == nil && (at.Offset < 0 || at.Length < 0 || at.Offset+at.Length > int64(len(data))) {
			t.Fatalf("values at %+v in %d bytes", at, len(data))
		}
		if n, err := tensor.WriteValues(t.Context(), io.Discard); err == nil {
			if size, ok := tensor.Bytes(); ok && size != n {
				t.Fatalf("%d bytes of values in a shape of %d", n, size)
			}
		}
	}
	NewIndex(m.Graph, nil)
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(modelOf(sample())))
	f.Add([]byte(externalModel("location", "w.bin", "offset", "1")))
	f.Add([]byte(modelOf(message(nil).bytes(graphNode, message(nil).bytes(nodeAttribute, message(nil).bytes(attributeGraph, sample()))))))
	f.Add([]byte(modelOf(message(nil).bytes(graphInput, message(nil).text(valueName, "x").bytes(valueType,
		message(nil).bytes(typeTensor, message(nil).int(typeElem, 1).bytes(typeShape, message(nil).
			bytes(shapeDim, message(nil).int(dimValue, 3)).bytes(shapeDim, message(nil).text(dimParam, "n")))))))))
	f.Add([]byte(modelOf(nil).bytes(modelFunction, message(nil).text(functionName, "f").bytes(functionNode, nil))))
	f.Add([]byte(":+z)00\x1002#00000000000000000000000000000000000")) // a number where a message belongs
	f.Fuzz(func(t *testing.T, data []byte) { checkModel(t, data) })
}

// FuzzEdit changes a model and writes it: what is read again is what it was changed to.
func FuzzEdit(f *testing.F) {
	f.Add([]byte(modelOf(sample())), "name")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		m, err := Read(t.Context(), bytes.NewReader(data), int64(len(data)))
		if err != nil || len(name) > 1000 {
			return
		}
		m.Graph.Nodes = append(m.Graph.Nodes, &Node{OpType: name, Inputs: []string{name, ""}})
		for _, n := range m.Graph.Nodes {
			n.Name = name
			n.SetAttribute(name, []int64{1, 2})
		}
		for _, v := range m.Graph.Inputs {
			v.Type = NewTensorType(Float16, Symbol(name), Fixed(3), Dim{})
		}
		var b bytes.Buffer
		if err := Write(t.Context(), &b, m); err != nil {
			if errors.Is(err, ErrNoValues) || errors.Is(err, ErrMalformed) {
				return
			}
			t.Fatal(err)
		}
		again := readBytes(t, b.Bytes())
		if len(again.Graph.Nodes) != len(m.Graph.Nodes) {
			t.Fatalf("%d nodes, want %d", len(again.Graph.Nodes), len(m.Graph.Nodes))
		}
		for i, n := range again.Graph.Nodes {
			ints, ok := n.Ints(name)
			if n.Name != name || n.OpType != m.Graph.Nodes[i].OpType || !ok || len(ints) != 2 || len(n.Attributes) != len(m.Graph.Nodes[i].Attributes) {
				t.Fatalf("node %d is %+v, want %+v", i, n, m.Graph.Nodes[i])
			}
		}
		for i, v := range again.Graph.Inputs {
			if !v.Type.Equal(m.Graph.Inputs[i].Type) {
				t.Fatalf("type %v, want %v", v.Type, m.Graph.Inputs[i].Type)
			}
		}
	})
}

// FuzzValues reads the values of a tensor in every way.
func FuzzValues(f *testing.F) {
	f.Add(int32(Float16), int64(3), uint8(0), []byte{1, 2, 3, 4, 5, 6})
	f.Add(int32(Int4), int64(3), uint8(2), []byte{1, 2})
	f.Add(int32(String), int64(1), uint8(3), []byte("text"))
	f.Add(int32(String), int64(1), uint8(4), []byte("0"))
	f.Add(int32(Float6E2M3), int64(3), uint8(2), []byte{1, 2, 3})
	numbers := []protowire.Number{tensorRaw, tensorFloats, tensorInt32s, tensorStrings, tensorInt64s, tensorDoubles, tensorUint64s}
	f.Fuzz(func(t *testing.T, dataType int32, dim int64, number uint8, payload []byte) {
		data := modelOf(message(nil).bytes(graphInitializer, message(nil).int(tensorDataType, int64(dataType)).int(tensorDims, dim).
			bytes(numbers[int(number)%len(numbers)], payload)))
		tensor := readBytes(t, data).Graph.Initializers[0]
		const limit = 1 << 16
		ints, intsErr := tensor.Int64s(t.Context(), limit)
		floats, floatsErr := tensor.Float64s(t.Context(), limit)
		texts, textsErr := tensor.Strings(t.Context(), limit)
		for name, err := range map[string]error{"ints": intsErr, "floats": floatsErr, "texts": textsErr} {
			if err != nil && !errors.Is(err, ErrNoValues) && !errors.Is(err, ErrMalformed) {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if intsErr == nil && (int64(len(ints)) != dim || floatsErr != nil) || floatsErr == nil && int64(len(floats)) != dim || textsErr == nil && int64(len(texts)) != dim {
			t.Fatalf("%d, %d and %d values of %d", len(ints), len(floats), len(texts), dim)
		}
		for i := range ints {
			if floats[i] != float64(ints[i]) {
				t.Fatalf("value %d is %d and %g", i, ints[i], floats[i])
			}
		}
	})
}
