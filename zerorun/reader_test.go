package zerorun

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"testing"
	"testing/iotest"
)

// scanStream is ScanReader with all runs.
func scanStream(ctx context.Context, r io.Reader, o Options) (answer, error) {
	var a answer
	var err error
	a.Summary, err = ScanReader(ctx, r, a.collecting(o))
	return a, err
}

// emptyReads returns nothing at every second Read.
type emptyReads struct {
	io.Reader
	odd bool
}

func (r *emptyReads) Read(p []byte) (int, error) {
	if r.odd = !r.odd; r.odd {
		return 0, nil
	}
	return r.Reader.Read(p)
}

func TestReaders(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, size := range []int{0, 1, 1000, blockSize, blockSize + 1, 3 << 20} {
		data := mixed(r, size)
		want := reference(data, 50, false)
		for name, wrap := range map[string]func(io.Reader) io.Reader{
			"plain":          func(r io.Reader) io.Reader { return r },
			"half":           iotest.HalfReader,
			"EOF with data":  iotest.DataErrReader,
			"nothing at all": func(r io.Reader) io.Reader { return &emptyReads{Reader: r} },
			"byte by byte": func(r io.Reader) io.Reader {
				if size > 1000 {
					return r
				}
				return iotest.OneByteReader(r)
			},
		} {
			got, err := scanStream(t.Context(), wrap(bytes.NewReader(data)), Options{MinRun: 50})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got.check(t, name, want)
		}
	}
}

func TestReaderErrors(t *testing.T) {
	data := make([]byte, 3*blockSize)
	bad := readerFunc(func(p []byte) (int, error) { return len(p) + 1, nil })
	nothing := readerFunc(func([]byte) (int, error) { return 0, nil })
	for name, test := range map[string]struct {
		reader io.Reader
		want   error
	}{
		"mid-way":    {io.MultiReader(bytes.NewReader(data), iotest.ErrReader(errBroken)), errBroken},
		"timeout":    {iotest.TimeoutReader(iotest.HalfReader(bytes.NewReader(data))), iotest.ErrTimeout},
		"bad count":  {bad, errBadRead},
		"no advance": {nothing, io.ErrNoProgress},
	} {
		got, err := scanStream(t.Context(), test.reader, Options{})
		if !errors.Is(err, test.want) || got.Summary != (Summary{}) {
			t.Errorf("%s: %+v, %v", name, got.Summary, err)
		}
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestCancelWhileReadBlocks(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	_, err = ScanReader(ctx, r, Options{
		Observe: func(int64, []byte) { t.Error("nothing was written") },
		Emit:    func(Run) error { return nil },
	}.cancelledBy(cancel))
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// cancelledBy cancels when the scan is under way.
func (o Options) cancelledBy(cancel func()) Options {
	go cancel()
	return o
}

func TestPipe(t *testing.T) {
	data := mixed(rand.New(rand.NewPCG(15, 16)), 5<<20)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	written := make(chan error, 1)
	go func() {
		_, err := w.Write(data)
		written <- errors.Join(err, w.Close())
	}()
	got, err := scanStream(t.Context(), r, Options{MinRun: 20})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-written; err != nil {
		t.Fatal(err)
	}
	got.check(t, "pipe", reference(data, 20, false))
}
