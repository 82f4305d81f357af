package tensor

import (
	"math/rand/v2"
	"testing"
)

// TestCount counts random bits, and those of special numbers, one by one as well.
func TestCount(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	for _, dtype := range allTypes(t) {
		for _, distribution := range []string{"specials", "normal", "nan", ""} {
			data := make([]byte, 4096)
			for i := range data {
				data[i] = byte(random.Uint32())
			}
			if distribution != "" {
				if err := Fill(data, 0, "x", dtype.name, Recipe{Distribution: distribution}); err != nil {
					t.Fatal(err)
				}
			}
			count := int(dtype.Elements(int64(len(data)))) - 1
			var got, want [NaN + 1]int64
			dtype.Count(data, count, &got)
			for i := range count {
				want[dtype.Class(dtype.Load(data, i))]++
			}
			if got != want {
				t.Errorf("%s, %q: %v, want %v", dtype.name, distribution, got, want)
			}
		}
	}
}

func TestText(t *testing.T) {
	for _, test := range []struct {
		dtype string
		bits  uint64
		want  string
	}{
		{"float16", 0x3555, "0.33325195"}, {"float16", 0x8000, "-0"}, {"float16", 0xfe01, "NaN"}, {"float32", 0x3dcccccd, "0.1"}, {"float64", 0x3fb999999999999a, "0.1"},
		{"float16", 0xfc00, "-Inf"}, {"int8", 0xff, "-1"}, {"int64", 1<<63 - 1, "9223372036854775807"}, {"uint4", 15, "15"}, {"bool", 1, "1"}, {"fp8", 0x7e, "448"},
		{"float16", 1, "5.9604645e-08"},
	} {
		if got := mustType(t, test.dtype).Text(test.bits); got != test.want {
			t.Errorf("%s %#x is %s, want %s", test.dtype, test.bits, got, test.want)
		}
	}
}
