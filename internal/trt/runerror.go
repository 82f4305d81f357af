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
	return withTold(what+": "+OneLine(cause.Error()), cause, log)
}

// withTold adds to a line what the log says of its cause.
func withTold(line string, cause error, log []Record) string {
	told := telling(log, SeverityError)
	if told == "" && strings.HasPrefix(cause.Error(), "TensorRT ") {
		told = telling(log, SeverityWarning) // 8.6 only warns that there is no GPU, and makes no builder
	}
	if told != "" && !strings.Contains(line, told) {
		line += ": " + told
	}
	return line
}

// telling is the last record of a log that is as bad as severity, but rather not one of CUDA: the builders of TensorRT-RTX need no GPU and
// complain all the same that there is none, at their begin, at their end, and behind other errors.
func telling(log []Record, severity Severity) string {
	cuda := ""
	for i := len(log) - 1; i >= 0; i-- {
		switch text := log[i].Text; {
		case log[i].Severity > severity:
		case !strings.Contains(text, "Cuda Runtime ("):
			return OneLine(text)
		case cuda == "":
			cuda = OneLine(text)
		}
	}
	return cuda
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
