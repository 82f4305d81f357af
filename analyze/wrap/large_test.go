package wrap_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/planlint/planlint/analyze/wrap"
	"google.golang.org/protobuf/encoding/protowire"
)

// gap is a file with zeros between its two ends. It counts what is read.
type gap struct {
	head, tail []byte
	size       int64
	read       int64
}

func (g *gap) ReadAt(p []byte, offset int64) (int, error) {
	n := int(min(int64(len(p)), g.size-offset))
	if n <= 0 {
		return 0, io.EOF
	}
	clear(p[:n])
	if offset < int64(len(g.head)) {
		copy(p[:n], g.head[offset:])
	}
	start := g.size - int64(len(g.tail))
	if from := start - offset; from < int64(n) {
		if from >= 0 {
			copy(p[from:n], g.tail)
		} else {
			copy(p[:n], g.tail[-from:])
		}
	}
	g.read += int64(n)
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// A model with 5 GB of weights before the node is not read to find the node.
func TestLargeModel(t *testing.T) {
	plan := planBytes(t)
	const weights = 5 << 30
	node := message(nil, 1, onnxNode{name: "n", cache: plan}.bytes())
	tensor := protowire.AppendVarint(protowire.AppendTag(nil, 9, protowire.BytesType), weights)
	inner := protowire.AppendVarint(protowire.AppendTag(nil, 5, protowire.BytesType), uint64(len(tensor))+weights)
	inner = append(inner, tensor...)
	head := varint(nil, 1, 10)
	head = protowire.AppendVarint(protowire.AppendTag(head, 7, protowire.BytesType), uint64(len(inner))+weights+uint64(len(node)))
	head = append(head, inner...)
	file := &gap{head: head, tail: node, size: int64(len(head)) + weights + int64(len(node))}
	plans, err := wrap.Find(t.Context(), file, file.size, wrap.Options{})
	if err != nil || len(plans) != 1 {
		t.Fatal(plans, err)
	}
	if file.read > 1<<20 {
		t.Errorf("%d bytes were read", file.read)
	}
	if want := file.size - int64(len(node)) + int64(bytes.Index(node, plan)); plans[0].Offset != want {
		t.Errorf("the plan is at byte %d, want %d", plans[0].Offset, want)
	}
	if !bytes.Equal(content(t, plans[0]), plan) {
		t.Error("other bytes than the plan's")
	}
}

// Patterns that nearly match do not make a search slow: each visit goes on where the last one ended.
func TestManyAnchors(t *testing.T) {
	for name, near := range map[string]string{"blobs": "TR01", "tags": "ftrt\x00\x00\x00\x00", "base64": "ZnRydAAAA ", "text": "ZnRydAAAA"} {
		data := bytes.Repeat([]byte(near), 3<<20/len(near))
		plans, err := find(t, pickled([]byte("x"), data, encoded(planBytes(t))), wrap.Options{})
		if err != nil || len(plans) == 0 {
			t.Errorf("%s: %v, %v", name, plans, err)
		}
		plans, err = find(t, program(data, delegate("TR01", planBytes(t))), wrap.Options{})
		if err != nil || len(plans) != 1 {
			t.Errorf("%s: %v, %v", name, plans, err)
		}
	}
}

// A plan is found wherever it stands relative to the blocks in which a file is read.
func TestAnchorAcrossBlocks(t *testing.T) {
	blob := delegate("TR01", planBytes(t))
	for before := 1<<20 - 8; before < 1<<20+8; before++ {
		file := append(program(), make([]byte, before-len(program()))...)
		file = append(file, blob...)
		plans, err := find(t, file, wrap.Options{})
		if err != nil || len(plans) != 1 || !bytes.Equal(file[plans[0].Offset:][:plans[0].Size], planBytes(t)) {
			t.Fatalf("behind %d bytes: %v, %v", before, plans, err)
		}
	}
}

func TestMaybePlan(t *testing.T) {
	for _, head := range []string{"", "f", "\x08", "\x08\x0a", "PK", "text\n", "{\"a\": 1}", "<!DOCTYPE html>", "version https://git-lfs", "BZh9", "\x80\x02", "\x00\x00\x00\x00{", "ZnRydA"} {
		if wrap.MaybePlan([]byte(head)) {
			t.Errorf("%q may be a plan", head)
		}
	}
}
