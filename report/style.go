package report

import (
	"io"

	"github.com/muesli/termenv"

	"github.com/planlint/planlint/internal/result"
)

// painter adds colour to words of our own; text of a plan never passes through it unescaped. Nothing is
// told by colour alone.
type painter struct{ output *termenv.Output }

// newPainter writes the 16 colours that every terminal has, or none. Whether to use colour has been decided
// before: it does not look at the terminal or at the environment.
func newPainter(w io.Writer, options Options) painter {
	profile := termenv.Ascii
	if options.Color {
		profile = termenv.ANSI
	}
	return painter{output: termenv.NewOutput(w, termenv.WithProfile(profile))}
}

func (p painter) title(text string) string { return p.output.String(text).Bold().String() }
func (p painter) faint(text string) string { return p.output.String(text).Faint().String() }

func (p painter) verdict(verdict result.Verdict, text string) string {
	switch verdict {
	case result.VerdictClean:
		return p.output.String(text).Bold().Foreground(termenv.ANSIGreen).String()
	case result.VerdictPadded, result.VerdictDamaged:
		return p.output.String(text).Bold().Foreground(termenv.ANSIRed).String()
	case result.VerdictSuspect:
		return p.output.String(text).Bold().Foreground(termenv.ANSIYellow).String()
	}
	return p.title(text)
}

func (p painter) level(level result.Level, text string) string {
	switch level {
	case result.LevelError:
		return p.output.String(text).Bold().Foreground(termenv.ANSIRed).String()
	case result.LevelWarning:
		return p.output.String(text).Bold().Foreground(termenv.ANSIYellow).String()
	}
	return p.output.String(text).Foreground(termenv.ANSICyan).String()
}

// ready paints whether something can be done.
func (p painter) ready(yes bool, text string) string {
	if yes {
		return p.output.String(text).Bold().Foreground(termenv.ANSIGreen).String()
	}
	return p.output.String(text).Bold().Foreground(termenv.ANSIYellow).String()
}

// gate paints the verdict of a gate.
func (p painter) gate(verdict result.GateVerdict, text string) string {
	switch verdict {
	case result.GatePass:
		return p.output.String(text).Bold().Foreground(termenv.ANSIGreen).String()
	case result.GateFail:
		return p.output.String(text).Bold().Foreground(termenv.ANSIRed).String()
	}
	return p.output.String(text).Bold().Foreground(termenv.ANSIYellow).String()
}
