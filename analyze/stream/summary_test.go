package stream

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
)

func read(t testing.TB, section []byte) (s *Summary, start int64) {
	t.Helper()
	g, start, end := within(t, section)
	s, err := Read(context.Background(), g, start, end)
	if err != nil {
		t.Fatal(err)
	}
	if s.Start != start || s.Limit != end || s.End < s.Start || s.End > s.Limit {
		t.Fatalf("%+v in [%d, %d)", s, start, end)
	}
	return s, start
}

func TestRead(t *testing.T) {
	section := sample().section()
	s, start := read(t, section)
	if !s.Complete() || s.End != s.Limit || s.Trailing() != 0 {
		t.Fatalf("read to %d of %d: %v", s.End, s.Limit, s.Stopped)
	}
	if s.Network != "a network" || s.Profiles != 2 || s.Engines != 1 || s.WeightsBytes != 9000 || s.Weights != nil {
		t.Errorf("%+v", s)
	}
	if s.BlobBytes != 14_000 || s.BlobsOmitted != 0 || len(s.Blobs) != 2 {
		t.Fatalf("blobs: %+v", s.Blobs)
	}
	weights, code := s.Blobs[0], s.Blobs[1]
	if weights.Kind != Raw || weights.Type != typeWeights || weights.Size != 9000 || section[weights.Payload-start] != 1 {
		t.Errorf("weights: %+v", weights)
	}
	if code.Kind != Array || code.Type != TypeByte || code.Size != 5000 || section[code.Payload-start] != 9 {
		t.Errorf("code: %+v", code)
	}
	if code.Path[len(code.Path)-1] != typeCode || !slices.Contains(code.Path, typeCodeOuter) {
		t.Errorf("path of code: %v", code.Path)
	}
	d := s.Device
	if d == nil || d.ComputeCapability() != "9.0" || d.Multiprocessors != 132 || d.MemoryBytes != 150_109_880_320 || d.Model() != "H200" {
		t.Errorf("device: %+v", d)
	}
}

func TestReadInnerEngines(t *testing.T) {
	e := sample()
	e.inner = true
	if s, _ := read(t, e.section()); !s.Complete() || s.End != s.Limit || s.Engines != 2 || s.Device == nil || s.Network != "a network" {
		t.Errorf("%+v, %v", s, s.Stopped)
	}
}

// TestZeros says where a run of zeros lies, wherever a builder may add it.
func TestZeros(t *testing.T) {
	const run = 50_000
	zeros := make([]byte, run)
	for _, tt := range []struct {
		name  string
		set   func(*engine)
		place Place
		kind  Kind
		size  int64
	}{
		{"in the weights", func(e *engine) { e.weights = append(e.weights, zeros...) }, InBlob, Raw, 9000 + run},
		{"in an array", func(e *engine) { e.code = append(e.code, zeros...) }, InBlob, Array, 5000 + run},
		{"behind the end tag", func(e *engine) { e.behind = zeros }, BehindEnd, 0, 0},
		{"in front of the end tag", func(e *engine) { e.before = zeros }, Unread, 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := sample()
			tt.set(&e)
			section := e.section()
			s, start := read(t, section)
			at := start + int64(bytes.Index(section, zeros))
			for _, offset := range []int64{at + 8, at + run/2, at + run - 1} {
				place, blob := s.At(offset)
				if place != tt.place || (blob != nil) != (tt.place == InBlob) {
					t.Fatalf("at %d: place %d, %+v", offset, place, blob)
				}
				if blob != nil && (blob.Kind != tt.kind || blob.Size != tt.size) {
					t.Errorf("in %+v", blob)
				}
			}
			switch tt.place {
			case BehindEnd:
				if s.Trailing() != run {
					t.Errorf("%d bytes behind the stream", s.Trailing())
				}
			case Unread:
				if s.Complete() || s.End < at || s.End > at+4 || s.Last.End() != s.End {
					t.Errorf("stopped at %d, zeros at %d, behind %+v", s.End, at, s.Last)
				}
			default:
				if !s.Complete() || s.End != s.Limit {
					t.Errorf("stopped: %v", s.Stopped)
				}
			}
		})
	}
}

