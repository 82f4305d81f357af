package topology

import (
	"bytes"
	"errors"
	"testing"

	"github.com/planlint/planlint/layers/onnx"
)

// FuzzDecode lets onnx-go read what package onnx reads: an error or a graph, no panic, no mismatch.
func FuzzDecode(f *testing.F) {
	first, second := node("A", "x,,x", "a,"), node("B", "none", "y")
	first.SetAttribute("f", float32(2))
	first.SetAttribute("l", []int64{1, -2})
	first.SetAttribute("s", []string{"a", ""})
	second.SetAttribute("g", graphOf(node("C", "a", "c")))
	for _, g := range []*onnx.Graph{graphOf(first, second), graphOf(node("A", "y", "y")), graphOf()} {
		var b bytes.Buffer
		if err := onnx.Write(f.Context(), &b, &onnx.Model{Graph: g}); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := onnx.Read(t.Context(), bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		top, err := Decode(t.Context(), m.Graph)
		if (err == nil) == (top == nil) || err != nil && !errors.Is(err, ErrUnsupported) {
			t.Fatalf("%v, %v", top, err)
		}
		if top == nil {
			return
		}
		if order, err := top.Order(); err == nil {
			checkOrder(t, order, m.Graph)
		} else if !errors.Is(err, ErrCycle) {
			t.Fatal(err)
		}
	})
}
