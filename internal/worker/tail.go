package worker

import (
	"strings"
	"sync"

	"github.com/planlint/planlint/internal/trt"
)

// maxLine is how much is kept of a line that a worker prints, in bytes.
const maxLine = 1000

// tail keeps what tells of all that a worker prints: the line by which it says why it crashes, behind which a dump
// of kilobytes can follow, and the last line.
type tail struct {
	mutex        sync.Mutex
	line         []byte // the one that is being printed
	reason, last string
}

// markers begin the lines by which programs say why they crash.
var markers = []string{"terminate called", "what():", "panic:", "fatal error:", "runtime: out of memory", "SIG"}

func (t *tail) Write(p []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, b := range p {
		if b == '\n' || b == '\r' {
			t.end()
		} else if len(t.line) < maxLine {
			t.line = append(t.line, b)
		}
	}
	return len(p), nil
}

// end ends the line that is being printed.
func (t *tail) end() {
	line := strings.TrimSpace(string(t.line))
	t.line = t.line[:0]
	if line == "" {
		return
	}
	t.last = line
	for _, m := range markers {
		if t.reason == "" && strings.HasPrefix(line, m) {
			t.reason = line
		}
	}
}

// telling returns the first line that says why the worker crashed, else the last one.
func (t *tail) telling() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.end()
	if t.reason != "" {
		return trt.OneLine(t.reason)
	}
	return trt.OneLine(t.last)
}
