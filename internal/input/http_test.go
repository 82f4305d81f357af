package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/planlint/planlint/zerorun"
)

var modified = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// served is a file on a test server, whose requests are counted.
type served struct {
	data     []byte
	tag      string
	requests atomic.Int64
}

func (s *served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.requests.Add(1)
	if s.tag != "" {
		w.Header().Set("ETag", s.tag)
	}
	http.ServeContent(w, r, "", modified, bytes.NewReader(s.data))
}

func randomBytes(n int) []byte {
	data := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{}).Read(data) // it never fails
	return data
}

func open(t *testing.T, handler http.Handler) (Source, *httptest.Server, error) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	t.Setenv("TMPDIR", t.TempDir())
	source, err := Open(t.Context(), server.URL+"/a.plan", Options{Client: server.Client(), Pause: time.Nanosecond})
	if err == nil {
		t.Cleanup(func() {
			if err := source.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
	}
	return source, server, err
}

func mustOpen(t *testing.T, handler http.Handler) Source {
	t.Helper()
	source, _, err := open(t, handler)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

func readSource(t *testing.T, source Source) []byte {
	t.Helper()
	data, err := io.ReadAll(io.NewSectionReader(source, 0, source.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAddressOfAnySize(t *testing.T) {
	for _, size := range []int{0, 1, edgeWindow - 1, edgeWindow, edgeWindow + 1, 2*edgeWindow + 1, innerWindow, 3*innerWindow + 12345} {
		file := &served{data: randomBytes(size), tag: `"v1"`}
		source := mustOpen(t, file)
		if source.Size() != int64(size) {
			t.Errorf("size %d, want %d", source.Size(), size)
		}
		if !bytes.Equal(readSource(t, source), file.data) {
			t.Errorf("%d bytes read wrongly", size)
		}
		if err := source.Changed(); err != nil {
			t.Error(err)
		}
	}
}

func TestAddressReadsTwoEndsWithTwoRequests(t *testing.T) {
	file := &served{data: randomBytes(20 << 20)}
	source := mustOpen(t, file)
	buffer := make([]byte, 28)
	for _, offset := range []int64{0, 64, 1000, source.Size() - 28, source.Size() - edgeWindow, source.Size() - 4000} {
		if _, err := source.ReadAt(buffer, offset); err != nil || !bytes.Equal(buffer, file.data[offset:offset+28]) {
			t.Errorf("bytes at %d: %v", offset, err)
		}
	}
	if n := file.requests.Load(); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
}

func TestAddressJoinsSmallReads(t *testing.T) {
	file := &served{data: randomBytes(20 << 20)}
	source := mustOpen(t, file)
	const block = 64 << 10
	if !readBlocks(t, source, file.data, 0, block, block) {
		return
	}
	// The two edges and the windows between them have 1 MiB each.
	if n := file.requests.Load(); n != 20 {
		t.Errorf("%d requests for %d reads, want 20", n, len(file.data)/block)
	}
}

func TestAddressWithSeveralReaders(t *testing.T) {
	file := &served{data: randomBytes(40 << 20)}
	source := mustOpen(t, file)
	const block, count = 64 << 10, 5
	var readers sync.WaitGroup
	for reader := range count {
		readers.Go(func() { readBlocks(t, source, file.data, reader*block, block, count*block) })
	}
	readers.Wait()
}

// readBlocks reads a block at every step and compares it.
func readBlocks(t *testing.T, source Source, want []byte, start, block, step int) bool {
	buffer := make([]byte, block)
	for offset := start; offset < len(want); offset += step {
		if _, err := source.ReadAt(buffer, int64(offset)); err != nil || !bytes.Equal(buffer, want[offset:offset+block]) {
			t.Errorf("bytes at %d: %v", offset, err)
			return false
		}
	}
	return true
}

func TestAddressWithoutRanges(t *testing.T) {
	data := randomBytes(3 << 20)
	for name, handler := range map[string]http.HandlerFunc{
		"ignored": func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(data) },
		"size not told": func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Range") == "" {
				_, _ = w.Write(data)
				return
			}
			w.Header().Set("Content-Range", "bytes 0-0/*")
			w.WriteHeader(http.StatusPartialContent)
			_, _ = w.Write(data[:1])
		},
	} {
		t.Run(name, func(t *testing.T) {
			source := mustOpen(t, handler)
			if !bytes.Equal(readSource(t, source), data) {
				t.Error("the bytes differ")
			}
		})
	}
}

func TestAddressThatChanges(t *testing.T) {
	for name, change := range map[string]func(*served){
		"entity tag":  func(s *served) { s.tag = `"v2"` },
		"weak tag":    func(s *served) { s.tag = `W/"v2"` },
		"size":        func(s *served) { s.data = s.data[:len(s.data)-1] },
		"much larger": func(s *served) { s.data = append(s.data, s.data...) },
		"much less":   func(s *served) { s.data = s.data[:10] },
	} {
		t.Run(name, func(t *testing.T) {
			file := &served{data: randomBytes(20 << 20), tag: `"v1"`}
			if name == "weak tag" {
				file.tag = `W/"v1"`
			}
			source := mustOpen(t, file)
			change(file)
			_, err := source.ReadAt(make([]byte, 10), 10<<20)
			if !errors.Is(err, zerorun.ErrChanged) {
				t.Errorf("error %v, want ErrChanged", err)
			}
			if err := source.Changed(); !errors.Is(err, zerorun.ErrChanged) {
				t.Errorf("Changed() = %v, want ErrChanged", err)
			}
		})
	}
}

func TestAddressErrors(t *testing.T) {
	answer := func(status int, header, value string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set(header, value)
			w.WriteHeader(status)
		}
	}
	for _, test := range []struct {
		name    string
		handler http.HandlerFunc
		want    string
	}{
		{"missing", http.NotFound, "the server answered 404 Not Found"},
		{"forbidden", answer(403, "X", ""), "the server answered 403 Forbidden"},
		{"broken", answer(500, "X", ""), "the server answered 500 Internal Server Error"},
		{"circle", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) }, "redirect"},
		{"other range", answer(206, "Content-Range", "bytes 5-9/100"), "the server sent bytes 5 to 10"},
		{"no range", answer(206, "Content-Range", ""), "makes no sense"},
		{"nothing there", answer(416, "Content-Range", "bytes */5"), "the server answered 416"},
		{"breaks off", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Range", "bytes 0-9/10")
			w.Header().Set("Content-Length", "10")
			w.WriteHeader(206)
			_, _ = w.Write([]byte("half"))
		}, "breaks off at byte 4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := open(t, test.handler)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want one line with %q", err, test.want)
			}
		})
	}
}

