package blocks

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// random returns bytes without any that repeat.
func random(seed uint64, n int) []byte {
	source := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16), 1})
	data := make([]byte, n)
	_, _ = source.Read(data) // never fails
	return data
}

func find(t testing.TB, data []byte) *Found {
	t.Helper()
	found, err := Find(context.Background(), bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestDuplicate: 4 MiB of fp32 [16,64,1024] stand twice, as in tensorflow/tensorrt issue 255.
func TestDuplicate(t *testing.T) {
	t.Parallel()
	block := random(1, 16*64*1024*4)
	data := slices.Concat(random(2, 100_003), block, random(3, 70_001), block, random(4, 9))
	found := find(t, data)
	if len(found.Duplicates) != 1 || len(found.Repeated) != 0 {
		t.Fatalf("%+v", found)
	}
	d := found.Duplicates[0]
	if d.Length != 4_194_304 || !slices.Equal(d.Offsets, []int64{100_003, 100_003 + 4_194_304 + 70_001}) {
		t.Errorf("%+v", d)
	}
}

// TestExpandedConstant: a tensor that was folded and expanded over the batch, as in pytorch/TensorRT issue 3634.
func TestExpandedConstant(t *testing.T) {
	t.Parallel()
	row := random(5, 128*768*4)
	data := slices.Concat(random(6, 50_000), bytes.Repeat(row, 16), random(7, 50_000))
	found := find(t, data)
	if len(found.Duplicates) != 0 || len(found.Repeated) != 1 {
		t.Fatalf("%+v", found)
	}
	if r := found.Repeated[0]; r.Period != 393_216 || r.Offset != 50_000 || r.Length != 16*393_216 {
		t.Errorf("%+v", r)
	}
}

// TestShortPeriod: the repeated block is shorter than a piece.
func TestShortPeriod(t *testing.T) {
	t.Parallel()
	for _, period := range []int{2, 3072, 12_000, 40_000} {
		data := slices.Concat(random(8, 30_000), bytes.Repeat(random(9, period), 4<<20/period), random(10, 30_000))
		found := find(t, data)
		if len(found.Repeated) != 1 || len(found.Duplicates) != 0 {
			t.Errorf("period %d: %+v", period, found)
			continue
		}
		if r := found.Repeated[0]; r.Period != int64(period) || r.Length < 4<<20-2*mostPiece || r.Length > 4<<20 {
			t.Errorf("period %d: %+v", period, r)
		}
	}
}

// TestNothing: random bytes and zeros hold nothing twice.
func TestNothing(t *testing.T) {
	t.Parallel()
	if found := find(t, slices.Concat(random(11, 3<<20), make([]byte, 5<<20), random(12, 1<<20))); len(found.Duplicates)+len(found.Repeated) > 0 {
		t.Errorf("%+v", found)
	}
	for _, size := range []int{0, 1, 64, leastPiece, mostPiece, mostPiece + 1} {
		if found := find(t, random(13, size)); len(found.Duplicates)+len(found.Repeated) > 0 {
			t.Errorf("%d bytes: %+v", size, found)
		}
	}
}

// TestWhatIsFoundIsThere: every block that is named stands where it is said to stand, and a copy of twice the least
// length is found wherever it is.
func TestWhatIsFoundIsThere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seed := uint64(rapid.IntRange(0, 1<<20).Draw(t, "seed"))
		block := random(seed, rapid.IntRange(3*Least, 5*Least).Draw(t, "length"))
		gap := random(seed+1, rapid.IntRange(1, 3*Least).Draw(t, "gap"))
		data := slices.Concat(random(seed+2, rapid.IntRange(0, 2*Least).Draw(t, "before")), block, gap, block)
		found, err := Find(context.Background(), bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Duplicates) == 0 {
			t.Fatalf("the copy is not found")
		}
		checkFound(t, data, found)
	})
}

// TestTwoPatterns: two stretches that repeat themselves with the same period are not one.
func TestTwoPatterns(t *testing.T) {
	t.Parallel()
	found := find(t, slices.Concat(bytes.Repeat([]byte{1}, 5*Least), bytes.Repeat([]byte{2}, 5*Least)))
	checkFound(t, slices.Concat(bytes.Repeat([]byte{1}, 5*Least), bytes.Repeat([]byte{2}, 5*Least)), found)
	if len(found.Repeated) != 2 {
		t.Errorf("%+v", found)
	}
}

// checkFound checks that what is said to be there is.
func checkFound(t interface{ Fatalf(string, ...any) }, data []byte, found *Found) {
	for _, r := range found.Repeated {
		if r.Period < 1 || r.Offset < 0 || r.Offset+r.Length > int64(len(data)) || r.Length < r.Period {
			t.Fatalf("%+v of %d bytes", r, len(data))
		}
		if !bytes.Equal(data[r.Offset:r.Offset+r.Length-r.Period], data[r.Offset+r.Period:r.Offset+r.Length]) {
			t.Fatalf("%+v does not repeat itself", r)
		}
	}
	for _, d := range found.Duplicates {
		for _, offset := range d.Offsets[1:] {
			if !bytes.Equal(data[d.Offsets[0]:d.Offsets[0]+d.Length], data[offset:offset+d.Length]) {
				t.Fatalf("%+v is not there", d)
			}
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add([]byte("abcabcabc"), []byte("x"), uint16(3))
	f.Add(bytes.Repeat([]byte{1, 2, 3}, 100), []byte{9}, uint16(700))
	f.Add([]byte{1}, []byte{2}, uint16(65535))
	f.Fuzz(func(t *testing.T, first, second []byte, times uint16) {
		if (len(first)+len(second))*int(times) > 4<<20 {
			t.Skip()
		}
		data := slices.Concat(bytes.Repeat(first, int(times)), bytes.Repeat(second, int(times)), first, bytes.Repeat(first, int(times)))
		checkFound(t, data, find(t, data))
	})
}
