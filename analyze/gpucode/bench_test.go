package gpucode

import (
	"bytes"
	"context"
	"testing"
)

// BenchmarkObserve is what the finder costs a scan: blocks of 256 KiB that are in the second-level cache.
func BenchmarkObserve(b *testing.B) {
	const block = 256 << 10
	half := noise(1, block)
	for start := 0; start < block; start += 8 << 10 {
		clear(half[start : start+4<<10])
	}
	for name, data := range map[string][]byte{
		"weights":    noise(2, block),
		"half zeros": half,
		"zeros":      make([]byte, block),
		"source":     bytes.Repeat([]byte("using __myln_half = __half; __forceinline__ __device__ int __myln_add(int x) {return x;}\n"), 3000)[:block],
		"pairs":      bytes.Repeat([]byte("l_"), block/2),
	} {
		b.Run(name, func(b *testing.B) {
			finder := NewFinder()
			b.SetBytes(block)
			b.ReportAllocs()
			for b.Loop() {
				finder.Observe(block, data)
			}
		})
	}
}

func BenchmarkFinish(b *testing.B) {
	image := testELF{machine: machineCUDA, flags: 0x5a055a, kernels: []string{"a", "b", "c"}}.bytes()
	plan := bytes.Repeat(append(image, make([]byte, 20<<10)...), 1000)
	for b.Loop() {
		finder := NewFinder()
		finder.Observe(0, plan)
		if _, err := finder.Finish(context.Background(), bytes.NewReader(plan), int64(len(plan))); err != nil {
			b.Fatal(err)
		}
	}
}
