package tensor

import "testing"

func BenchmarkCount(b *testing.B) {
	for _, name := range []string{"float16", "float32", "int8"} {
		b.Run(name, func(b *testing.B) {
			dtype := mustType(b, name)
			data := make([]byte, 1<<20)
			if err := Fill(data, 0, "x", name, Recipe{Distribution: "normal"}); err != nil {
				b.Fatal(err)
			}
			count := int(dtype.Elements(1 << 20))
			b.SetBytes(1 << 20)
			var classes [NaN + 1]int64
			for b.Loop() {
				dtype.Count(data, count, &classes)
			}
		})
	}
}

func BenchmarkFill(b *testing.B) {
	data := make([]byte, 1<<20)
	b.SetBytes(1 << 20)
	for b.Loop() {
		if err := Fill(data, 0, "x", "float16", Recipe{Distribution: "normal"}); err != nil {
			b.Fatal(err)
		}
	}
}
