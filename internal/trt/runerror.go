package trt

import (
	"fmt"
	"io"
	"strings"
)

// RunError is a plan that could not be loaded, inspected or run. Error and %v give one telling line, %+v all
// of the log.
type RunError struct {
	// Doing is what failed: "running the plan".
	Doing string
	Cause error
	Log   []Record // in order, oldest first
	// Omitted counts the records that were dropped from Log because there were too many.
	Omitted int
}

func (e *RunError) Error() string { return tellingLine(e.Doing+" failed", e.Cause, e.Log) }

// Unwrap returns the cause.
func (e *RunError) Unwrap() error { return e.Cause }

// ExitCode is the exit status.
func (*RunError) ExitCode() int { return exitEnvironment }

// Format writes the telling line, and after it the log for %+v.
func (e *RunError) Format(state fmt.State, verb rune) {
	formatLogged(state, verb, e.Error(), e.Log, e.Omitted)
}

// tellingLine is what failed, why, and what the log says of it.
func tellingLine(what string, cause error, log []Record) string {
	line := what + ": " + OneLine(cause.Error())
	if told := telling(log); told != "" && !strings.Contains(line, told) {
		line += ": " + told
	}
	return line
}

// noDriver is in what TensorRT-RTX logs wherever there is no GPU, first or last; its builder does not need one.
const noDriver = "CUDA driver version is insufficient"

// telling is the last error of a log that is not just about a missing GPU, or else the last one.
func telling(log []Record) string {
	last := ""
	for i := len(log) - 1; i >= 0; i-- {
		if log[i].Severity > SeverityError {
			continue
		}
		line := OneLine(log[i].Text)
		if !strings.Contains(line, noDriver) {
			return line
		}
		if last == "" {
			last = line
		}
	}
	return last
}

// formatLogged formats an error that has a log.
func formatLogged(state fmt.State, verb rune, text string, log []Record, omitted int) {
	if verb == 'q' {
		text = fmt.Sprintf("%q", text)
	}
	if verb == 'v' && state.Flag('+') {
		var all strings.Builder
		all.WriteString(text)
		if omitted > 0 {
			fmt.Fprintf(&all, "\n(%d lines of the log are left out)", omitted)
		}
		for _, r := range log {
			fmt.Fprintf(&all, "\n%s: %s", r.Severity, r.Text)
		}
		text = all.String()
	}
	_, _ = io.WriteString(state, text)
}
