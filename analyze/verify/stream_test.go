package verify

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// TestStreamSplits writes parts of any size in pieces of any size: each part gets its bytes, no element split.
func TestStreamSplits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 70), 0, 6).Draw(t, "sizes")
		var all []byte
		var wants []string
		gots := make([]bytes.Buffer, len(sizes))
		var parts []Part
		for i, size := range sizes {
			data := bytes.Repeat([]byte{byte(i)}, size)
			for j := range data {
				data[j] += byte(16 * j)
			}
			all = append(all, data...)
			wants = append(wants, string(data))
			parts = append(parts, Part{fmt.Sprint(i), int64(size), func(block []byte) error {
				if len(block) == 0 || len(block)%8 != 0 && gots[i].Len()+len(block) != size {
					t.Fatalf("part %d got %d bytes after %d of %d", i, len(block), gots[i].Len(), size)
				}
				gots[i].Write(block)
				return nil
			}})
		}
		s := NewStream(parts...)
		for rest := all; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
			if written, err := s.Write(rest[:n]); err != nil || written != n {
				t.Fatalf("%d of %d bytes, %v", written, n, err)
			}
			rest = rest[n:]
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		for i, want := range wants {
			if gots[i].String() != want {
				t.Errorf("part %d got %q, want %q", i, gots[i].String(), want)
			}
		}
		if _, err := s.Write([]byte{1}); !errors.Is(err, ErrShort) {
			t.Errorf("a byte too many: error %v", err)
		}
	})
}

func TestStreamErrors(t *testing.T) {
	s := NewStream(Part{"y", 20, func([]byte) error { return nil }})
	if _, err := s.Write(make([]byte, 13)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); !errors.Is(err, ErrShort) || err.Error() != ErrShort.Error()+": output y lacks 7 bytes" {
		t.Errorf("error %v", err)
	}
	full := errors.New("full")
	s = NewStream(Part{"y", 20, func([]byte) error { return full }})
	if _, err := s.Write(make([]byte, 20)); !errors.Is(err, full) || err.Error() != "output y: full" {
		t.Errorf("error %v", err)
	}
}
