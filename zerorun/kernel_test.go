package zerorun

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestKernelsEqualByteLoop(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		r := rand.New(rand.NewPCG(1, 2))
		for range 40 {
			data := mixed(r, r.IntN(40000))
			for _, minRun := range minRuns {
				for _, noLongest := range []bool{false, true} {
					want := reference(data, minRun, noLongest)
					o := Options{MinRun: minRun, NoLongest: noLongest}
					push(t, k, data, o, randomly(r)).check(t, fmt.Sprint("minimum ", minRun), want)
				}
			}
		}
	})
}

// A run one shorter than, as long as and one longer than the minimum, at all
// places of a block.
func TestRunAtEveryAlignment(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		for _, minRun := range minRuns {
			for _, length := range []int64{minRun - 1, minRun, minRun + 1} {
				for at := range int64(denseBlock + 1) {
					data := filled(int(at + length + 2*denseBlock + 3))
					clear(data[at : at+length])
					for _, noLongest := range []bool{false, true} {
						want := reference(data, minRun, noLongest)
						o := Options{MinRun: minRun, NoLongest: noLongest}
						push(t, k, data, o, whole).check(t, fmt.Sprintf("minimum %d, %d zeros at %d", minRun, length, at), want)
					}
				}
			}
		}
	})
}

// All patterns of zero and other bytes around the border of two blocks, with
// the bytes whose sign or borrow could be mistaken.
func TestEveryPatternAtBlockBorder(t *testing.T) {
	const width = 10
	eachKernel(t, func(t *testing.T, k *kernel) {
		for _, other := range []byte{0x01, 0x80, 0xff} {
			for _, background := range []byte{0, 0x80} {
				for pattern := range 1 << width {
					data := make([]byte, 3*denseBlock)
					for i := range data {
						data[i] = background
					}
					for i := range width {
						data[denseBlock-width/2+i] = other * byte(pattern>>i&1)
					}
					minRun := int64(pattern%9 + 1)
					push(t, k, data, Options{MinRun: minRun}, whole).check(t, fmt.Sprintf("%#x %#x %b", other, background, pattern), reference(data, minRun, false))
				}
			}
		}
	})
}

// As many zeros as there can be without a block of zeros, for longer than
// the counters of single bytes last.
func TestCountersDoNotOverflow(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		for _, blocks := range []int{1, 2, 125, 126, 127, 128, 252, 253, 254, 600} {
			for _, step := range []int{0, 1, 37} {
				data := make([]byte, blocks*denseBlock+5)
				for i := range blocks {
					data[i*denseBlock+(i*step+77)%denseBlock] = 0xff
				}
				done, zeros, before := k.count(data, denseBlock)
				wantBefore := denseBlock - 1 - ((blocks-1)*step+77)%denseBlock
				if done != blocks*denseBlock || zeros != blocks*(denseBlock-1) || before != wantBefore {
					t.Fatalf("%d blocks, step %d: %d bytes, %d zeros, %d before; want %d before", blocks, step, done, zeros, before, wantBefore)
				}
				push(t, k, data, Options{}, whole).check(t, "scan", reference(data, DefaultMinRun, false))
			}
		}
	})
}

// The functions of a kernel give what the one in Go gives, on their own.
func TestKernelFunctionsEqualWords(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		data := mixed(r, r.IntN(1<<(4+r.IntN(11))))
		from := r.IntN(len(data) + 1)
		data = data[from:]
		least := minRuns[r.IntN(len(minRuns))]
		grain := []int64{1, 2, 4, 64, denseBlock}[r.IntN(5)]
		for _, k := range kernels() {
			checkCount(t, k, data, grain)
			if got, want := k.prefix(data), prefixWords(data); got != want {
				t.Fatalf("%s: prefix of %d zeros, want %d", k.name, got, want)
			}
			checkFind(t, k, data, least, int64(r.IntN(300)))
		}
	}
}

func checkCount(t *testing.T, k *kernel, data []byte, grain int64) {
	t.Helper()
	done, zeros, before := k.count(data, grain)
	want := 0
	for want+denseBlock <= len(data) && !aligned(data[want:want+denseBlock], int(grain)) {
		want += denseBlock
	}
	counted, back := 0, 0
	for _, b := range data[:want] {
		back++
		if b == 0 {
			counted++
		} else {
			back = 0
		}
	}
	if done != want || zeros != counted || before != back {
		t.Fatalf("%s: grain %d: %d bytes, %d zeros, %d before; want %d, %d, %d", k.name, grain, done, zeros, before, want, counted, back)
	}
}

// aligned looks for an aligned grain of zeros, the slow way.
func aligned(block []byte, grain int) bool {
	for b := range slices.Chunk(block, grain) {
		if !slices.ContainsFunc(b, func(b byte) bool { return b != 0 }) {
			return true
		}
	}
	return false
}

func checkFind(t *testing.T, k *kernel, data []byte, least, run int64) {
	t.Helper()
	var got, want finder
	got.setLeast(least)
	want.setLeast(least)
	got.run, want.run = run, run
	done, events := k.find(&got, data)
	wantDone, wantEvents := findWords(&want, data)
	if done != wantDone || events != wantEvents || got.run != want.run || got.zeros != want.zeros {
		t.Fatalf("%s: least %d: %d bytes, %d events, run %d, %d zeros; want %d, %d, %d, %d", k.name, least,
			done, events, got.run, got.zeros, wantDone, wantEvents, want.run, want.zeros)
	}
	if !slices.Equal(got.events[:events], want.events[:events]) {
		t.Fatalf("%s: least %d: events\n got %v\nwant %v", k.name, least, got.events[:events], want.events[:events])
	}
}
