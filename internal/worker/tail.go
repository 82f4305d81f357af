package worker

import (
	"strings"
	"sync"

	"github.com/planlint/planlint/internal/trt"
)

// maxOutput is how much of a worker's output is kept, in bytes.
const maxOutput = 8 << 10

// tail keeps the end of what a worker prints, which is where a crash says what it was.
type tail struct {
	mutex sync.Mutex
	data  []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.data = append(t.data, p[max(0, len(p)-maxOutput):]...)
	if extra := len(t.data) - maxOutput; extra > 0 {
		t.data = append(t.data[:0], t.data[extra:]...)
	}
	return len(p), nil
}

// markers begin the lines by which programs say why they crash.
var markers = []string{"terminate called", "what():", "panic:", "fatal error:", "runtime: out of memory", "SIG"}

// telling returns the line that says why the worker crashed, else the last one.
func (t *tail) telling() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	lines := strings.FieldsFunc(string(t.data), func(r rune) bool { return r == '\n' || r == '\r' })
	last := ""
	for _, line := range lines {
		line = strings.TrimSpace(line)
		for _, m := range markers {
			if strings.HasPrefix(line, m) {
				return trt.OneLine(line)
			}
		}
		if line != "" {
			last = line
		}
	}
	return trt.OneLine(last)
}
