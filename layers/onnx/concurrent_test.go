package onnx

import (
	"bytes"
	"path/filepath"
	"sync"
	"testing"
)

// TestConcurrent reads values and writes models from several goroutines, as far as nothing is changed.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	m := opened(t, write(t, filepath.Join(folder, "m.onnx"), externalModelBeside(t, folder)))
	want := written(t, m)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if raw, err := m.Graph.Initializers[0].Raw(t.Context(), 4); err != nil || string(raw) != "abcd" {
				t.Errorf("values %q, %v", raw, err)
			}
			var b bytes.Buffer
			if err := Write(t.Context(), &b, m.Clone()); err != nil || !bytes.Equal(b.Bytes(), want) {
				t.Errorf("%d bytes written, %v", b.Len(), err)
			}
		})
	}
	all.Wait()
}
