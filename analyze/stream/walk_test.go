package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"testing"
)

// guard is a reader that fails the test when it is asked for anything outside its bounds.
type guard struct {
	t          testing.TB
	r          io.ReaderAt
	start, end int64
	read       int64
}

func (g *guard) ReadAt(b []byte, offset int64) (int, error) {
	if offset < g.start || offset+int64(len(b)) > g.end {
		g.t.Errorf("read [%d, %d), outside of [%d, %d)", offset, offset+int64(len(b)), g.start, g.end)
	}
	g.read += int64(len(b))
	return g.r.ReadAt(b, offset)
}

// within puts content behind and in front of other bytes and guards it.
func within(t testing.TB, content []byte) (g *guard, start, end int64) {
	const around = 100
	file := bytes.Repeat([]byte{0xa5}, 2*around+len(content))
	copy(file[around:], content)
	g = &guard{t: t, r: bytes.NewReader(file), start: around, end: around + int64(len(content))}
	return g, g.start, g.end
}

func collect(walk iter.Seq2[Record, error]) (records []Record, err error) {
	for r, e := range walk {
		if e != nil {
			return records, e
		}
		records = append(records, r)
	}
	return records, nil
}

// checkRecords holds for every walk: records follow each other without a gap and stay inside.
func checkRecords(t testing.TB, records []Record, start, end int64) (last int64) {
	at := start
	for i, r := range records {
		if r.Offset != at || r.Payload < r.Offset || r.Size < 0 || r.End() > end || r.Depth < 0 || r.Kind == 0 {
			t.Fatalf("record %d: %+v, expected at %d and before %d", i, r, at, end)
		}
		at = r.End()
	}
	return at
}

func sample() engine {
	return engine{device: h200[:], weights: bytes.Repeat([]byte{1, 2, 3}, 3000), code: bytes.Repeat([]byte{9}, 5000)}
}

func TestWalkWritesBack(t *testing.T) {
	for _, e := range []engine{sample(), {}, {inner: true, device: h200[:]}} {
		body := e.body()
		g, start, end := within(t, body)
		records, err := collect(Walk(context.Background(), g, start, end))
		if err != nil {
			t.Fatal(err)
		}
		if last := checkRecords(t, records, start, end); last != end || records[len(records)-1].Kind != End {
			t.Errorf("ended at %d of %d", last, end)
		}
		var w writer
		for _, r := range records {
			w.record(r, body[r.Payload-start:r.End()-start])
		}
		if !bytes.Equal(w.Bytes(), body) {
			t.Error("the records do not give the stream again")
		}
	}
}

func TestWalkNames(t *testing.T) {
	body := sample().body()
	var depth int
	counts := map[Kind]int{}
	for r, err := range Walk(context.Background(), bytes.NewReader(body), 0, int64(len(body))) {
		if err != nil {
			t.Fatal(err)
		}
		counts[r.Kind]++
		depth = max(depth, r.Depth)
		if r.Kind == Raw && (r.Type != typeWeights || r.Size != 9000) {
			t.Errorf("weights: %+v", r)
		}
		if r.Kind == Array && r.Type == typeBound && r.Size != 12 {
			t.Errorf("bounds: %+v", r)
		}
		if r.Kind == Array && r.Type == typeLocation && (r.Number != TypeInt32 || r.Size != 8) {
			t.Errorf("enumerations: %+v", r)
		}
	}
	if counts[Raw] != 1 || counts[End] != 1 || counts[String] != 5 || counts[List] != 6 || counts[Enum] == 0 {
		t.Errorf("kinds: %v", counts)
	}
	if depth > 10 {
		t.Errorf("depth %d: enumerations pile up", depth)
	}
}

// TestWalkStops makes sure that a caller who has seen enough gets nothing more.
func TestWalkStops(t *testing.T) {
	body := sample().body()
	n := 0
	for range Walk(context.Background(), bytes.NewReader(body), 0, int64(len(body))) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d records", n)
	}
}

// TestCut cuts a stream at every byte: each time its records are those of the whole one, up to the cut.
func TestCut(t *testing.T) {
	body := engine{device: h200[:], weights: []byte{1, 2, 3, 4}, code: []byte{5}, inner: true}.body()
	whole, err := collect(Walk(context.Background(), bytes.NewReader(body), 0, int64(len(body))))
	if err != nil {
		t.Fatal(err)
	}
	for n := range int64(len(body)) {
		g, start, end := within(t, body[:n])
		records, err := collect(Walk(context.Background(), g, start, end))
		var malformed *Malformed
		if !errors.As(err, &malformed) || !errors.Is(err, ErrMalformed) {
			// The end tag of the inner engine is the last record then.
			if err == nil && len(records) > 0 && records[len(records)-1].Kind == End {
				continue
			}
			t.Fatalf("cut to %d: %v", n, err)
		}
		if last := checkRecords(t, records, start, end); malformed.Offset != last {
			t.Fatalf("cut to %d: read to %d, stopped at %d", n, last, malformed.Offset)
		}
		for i, r := range records {
			if whole[i].End()+headSize > n {
				break // what follows tells some kinds of records apart
			}
			if r.Kind != whole[i].Kind || r.Offset-start != whole[i].Offset {
				t.Fatalf("cut to %d: record %d is %+v, was %+v", n, i, r, whole[i])
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	body := sample().section()
	broken := errors.New("broken disk")
	for _, r := range []io.ReaderAt{failing{bytes.NewReader(body), 5000, broken}, failing{bytes.NewReader(body), 5000, io.EOF}} {
		s, err := Read(context.Background(), r, 0, int64(len(body)))
		want := r.(failing).err
		if want == io.EOF {
			want = io.ErrUnexpectedEOF
		}
		if s != nil || !errors.Is(err, want) || errors.Is(err, ErrMalformed) {
			t.Errorf("%v, %v", s, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if s, err := Read(ctx, bytes.NewReader(body), 0, int64(len(body))); s != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", s, err)
	}
}

type failing struct {
	io.ReaderAt
	from int64
	err  error
}

func (f failing) ReadAt(b []byte, offset int64) (int, error) {
	if offset+int64(len(b)) > f.from {
		return 0, f.err
	}
	return f.ReaderAt.ReadAt(b, offset)
}
