package cli

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/result"
)

// counting counts the bytes of an answer's body.
type counting struct {
	http.ResponseWriter
	sent *atomic.Int64
}

func (c counting) Write(data []byte) (int, error) {
	n, err := c.ResponseWriter.Write(data)
	c.sent.Add(int64(n))
	return n, err
}

// However many threads there are, a server sends each byte once.
func TestExamineAddressReadsOnce(t *testing.T) {
	file := make([]byte, 24<<20)
	_, _ = rand.NewChaCha8([32]byte{}).Read(file) // it never fails
	var sent atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(counting{w, &sent}, r, "", time.Unix(1, 0), bytes.NewReader(file))
	}))
	defer server.Close()
	bar := newProgress(io.Discard, "never", false)
	defer bar.stop()
	s := &settings{raw: true}
	x := examiner[result.Scan]{look: scanView().look, options: s.analysis(4, bar), progress: bar}
	o := x.examine(t.Context(), entry{name: server.URL, shown: "address"})
	if len(o.failures) > 0 || len(o.results) != 1 || o.results[0].Size != int64(len(file)) {
		t.Fatalf("%+v", o)
	}
	server.Close() // waits for the last answer to be counted
	if got := sent.Load(); got != int64(len(file)) {
		t.Errorf("%d bytes were sent of a file of %d", got, len(file))
	}
}
