package stream

import (
	"bytes"
	"context"
	"errors"
	"testing"
)

func seeds(f *testing.F) {
	for _, e := range []engine{
		{}, sample(), {device: h200[:], inner: true}, {behind: make([]byte, 64)}, {before: make([]byte, 64)},
		{weights: make([]byte, 100), code: []byte("\x7fELF")},
	} {
		section := e.section()
		f.Add(section)
		f.Add(section[:len(section)/2])
		f.Add(append(bytes.Clone(section[:streamHeaderSize+300]), section[streamHeaderSize+200:]...))
	}
	f.Add([]byte("ptrt"))
}

func FuzzWalk(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, section []byte) {
		g, start, end := within(t, section)
		start = min(start+streamHeaderSize, end)
		records, err := collect(Walk(context.Background(), g, start, end))
		last := checkRecords(t, records, start, end)
		complete := len(records) > 0 && records[len(records)-1].Kind == End
		if complete == (err != nil) {
			t.Fatalf("complete: %v, error: %v", complete, err)
		}
		if malformed := (*Malformed)(nil); err != nil && (!errors.As(err, &malformed) || malformed.Offset != last) {
			t.Fatalf("read to %d: %v", last, err)
		}
		for i, r := range records {
			if r.Kind == End && i != len(records)-1 {
				t.Fatal("records behind the end")
			}
		}
		var w writer
		for _, r := range records {
			w.record(r, section[r.Payload-100:r.End()-100])
		}
		if want := section[start-100 : last-100]; !bytes.Equal(w.Bytes(), want) {
			t.Fatal("the records do not give the stream again")
		}
	})
}

func FuzzRead(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, section []byte) {
		s, start := read(t, section)
		if s.Complete() == (s.Stopped != nil) || s.Trailing() < 0 || s.Records < s.Start {
			t.Fatalf("%+v", s)
		}
		if s.Stopped != nil && s.Stopped.Offset != s.End {
			t.Fatalf("stopped at %d, read to %d", s.Stopped.Offset, s.End)
		}
		at, sum := s.Records, int64(0)
		for _, b := range s.Blobs {
			if b.Offset < at || b.Payload < b.Offset || b.Size < BlobSize || b.End() > s.End {
				t.Fatalf("%+v behind %d", b, at)
			}
			at, sum = b.End(), sum+b.Size
		}
		if sum > s.BlobBytes || s.BlobBytes > s.End-start || s.WeightsBytes < 0 || s.WeightsBytes > s.End-start {
			t.Fatalf("%+v", s)
		}
		for offset := start - 1; offset <= s.Limit; offset += max(1, (s.Limit-start)/64) {
			if place, blob := s.At(offset); (place == InBlob) != (blob != nil) {
				t.Fatalf("at %d: %d, %v", offset, place, blob)
			}
		}
	})
}

// dense is a stream of small values and nothing else.
func dense() []byte {
	var w writer
	for w.Len() < 8<<20 {
		engine{device: h200[:]}.write(&w)
	}
	w.end()
	return w.Bytes()
}

func BenchmarkDense(b *testing.B) {
	body := dense()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		for _, err := range Walk(context.Background(), bytes.NewReader(body), 0, int64(len(body))) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	section := append([]byte("ptrt"), make([]byte, streamHeaderSize-4)...)
	section = append(section, dense()...)
	b.SetBytes(int64(len(section)))
	for b.Loop() {
		if s, err := Read(context.Background(), bytes.NewReader(section), 0, int64(len(section))); err != nil || !s.Complete() {
			b.Fatal(s, err)
		}
	}
}
