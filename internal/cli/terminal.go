package cli

import (
	"io"
	"os"

	"github.com/muesli/termenv"
	"golang.org/x/term"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// isTerminal tells whether a writer is a terminal.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// reportOptions shape text for standard output.
func (a *app) reportOptions(s *settings) report.Options {
	options := a.fileOptions(s)
	options.Quiet, options.Color = s.quiet, a.colored(s.color)
	if file, ok := a.stdout.(*os.File); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil {
			options.Width = min(width, 100)
		}
	}
	return options
}

// fileOptions shape what goes to files.
func (a *app) fileOptions(s *settings) report.Options {
	rules := analyze.Rules()
	return report.Options{Verbose: s.verbose, Advice: report.AdviceFrom(rules), FailOn: result.Level(s.failOn), Places: places(), Rules: rules}
}

// colored decides about colour on standard output: by the flag, and for auto by https://no-color.org and
// by whether there is a terminal that can show it.
func (a *app) colored(when string) bool {
	switch {
	case when == "always":
		return true
	case when == "never", os.Getenv("NO_COLOR") != "", os.Getenv("TERM") == "dumb", !isTerminal(a.stdout):
		return false
	}
	// Windows consoles show escape sequences only when asked to; elsewhere this does nothing.
	_, err := termenv.EnableVirtualTerminalProcessing(termenv.NewOutput(a.stdout))
	return err == nil
}
