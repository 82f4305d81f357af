package shape

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/layers/onnx"
)

// BenchmarkInfer infers real models whose inputs have shapes, which are read already.
func BenchmarkInfer(b *testing.B) {
	for _, c := range realCases(b) {
		if c.number > 0 {
			continue
		}
		b.Run(strings.ReplaceAll(c.Name, "/", "_"), func(b *testing.B) {
			m, err := onnx.Open(b.Context(), c.Path)
			if err != nil {
				b.Fatal(err)
			}
			defer m.Close()
			o := given(c.inputs)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Infer(b.Context(), m, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