func TestAt(t *testing.T) {
	s, start := read(t, sample().section())
	code := s.Blobs[1]
	for _, tt := range []struct {
		offset int64
		want   Place
	}{
		{start - 1, Outside}, {s.Limit, Outside}, {start, InHeader}, {start + streamHeaderSize - 1, InHeader},
		{start + streamHeaderSize, InSmall}, {code.Offset, InSmall}, {code.Payload, InBlob},
		{code.End() - 1, InBlob}, {code.End(), InSmall}, {s.Limit - 1, InSmall},
	} {
		if place, _ := s.At(tt.offset); place != tt.want {
			t.Errorf("at %d: %d, want %d", tt.offset, place, tt.want)
		}
	}
}

// TestManyBlobs makes sure that the list is bounded and keeps the largest.
func TestManyBlobs(t *testing.T) {
	var w writer
	w.WriteString("ptrt")
	w.Write(make([]byte, streamHeaderSize-4))
	const n = 2*MaxBlobs + 100
	content := make([]byte, BlobSize+n)
	for i := range n {
		w.array(TypeByte, uint64(BlobSize+i), content[:BlobSize+i])
	}
	w.end()
	s, _ := read(t, w.Bytes())
	if !s.Complete() || len(s.Blobs) != MaxBlobs || s.BlobsOmitted != n-MaxBlobs || s.Blobs[0].Size != BlobSize+n-MaxBlobs {
		t.Errorf("%d blobs, %d omitted, %v", len(s.Blobs), s.BlobsOmitted, s.Stopped)
	}
	if !slices.IsSortedFunc(s.Blobs, func(a, b Blob) int { return int(a.Offset - b.Offset) }) {
		t.Error("not in order")
	}
}

// huge is a section with weights that do not fit memory.
type huge struct {
	head, tail []byte
	weights    int64
	read       int64
}

func (h *huge) ReadAt(b []byte, offset int64) (int, error) {
	h.read += int64(len(b))
	for i := range b {
		switch at := offset + int64(i); {
		case at < int64(len(h.head)):
			b[i] = h.head[at]
		case at < int64(len(h.head))+h.weights:
			b[i] = 0xa5
		case at < h.size():
			b[i] = h.tail[at-int64(len(h.head))-h.weights]
		default:
			return i, io.EOF
		}
	}
	return len(b), nil
}

func (h *huge) size() int64 { return int64(len(h.head)) + h.weights + int64(len(h.tail)) }

// TestHuge reads a section of 10 TB in a few reads.
func TestHuge(t *testing.T) {
	h := &huge{weights: 10 << 40}
	section := engine{device: h200[:], weights: []byte{0xa5}}.section()
	at := bytes.IndexByte(section, 0xa5)
	h.head, h.tail = bytes.Clone(section[:at]), section[at+1:]
	var size writer
	size.number(8, uint64(h.weights))
	copy(h.head[at-8:], size.Bytes())
	s, err := Read(context.Background(), h, 0, h.size())
	if err != nil || !s.Complete() || s.WeightsBytes != h.weights || s.End != h.size() {
		t.Fatalf("%+v, %v", s, err)
	}
	if h.read > 64<<10 {
		t.Errorf("read %d bytes", h.read)
	}
}

func TestNoStream(t *testing.T) {
	section := sample().section()
	other := bytes.Clone(section)
	other[24] = 0
	for _, b := range [][]byte{{}, []byte("ptrt"), section[:30], other, []byte(strings.Repeat("x", 100)), section[4:]} {
		s, _ := read(t, b)
		if s.Complete() || len(s.Blobs) != 0 || s.Device != nil {
			t.Errorf("%.20q: %+v", b, s)
		}
	}
}

func TestDeviceOfZeros(t *testing.T) {
	e := sample()
	e.device = make([]uint64, len(deviceTypes))
	if s, _ := read(t, e.section()); !s.Complete() || s.Device != nil {
		t.Errorf("%+v", s.Device)
	}
}
