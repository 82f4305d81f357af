package anchor

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

var set = NewSet([2]byte{0x7f, 'E'}, [2]byte{0x50, 0xed}, [2]byte{'l', '_'}, [2]byte{'a', 'a'})

func BenchmarkSieve(b *testing.B) {
	for name, data := range blocks() {
		b.Run("Each/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			n := 0
			for b.Loop() {
				set.Each(data, func(int) { n++ })
			}
		})
		b.Run("Generic/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			n := 0
			for b.Loop() {
				set.eachGeneric(data, func(int) { n++ })
			}
		})
		b.Run("bytes.Index/"+name, func(b *testing.B) {
			patterns := [][]byte{[]byte("\x7fELF"), {0x50, 0xed, 0x55, 0xba}, []byte("__myl_")}
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				for _, pattern := range patterns {
					for rest := data; ; {
						i := bytes.Index(rest, pattern)
						if i < 0 {
							break
						}
						rest = rest[i+1:]
					}
				}
			}
		})
	}
}

// blocks are 256 KiB each, the size that the scan hands over.
func blocks() map[string][]byte {
	random := rand.New(rand.NewPCG(1, 2))
	fill := func(data []byte) {
		for i := range data {
			data[i] = byte(random.Uint32())
		}
	}
	noise := make([]byte, 256<<10)
	fill(noise)
	mixed := make([]byte, 256<<10)
	for start := 0; start < len(mixed); start += 8 << 10 {
		fill(mixed[start : start+4<<10])
	}
	return map[string][]byte{"random": noise, "half zeros": mixed, "zeros": make([]byte, 256<<10),
		"worst": bytes.Repeat([]byte("l_"), 128<<10)}
}

func collect(each func([]byte, func(int)), data []byte) []int {
	var found []int
	each(data, func(i int) { found = append(found, i) })
	slices.Sort(found)
	return found
}

func reference(data []byte) []int {
	return collect(func(data []byte, found func(int)) { set.eachByte(data, 0, found) }, data)
}

func TestKernelsAgreeWithTheByteLoop(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	alphabet := []byte{0x7f, 'E', 0x50, 0xed, 'l', '_', 'a', 0}
	for size := range 300 {
		for density := range 3 {
			data := make([]byte, size)
			for i := range data {
				if density > 0 && random.IntN(density*density*4) == 0 {
					data[i] = alphabet[random.IntN(len(alphabet))]
				} else if density == 0 {
					data[i] = alphabet[random.IntN(len(alphabet))]
				}
			}
			want := reference(data)
			for name, kernel := range kernels() {
				if got := collect(kernel, data); !slices.Equal(got, want) {
					t.Fatalf("%s: size %d, density %d: %v, want %v in % x", name, size, density, got, want, data)
				}
			}
		}
	}
}

func TestKernelsFindAPairAtEveryPlace(t *testing.T) {
	for _, pair := range set.pairs {
		for size := 2; size < 260; size++ {
			for at := 0; at+2 <= size; at++ {
				data := make([]byte, size)
				copy(data[at:], pair[:])
				for name, kernel := range kernels() {
					if got := collect(kernel, data); !slices.Equal(got, []int{at}) {
						t.Fatalf("%s: % x at %d of %d: found %v", name, pair, at, size, got)
					}
				}
			}
		}
	}
}

func TestRepeatedPairsAreFoundOnce(t *testing.T) {
	for count := 1; count <= 5; count++ {
		pairs := slices.Repeat([][2]byte{{'x', 'y'}}, count)
		short := NewSet(pairs[0], pairs[1:]...)
		data := bytes.Repeat([]byte("-xy"), 100)
		for name, kernel := range map[string]func([]byte, func(int)){"each": short.Each, "generic": short.eachGeneric} {
			if got := collect(kernel, data); len(got) != 100 {
				t.Errorf("%s with %d pairs: found %d, want 100", name, count, len(got))
			}
		}
	}
}

func FuzzEach(f *testing.F) {
	for _, pair := range set.pairs {
		f.Add(bytes.Repeat(pair[:], 40), uint8(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, skip uint8) {
		data = data[min(int(skip), len(data)):]
		want := reference(data)
		for name, kernel := range kernels() {
			if got := collect(kernel, data); !slices.Equal(got, want) {
				t.Fatalf("%s: %v, want %v", name, got, want)
			}
		}
	})
}

func ExampleSet_Each() {
	NewSet([2]byte{'a', 'b'}).Each([]byte("..ab.ab"), func(index int) { fmt.Println(index) })
	// Output:
	// 2
	// 5
}
