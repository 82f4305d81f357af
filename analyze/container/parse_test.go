package container

import (
	"io"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/result"
)

// TestSeedLayouts: in each layout of the padded plan the end tag and the zeros are where they were put.
func TestSeedLayouts(t *testing.T) {
	const content, total = int64(1_100_136), int64(5_487_774_180)
	for _, tt := range []struct {
		layout             fixtures.Layout
		declared, trailing int64
		endTag             int64 // -1: not where the header says
		before             int64 // -1: none right before the zeros
	}{
		{fixtures.InsideBehindEndTag, total, 0, -1, content - 4},
		{fixtures.InsideWithoutEndTag, total, 0, -1, -1},
		{fixtures.OutsideBehindEndTag, content, total - content, content - 4, content - 4},
		{fixtures.OutsideWithoutEndTag, content, total - content, -1, -1},
		{fixtures.InsideBeforeEndTag, total + 8, 0, total + 4, -1},
	} {
		t.Run(tt.layout.String(), func(t *testing.T) {
			r := fixtures.SeedPadded(tt.layout)
			counted := &countingReader{ReaderAt: r, size: r.Size()}
			c, err := Parse(counted, r.Size())
			if err != nil {
				t.Fatal(err)
			}
			if counted.bytes > 2*maxWindow || counted.outside {
				t.Errorf("read %d bytes, outside of the two windows: %v", counted.bytes, counted.outside)
			}
			if got := c.Version.String(); got != "11.2.1.2" || c.Measured {
				t.Errorf("version %s, measured %v", got, c.Measured)
			}
			if declared, ok := c.DeclaredSize(); !ok || declared != tt.declared || c.TrailingBytes() != tt.trailing {
				t.Errorf("declared %d %v, trailing %d", declared, ok, c.TrailingBytes())
			}
			offset, found, looked := c.EndTag()
			if !looked || found != (tt.endTag >= 0) || (found && offset != tt.endTag) {
				t.Errorf("end tag %d, found %v, looked %v", offset, found, looked)
			}
			offset, found, err = c.FindEndTagBefore(r, content)
			if err != nil || found != (tt.before >= 0) || (found && offset != tt.before) {
				t.Errorf("end tag before the zeros %d %v, %v", offset, found, err)
			}
			if c.Inner == nil || c.Inner.Offset != 56 {
				t.Errorf("inner archive %+v", c.Inner)
			}
			if len(c.NotChecked) != 1 {
				t.Errorf("an unmeasured version must say so once: %v", c.NotChecked)
			}
		})
	}
}

func TestResult(t *testing.T) {
	r := fixtures.Small(fixtures.TagRTX)
	c, err := Parse(r, r.Size())
	if err != nil {
		t.Fatal(err)
	}
	declared, endTag, weights := r.Size(), r.Size()-4, int64(4096)
	want := &result.Container{
		Family: "tensorrt-rtx", Tag: "vtrt", Version: "1.7.1.116", DeclaredSize: &declared, PlanSize: r.Size(),
		EndTagOffset: &endTag, WeightsBytes: &weights, Capabilities: []string{"8.0", "8.6", "8.9", "12.0", "12.1"},
		Sections: []result.Section{{Name: "ENGN", Offset: 112, Size: 12_000}, {Name: "WGHT", Offset: 12_112, Size: 4_096}},
		Unknown:  map[string]string{"capability_bits": "00000040"},
	}
	if diff := cmp.Diff(want, c.Result()); diff != "" {
		t.Error(diff)
	}
	if c.HeaderEnd() != 112 || !c.Measured {
		t.Errorf("header ends at %d, measured %v", c.HeaderEnd(), c.Measured)
	}
}

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
	if offset, found, err := c.InnerEndTag(r); err != nil || !found || offset != 56+16_000-4 {
		t.Errorf("inner end tag: %d %v %v", offset, found, err)
	}
}

func TestHasTag(t *testing.T) {
	for prefix, want := range map[string]bool{"ftrt": true, "vtrt\x00": true, "trtf": false, "ptrt": false, "ftr": false, "": false} {
		if HasTag([]byte(prefix)) != want {
			t.Errorf("%q", prefix)
		}
	}
}

func TestIdentify(t *testing.T) {
	foreign, err := fixtures.NotPlans()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range foreign {
		counted := &countingReader{ReaderAt: f, size: f.Size()}
		c, err := Parse(counted, f.Size())
		checkNotPlan(t, f, c, err)
		if counted.outside {
			t.Errorf("%s: read outside of the two windows", f.Name)
		}
	}
	for _, r := range []fixtures.Recipe{fixtures.Small(fixtures.TagRTX), fixtures.Literal("empty", nil)} {
		if what := Identify(r, r.Size()); what != "" {
			t.Errorf("%s is %q", r.Name, what)
		}
	}
	names := make([]string, 0, len(foreign))
	for _, f := range foreign {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(foreign) {
		t.Error("two examples have one name")
	}
}

// countingReader notes how much is read and whether any of it is outside of the first and last MiB.
type countingReader struct {
	io.ReaderAt
	size, bytes int64
	outside     bool
}

func (r *countingReader) ReadAt(b []byte, offset int64) (int, error) {
	r.bytes += int64(len(b))
	end := offset + int64(len(b))
	if end > maxWindow && offset < r.size-maxWindow && len(b) > tagSize { // an end tag is anywhere
		r.outside = true
	}
	return r.ReaderAt.ReadAt(b, offset)
}
