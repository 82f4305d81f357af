package stream_test

import (
	"bytes"
	"context"
	"os"
	"slices"
	"testing"

	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/analyze/stream"
	"github.com/planlint/planlint/fixtures/rtx"
)

// open reads the section table of a real plan.
func open(t *testing.T, p rtx.Plan) (content []byte, engine, weights container.Section) {
	t.Helper()
	content, err := os.ReadFile(p.Path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := container.Parse(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	engine, ok := c.Section("ENGN")
	if !ok {
		t.Fatal("no engine section")
	}
	weights, ok = c.Section("WGHT")
	if !ok {
		t.Fatal("no weights section")
	}
	return content, engine, weights
}

// TestRealPlans reads plans of the real builder, all versions: each is accounted for to the last byte.
func TestRealPlans(t *testing.T) {
	for _, p := range rtx.Plans(t) {
		t.Run(p.Version+"/"+p.Name, func(t *testing.T) {
			content, engine, weights := open(t, p)
			s, err := stream.Read(context.Background(), bytes.NewReader(content), engine.Offset, engine.End())
			if err != nil {
				t.Fatal(err)
			}
			if !s.Complete() || s.End != engine.End() || s.Trailing() != 0 {
				t.Fatalf("read to %d of %d: %v", s.End, engine.End(), s.Stopped)
			}
			if s.Device != nil {
				t.Errorf("a device, though the builder has none: %+v", s.Device)
			}
			if s.Network != "Unnamed Network 0" || s.Profiles != 1 || s.Engines != 1 || s.WeightsBytes != 0 {
				t.Errorf("network %q, %d profiles, %d engines, %d bytes of weights", s.Network, s.Profiles, s.Engines, s.WeightsBytes)
			}
			if s.Weights == nil || s.Weights.Bytes != weights.Size {
				t.Fatalf("the table %+v does not fit a section of %d bytes", s.Weights, weights.Size)
			}
			for _, offset := range s.Weights.Offsets {
				if offset >= weights.Size {
					t.Errorf("weights at %d of %d", offset, weights.Size)
				}
			}
		})
	}
}

// TestWeightsAreWhereTheTableSays looks for each initializer of the models at the places of the table. The
// builder lays the weights of convolutions out anew, so the order of their values may differ.
func TestWeightsAreWhereTheTableSays(t *testing.T) {
	const folded = 2 // a single number may become a part of a kernel
	for _, p := range rtx.Plans(t) {
		content, engine, weights := open(t, p)
		s, err := stream.Read(context.Background(), bytes.NewReader(content), engine.Offset, engine.End())
		if err != nil || s.Weights == nil {
			t.Fatal(s, err)
		}
		for _, w := range p.Weights {
			want, err := os.ReadFile(w.Path)
			if err != nil {
				t.Fatal(err)
			}
			at := func(offset int64) bool {
				rest := content[weights.Offset+offset : weights.End()]
				if len(rest) < len(want) {
					return false
				}
				there := rest[:len(want)]
				return bytes.Equal(there, want) || values(there) == values(want)
			}
			if len(want) > folded && !slices.ContainsFunc(s.Weights.Offsets, at) {
				t.Errorf("%s of %s: %s is at none of the places %d", p.Name, p.Version, w.Name, s.Weights.Offsets)
			}
		}
	}
}

// values returns a sum that two sequences of 16-bit values share if one is the other in another order, and
// else by chance alone.
func values(b []byte) (sum [2]uint64) {
	for i := 0; i+1 < len(b); i += 2 {
		v := uint64(b[i]) | uint64(b[i+1])<<8
		v = (v + 1) * 0x9e3779b97f4a7c15
		v ^= v >> 29
		sum[0] += v * v
		sum[1] ^= v * 0xbf58476d1ce4e5b9
	}
	return sum
}
