package core

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/planlint/planlint/internal/trt"
)

// tool is a program of others that install uses: pip, cargo, mvn, git, go.
type tool struct {
	name    string // for people
	program string // path
	args    []string
	dir     string
	env     []string // added to that of this process
	// last is true for a tool whose last error says more than its first one.
	last bool
}

// toolOutput is how much of a tool's output is kept for an error, in bytes.
const toolOutput = 16 << 10

// use runs a tool for a step. Its temporary files lie in the step's folder, which is removed even if both are killed.
func (s *step) use(ctx context.Context, t tool) error {
	t.env = append(t.env[:len(t.env):len(t.env)], "TMPDIR="+s.temporary)
	return t.run(ctx, s.Output)
}

// run runs a tool to its end. What it prints goes to output, too. A tool that fails is an error of one line,
// with the line of its output that tells most. When the context ends, the tool and what it started is killed; when
// this process is killed, the tool is.
func (t tool) run(ctx context.Context, output io.Writer) error {
	cmd := exec.CommandContext(ctx, t.program, t.args...)
	cmd.Dir, cmd.Env = t.dir, append(os.Environ(), t.env...)
	kept := &ending{also: output}
	cmd.Stdout, cmd.Stderr = kept, kept
	cmd.WaitDelay = 2 * time.Second
	ownGroup(cmd)
	runtime.LockOSThread() // a thread that ends takes what it started with it
	defer runtime.UnlockOSThread()
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		return nil
	}
	if told := kept.telling(t.last); told != "" {
		return fmt.Errorf("%s failed: %s", t.name, told)
	}
	return fmt.Errorf("%s failed: %w", t.name, err)
}

// find returns the path of the first of some programs that is in PATH, and not in a relative folder of it.
func find(programs ...string) (string, bool) {
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil && filepath.IsAbs(path) {
			return path, true
		}
	}
	return "", false
}

// ending keeps the end of what a tool prints.
type ending struct {
	also io.Writer
	data []byte
}

func (e *ending) Write(p []byte) (int, error) {
	e.data = append(e.data, p...)
	if extra := len(e.data) - toolOutput; extra > 0 {
		e.data = e.data[extra:]
	}
	if e.also != nil {
		_, _ = e.also.Write(p) // what only helps to follow is no reason to stop
	}
	return len(p), nil
}

// telling returns the first line that calls itself an error, or the last one that does, else the last line.
func (e *ending) telling(lastError bool) string {
	line, lastLine := "", ""
	for text := range strings.Lines(string(e.data)) {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		lastLine = text
		if (line == "" || lastError) && isError(text) {
			line = text
		}
	}
	if line == "" {
		line = lastLine
	}
	return trt.OneLine(line)
}

func isError(line string) bool {
	lower := strings.ToLower(line)
	for _, mark := range []string{"error:", "fatal:", "[error]"} {
		if strings.Contains(lower, mark) {
			return true
		}
	}
	return false
}