func TestAddressComesBack(t *testing.T) {
	file := &served{data: randomBytes(9 << 20)}
	var asked sync.Map // every range fails once, whichever is asked for first
	source := mustOpen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, again := asked.LoadOrStore(r.Header.Get("Range"), true); !again {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		file.ServeHTTP(w, r)
	}))
	if !bytes.Equal(readSource(t, source), file.data) {
		t.Error("the bytes differ")
	}
}

func FuzzContentRange(f *testing.F) {
	for _, seed := range []string{"bytes 0-9/10", "bytes 0-9/*", "bytes */10", "bytes 9-0/10", "bytes 0-9223372036854775807/*", "", "bytes -1-2/3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		got, err := parseContentRange(header)
		if err != nil {
			return
		}
		if got.start < 0 || got.end <= got.start || got.size >= 0 && got.end > got.size {
			t.Errorf("%q gives %+v", header, got)
		}
		if got.size >= 0 {
			again, err := parseContentRange(fmt.Sprintf("bytes %d-%d/%d", got.start, got.end-1, got.size))
			if err != nil || again != got {
				t.Errorf("%q gives %+v, then %+v, %v", header, got, again, err)
			}
		}
	})
}

func TestAddressFallsSilent(t *testing.T) {
	file := &served{data: randomBytes(9 << 20)}
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Range") == "bytes=0-1048575" {
			file.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Range", "bytes 8388608-9437183/9437184")
		w.Header().Set("Content-Length", "1048576")
		w.WriteHeader(http.StatusPartialContent)
		_, _ = w.Write([]byte("half"))
		w.(http.Flusher).Flush()
		<-done
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(done) })
	source, err := Open(t.Context(), server.URL, Options{Client: newClient(50 * time.Millisecond)})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	if _, err := source.ReadAt(make([]byte, 28), 9<<20-28); err == nil || !strings.Contains(err.Error(), "breaks off at byte 8388612") {
		t.Errorf("error %v, want that the answer breaks off", err)
	}
}
