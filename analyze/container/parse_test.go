package container

import (
	"io"
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
	declared, endTag, weights, serialization := r.Size(), r.Size()-4, int64(4096), int64(0)
	want := &result.Container{
		Family: "tensorrt-rtx", Tag: "vtrt", Version: "1.7.1.116", DeclaredSize: &declared, PlanSize: r.Size(),
		EndTagOffset: &endTag, SerializationVersion: &serialization, WeightsBytes: &weights, Capabilities: []string{"8.0", "8.6", "8.9", "12.0", "12.1"},
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
