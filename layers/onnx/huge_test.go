package onnx

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// TestHugeModels reads and writes models of more than 2 GiB, which protobuf's own parsers refuse.
func TestHugeModels(t *testing.T) {
	t.Parallel()
	const weights = 2600 << 20 // bytes, all of them holes
	folder := t.TempDir()
	sparse := func(name string, head, tail []byte) string {
		file, err := os.Create(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if _, err := file.WriteAt(head, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteAt(tail, int64(len(head))+weights); err != nil {
			t.Skipf("no sparse file of %d bytes here: %v", int64(weights), err)
		}
		return file.Name()
	}
	tensor := message(nil).int(tensorDims, weights).int(tensorDataType, int64(Int8)).text(tensorName, "w")
	node := message(nil).bytes(graphNode, message(nil).text(nodeInput, "w").text(nodeOutput, "y").text(nodeOpType, "Relu"))

	t.Run("inline", func(t *testing.T) {
		open := func(m message, number protowire.Number, size int) message {
			return protowire.AppendVarint(protowire.AppendTag(m, number, protowire.BytesType), uint64(size))
		}
		raw := open(tensor, tensorRaw, weights)
		initializer := open(nil, graphInitializer, len(raw)+weights)
		head := open(message(nil).int(modelIRVersion, 8), modelGraph, len(initializer)+len(raw)+weights+len(node))
		path := sparse("inline.onnx", append(append(head, initializer...), raw...), node)
		m := opened(t, path)
		at, ok := m.Graph.Initializers[0].Range()
		if !ok || at.Length != weights || m.Graph.Nodes[0].OpType != "Relu" {
			t.Fatalf("%+v, %v", at, ok)
		}
		if testing.Short() {
			return
		}
		m.Graph.Nodes[0].OpType = "LeakyRelu"
		w := &edges{}
		if err := Write(t.Context(), w, m); err != nil {
			t.Fatal(err)
		}
		if want := int64(len(head)+len(initializer)+len(raw)+weights+len(node)) + 5; w.size != want || !bytes.HasSuffix(w.tail, []byte("\x22\x09LeakyRelu")) {
			t.Errorf("%d bytes written, want %d; at the end %q", w.size, want, w.tail)
		}
	})
	t.Run("external", func(t *testing.T) {
		sparse("w.data", nil, []byte{1})
		entry := message(nil).text(propertyKey, "location").text(propertyValue, "w.data")
		path := filepath.Join(folder, "external.onnx")
		data := modelOf(node.bytes(graphInitializer, tensor.bytes(tensorExternal, entry).int(tensorLocation, 1)))
		m := opened(t, write(t, path, data))
		values, ok, err := m.Graph.Initializers[0].Contiguous()
		if err != nil || !ok || values.Size() != weights {
			t.Fatal(ok, err)
		}
		if !bytes.Equal(written(t, m), data) {
			t.Error("the model changes")
		}
	})
}

// edges keeps the size of what is written and its last bytes.
type edges struct {
	size int64
	tail []byte
}

func (e *edges) Write(p []byte) (int, error) {
	e.size += int64(len(p))
	e.tail = append(e.tail, p[max(len(p)-32, 0):]...)
	e.tail = e.tail[max(len(e.tail)-32, 0):]
	return len(p), nil
}
