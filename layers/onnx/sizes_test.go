package onnx

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSizes: a model whose weights have other sizes than their shapes say is not opened, wherever they lie.
func TestSizes(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "weights.bin"), make([]byte, 100), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		tensor *Tensor
		want   string
	}{
		"inline":             {NewTensor("w", Float16, []int64{2, 3}, bytes.NewReader(make([]byte, 12))), ""},
		"inline, too short":  {&Tensor{Name: "w", DataType: Float16, Dims: []int64{2, 4}, replace: bytes.NewReader(make([]byte, 3))}, "3 bytes of values, but shape [2 4] of float16 takes 16"},
		"beside":             {&Tensor{Name: "w", DataType: Float16, Dims: []int64{2, 3}, External: &External{Location: "weights.bin", Length: 12}}, ""},
		"beside, no length":  {&Tensor{Name: "w", DataType: Float16, Dims: []int64{2, 3}, External: &External{Location: "weights.bin", Length: -1}}, ""},
		"beside, too short":  {&Tensor{Name: "w", DataType: Float16, Dims: []int64{2, 3}, External: &External{Location: "weights.bin", Length: 10}}, "is to have 10 bytes of it, and 12 is what shape [2 3] of float16 takes"},
		"beside, none there": {&Tensor{Name: "w", DataType: Float16, Dims: []int64{2, 3}, External: &External{Location: "weights.bin", Offset: 90, Length: 12}}, "too few for 12 bytes at offset 90"},
	} {
		path := filepath.Join(folder, "model.onnx")
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		raw := test.tensor
		if raw.replace != nil { // the writer itself refuses wrong sizes
			raw = &Tensor{Name: "w", DataType: Uint8, Dims: []int64{raw.replace.Size()}, replace: raw.replace}
		}
		m := &Model{IRVersion: 8, Opsets: []Opset{{Version: 17}}, Graph: &Graph{Name: "g", Initializers: []*Tensor{raw}}}
		if err := errors.Join(Write(t.Context(), file, m), file.Close()); err != nil {
			t.Fatal(err)
		}
		if raw != test.tensor {
			m, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			m.Graph.Initializers[0].DataType, m.Graph.Initializers[0].Dims = test.tensor.DataType, test.tensor.Dims
			if err := m.checkSizes(); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v, want %q", name, err, test.want)
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
			continue
		}
		opened, err := Open(t.Context(), path)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
		if err == nil {
			if err := opened.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
