package wrap_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/klauspost/compress/zstd"
	"google.golang.org/protobuf/encoding/protowire"
)

// ultralytics writes what the exporter of Ultralytics writes.
func ultralytics(plan []byte) []byte {
	meta := `{"description": "Ultralytics YOLO11n model", "stride": 32, "task": "detect", "names": {"0": "person"}}`
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(meta))), meta...), plan...)
}

// delegate writes a blob as Torch-TensorRT's executorch/serialization.py does.
func delegate(magic string, plan []byte) []byte {
	meta := `{"io_bindings":[{"name":"x","dtype":"float16","shape":[1,64],"is_input":true}],"aliased_io":[],"hardware_compatible":false,"device_id":0}`
	engine := (32 + len(meta) + 15) &^ 15
	b := []byte(magic)
	b = binary.LittleEndian.AppendUint32(b, 32)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(meta)))
	b = binary.LittleEndian.AppendUint32(b, uint32(engine))
	b = binary.LittleEndian.AppendUint64(b, uint64(len(plan)))
	b = append(b, 1, 0, 0, 0, 0, 0, 0, 0)
	b = append(b, meta...)
	return append(append(b, make([]byte, engine-len(b))...), plan...)
}

// program writes the outline of an ExecuTorch program: its identifier, and segments at multiples of 4096.
func program(blobs ...[]byte) []byte {
	b := append([]byte{0x20, 0, 0, 0}, "ET12"...)
	b = append(b, "eh00 a name that starts as a blob: TR01, TR02"...)
	for _, blob := range blobs {
		b = append(b, make([]byte, 4096-len(b)%4096)...)
		b = append(b, blob...)
	}
	return b
}

type member struct {
	name   string
	method uint16
	data   []byte
}

func archive(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor())
	for _, m := range members {
		f, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: m.method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(m.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t testing.TB, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(data, nil)
}

// pickled writes a list of strings as libtorch does: protocol 2, each string a BINUNICODE.
func pickled(values ...[]byte) []byte {
	b := []byte{0x80, 2, ']', '('}
	for i, v := range values {
		b = append(b, 'X')
		b = binary.LittleEndian.AppendUint32(b, uint32(len(v)))
		b = append(b, v...)
		b = append(b, 'q', byte(i))
	}
	return append(b, 'e', '.')
}

func encoded(plan []byte) []byte { return []byte(base64.StdEncoding.EncodeToString(plan)) }

// onnxNode is an EPContext node. Attributes that are nil are left out.
type onnxNode struct {
	name, source, partition string
	main, embed             *int64
	cache                   []byte
}

func number(n int64) *int64 { return &n }

func message(b []byte, number protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, number, protowire.BytesType), content)
}

func varint(b []byte, number protowire.Number, value uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, number, protowire.VarintType), value)
}

func (n onnxNode) bytes() []byte {
	b := message(nil, 1, []byte("input"))
	b = message(b, 2, []byte("output"))
	b = message(b, 3, []byte(n.name))
	b = message(b, 4, []byte("EPContext"))
	ints := []struct {
		name  string
		value *int64
	}{{"main_context", n.main}, {"embed_mode", n.embed}}
	for _, a := range ints {
		if a.value != nil {
			b = message(b, 5, varint(varint(message(nil, 1, []byte(a.name)), 3, uint64(*a.value)), 20, 2))
		}
	}
	texts := []struct {
		name  string
		value []byte
	}{{"ep_sdk_version", []byte("10.9")}, {"partition_name", []byte(n.partition)}, {"source", []byte(n.source)}, {"ep_cache_context", n.cache}}
	for _, a := range texts {
		if len(a.value) > 0 {
			b = message(b, 5, varint(message(message(nil, 1, []byte(a.name)), 4, a.value), 20, 3))
		}
	}
	return message(b, 7, []byte("com.microsoft"))
}

// relu is a node of the usual kind.
func relu() []byte {
	b := message(nil, 1, []byte("x"))
	b = message(b, 2, []byte("y"))
	return message(message(b, 4, []byte("LeakyRelu")), 5, message(nil, 1, []byte("alpha")))
}

func graph(nodes ...[]byte) []byte {
	var b []byte
	for _, n := range nodes {
		b = message(b, 1, n)
	}
	b = message(b, 2, []byte("main_graph"))
	return message(b, 5, message(nil, 9, make([]byte, 1000))) // an initializer
}

func model(nodes ...[]byte) []byte {
	b := varint(nil, 1, 10)
	b = message(b, 2, []byte("planlint"))
	b = message(b, 7, graph(nodes...))
	return message(b, 8, varint(message(nil, 1, nil), 2, 20))
}

// withGraph is a node with a graph in an attribute, as If has.
func withGraph(inner []byte) []byte {
	b := message(nil, 4, []byte("If"))
	return message(b, 5, message(message(nil, 1, []byte("then_branch")), 6, inner))
}

// many returns members with the same content.
func many(n int, data []byte) []member {
	var list []member
	for i := range n {
		list = append(list, member{fmt.Sprintf("text/%d.txt", i), zip.Deflate, data})
	}
	return list
}
