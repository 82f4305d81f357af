package input

import (
	"bytes"
	"io"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// counted is a source in memory that counts how often each byte is read.
type counted struct {
	data  []byte
	reads []atomic.Int32
}

func newCounted(size int) *counted {
	c := &counted{data: make([]byte, size), reads: make([]atomic.Int32, size)}
	_, _ = rand.NewChaCha8([32]byte{1}).Read(c.data) // never fails
	return c
}

func (c *counted) Size() int64 { return int64(len(c.data)) }

func (c *counted) ReadAt(p []byte, offset int64) (int, error) {
	n, err := bytes.NewReader(c.data).ReadAt(p, offset)
	for i := range n {
		c.reads[int(offset)+i].Add(1)
	}
	return n, err
}

// TestOnce: whatever is read in small pieces before all is read, every byte comes back right and is read once.
func TestOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		source := newCounted(rapid.IntRange(1, 600<<10).Draw(t, "size"))
		size := int(source.Size())
		once := NewOnce(source, source.Size())
		read := func(start, length int) {
			got := make([]byte, length)
			if n, err := once.ReadAt(got, int64(start)); n != length || err != nil && err != io.EOF {
				t.Fatalf("%d bytes at %d: %d, %v", length, start, n, err)
			}
			if !bytes.Equal(got, source.data[start:start+length]) {
				t.Fatalf("%d bytes at %d are wrong", length, start)
			}
		}
		for range rapid.IntRange(0, 8).Draw(t, "reads") {
			start := rapid.IntRange(0, size-1).Draw(t, "start")
			read(start, rapid.IntRange(0, min(size-start, keptRead)).Draw(t, "length"))
		}
		piece := rapid.SampledFrom([]int{keptRead + 1, 256 << 10}).Draw(t, "piece")
		for start := 0; start < size; start += piece {
			read(start, min(piece, size-start))
		}
		for i := range source.reads {
			if n := source.reads[i].Load(); n != 1 {
				t.Fatalf("byte %d of %d was read %d times", i, size, n)
			}
		}
	})
}

// TestOnceBeyondTheEnd: reading beyond the end is what it is without Once.
func TestOnceBeyondTheEnd(t *testing.T) {
	t.Parallel()
	once := NewOnce(newCounted(10), 10)
	for _, offset := range []int64{5, 10, 20} {
		n, err := once.ReadAt(make([]byte, 8), offset)
		if want := max(0, 10-int(offset)); n != want || err != io.EOF {
			t.Errorf("at %d: %d, %v", offset, n, err)
		}
	}
}
