// Package process compares whole commands on files in the page cache.
package process

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/planlint/planlint/bench/timing"
)

// Command is a command line that is measured.
type Command struct {
	Name      string
	Arguments []string
	OK        []int // exit codes that are no failure, besides 0
}

// Available reports whether the program is installed.
func (c Command) Available() bool {
	_, err := exec.LookPath(c.Arguments[0])
	return err == nil
}

// Subject makes the command something to measure. Its output goes to a pipe
// that is read: some programs stop early if it is /dev/null.
func (c Command) Subject() timing.Subject {
	return timing.Subject{Name: c.Name, Run: c.run}
}

func (c Command) run() (timing.Cost, error) {
	cmd := exec.Command(c.Arguments[0], c.Arguments[1:]...)
	cmd.Stdout, cmd.Stderr = discard{}, os.Stderr
	start := time.Now()
	err := cmd.Run()
	cost := timing.Cost{Seconds: time.Since(start).Seconds()}
	if err != nil && !c.fine(cmd.ProcessState) {
		return cost, fmt.Errorf("%q: %w", cmd.Args, err)
	}
	cost.User = cmd.ProcessState.UserTime().Seconds()
	cost.System = cmd.ProcessState.SystemTime().Seconds()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		cost.Peak = usage.Maxrss << 10 // in KiB on Linux
	}
	return cost, nil
}

func (c Command) fine(state *os.ProcessState) bool {
	for _, code := range c.OK {
		if state != nil && state.ExitCode() == code {
			return true
		}
	}
	return false
}

// discard is a writer that exec cannot replace by /dev/null.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
