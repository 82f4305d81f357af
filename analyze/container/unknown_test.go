package container

import (
	"maps"
	"testing"

	"github.com/planlint/planlint/fixtures"
)

// TestUnknownValues: what was never seen is shown and not refused.
func TestUnknownValues(t *testing.T) {
	for _, tt := range []struct {
		name    string
		tag     string
		change  func(b []byte)
		unknown map[string]string
		checked int // entries of NotChecked
	}{
		{"header version", fixtures.TagTensorRT, func(b []byte) { b[4] = 7 }, map[string]string{"bytes_4_7": "07000000"}, 1},
		{"word after the version", fixtures.TagTensorRT, func(b []byte) { b[30] = 0xab }, map[string]string{"bytes_28_31": "0000ab00"}, 0},
		{"second tag", fixtures.TagRTX, func(b []byte) { b[28] = 'w' }, map[string]string{"bytes_28_31": "77747274", "capability_bits": "00000040"}, 0},
		{"unused bytes", fixtures.TagRTX, func(b []byte) { b[40], b[55] = 1, 2 },
			map[string]string{"bytes_36_47": "000000000100000000000000", "bytes_52_55": "00000002", "capability_bits": "00000040"}, 0},
		{"version never seen", fixtures.TagRTX, func(b []byte) { b[25] = 9 }, map[string]string{"capability_bits": "0000007e"}, 1},
		{"table further behind", fixtures.TagTensorRT, func(b []byte) {
			copy(b[24:], []byte{11, 2, 1, 2})
			copy(b[40:64], b[32:56])
			clear(b[32:40])
			b[48] = 64 // the section starts behind the table
			copy(b[56:64], []byte{0x80, 0x0c, 0, 0, 0, 0, 0, 0})
		}, nil, 1},
		{"no table to be seen", fixtures.TagTensorRT, func(b []byte) {
			copy(b[24:], []byte{11, 2, 1, 2})
			for i := range 256 {
				b[32+i] = byte(i) | 0x80
			}
		}, nil, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, err := fixtures.Small(tt.tag).Bytes()
			if err != nil {
				t.Fatal(err)
			}
			tt.change(b)
			r := fixtures.Literal(tt.name, b)
			c, err := Parse(r, r.Size())
			if err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(c.Unknown, tt.unknown) || len(c.NotChecked) != tt.checked {
				t.Errorf("unknown %v, want %v; not checked %v", c.Unknown, tt.unknown, c.NotChecked)
			}
		})
	}
}

func TestSectionsFarAway(t *testing.T) {
	b, err := fixtures.Small(fixtures.TagTensorRT).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	r := fixtures.Literal("plan", b[:56]).Append("plan with a far engine", fixtures.Zeros("", 8<<20))
	c, err := Parse(r, r.Size())
	if err != nil {
		t.Fatal(err)
	}
	c.Sections[0].Offset = 4 << 20
	c.Inner = nil
	if err := c.ReadInner(r); err != nil || c.Inner != nil {
		t.Errorf("zeros are no inner archive: %+v, %v", c.Inner, err)
	}
}

func TestFindEndTagBeforeEdges(t *testing.T) {
	small := fixtures.Small(fixtures.TagTensorRT)
	size := small.Size()
	r := small.Append("plan with zeros", fixtures.Zeros("", 100))
	c, err := Parse(r, r.Size())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		end   int64
		found bool
	}{{size, true}, {size + 7, true}, {size + 8, false}, {size - 1, false}, {0, false}, {3, false}, {-5, false}, {r.Size() + 1, false}} {
		offset, found, err := c.FindEndTagBefore(r, tt.end)
		if err != nil || found != tt.found || (found && offset != size-4) {
			t.Errorf("before %d: %d %v %v", tt.end, offset, found, err)
		}
	}
}
