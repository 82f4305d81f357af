package gpucode

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"
)

// observe finds what a plan holds, handing it over in blocks of one size.
func observe(t testing.TB, plan []byte, block int) Found {
	t.Helper()
	finder := NewFinder()
	for start := 0; start < len(plan); start += block {
		finder.Observe(int64(start), plan[start:min(len(plan), start+block)])
	}
	found, err := finder.Finish(context.Background(), bytes.NewReader(plan), int64(len(plan)))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// noise returns n bytes that look like weights, the same for every call with the same seed.
func noise(seed uint64, n int) []byte {
	random := rand.New(rand.NewPCG(seed, 1))
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	return data
}

// falseFriends are bytes that start like an image and are none.
func falseFriends() [][]byte {
	return [][]byte{
		[]byte("\x7fELF"),
		[]byte("\x7fELF\x02\x01\x01"),
		[]byte("\x50\xed\x55\xba"),
		append([]byte("\x50\xed\x55\xba\x01\x00\x10\x00"), noise(5, 80)...),
		append([]byte("\x50\xed\x55\xba\x01\x00\x10\x00"), make([]byte, 80)...),
		append([]byte("\xa2\x7fELF\x02\x01\x01"), noise(6, 80)...),
		append(testELF{machine: machineCUDA}.bytes()[:elfHeaderSize], noise(7, 300)...), // a header whose tables are noise
		append(testELF{machine: machineX86}.bytes()[:elfHeaderSize], make([]byte, 300)...),
		append(testELF{machine: 3}.bytes(), 0), // a whole image, for a machine that no plan is for
		[]byte("n={ name= fqn=__myl_ "),
	}
}
