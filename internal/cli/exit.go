package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/report"
)

// The exit statuses, beside 130 and 143 for a process that was interrupted or terminated.
const (
	exitClean       = 0
	exitFindings    = 1
	exitUsage       = 2
	exitNoJudgement = 3
	exitEnvironment = 4
)

// coder is an error, or the cause of a cancelled context, that decides the exit status.
type coder interface {
	error
	ExitCode() int
}

// status is an exit status about which everything has been said.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// ExitCode is the status.
func (s status) ExitCode() int { return int(s) }

// usageError is a command line, or a configuration, that makes no sense.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

// ExitCode is the status for wrong usage.
func (*usageError) ExitCode() int { return exitUsage }

func usagef(format string, values ...any) error {
	return &usageError{fmt.Sprintf(format, values...)}
}

// codeOf is the exit status of an error that is not about an input.
func codeOf(err error) int {
	var c coder
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &c):
		return c.ExitCode()
	}
	return exitEnvironment
}

// worse returns the exit status that covers both, for several inputs.
func worse(a, b int) int {
	for _, code := range []int{exitUsage, exitNoJudgement, exitEnvironment, exitFindings} {
		if a == code || b == code {
			return code
		}
	}
	return exitClean
}

// exit says what went wrong and returns the exit status.
func (a *app) exit(ctx context.Context, ran *cobra.Command, err error) int {
	var stopped coder
	if ctx.Err() != nil && errors.As(context.Cause(ctx), &stopped) {
		a.complain(stopped.Error())
		return stopped.ExitCode()
	}
	var said status
	switch {
	case err == nil || errors.As(err, &said):
		return codeOf(err)
	case isClosedPipe(err):
		return exitClean
	}
	a.complain(lineOf(err))
	if codeOf(err) == exitUsage {
		fmt.Fprintf(a.stderr, "See \"%s --help\".\n", ran.CommandPath())
	}
	return codeOf(err)
}

// complain prints one line on standard error. There is nobody left to tell if that fails. GitHub Actions reads what a job
// prints, and takes "##[" anywhere in a line for a command.
func (a *app) complain(message string) {
	fmt.Fprintf(a.stderr, "planlint: %s\n", strings.ReplaceAll(report.Visible(message), "##[", `##\x5b`))
}

// usageOf turns the error of a check of arguments into one of usage.
func usageOf(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return &usageError{err.Error()}
		}
		return nil
	}
}

// needPlans refuses a command line without a plan.
func needPlans(_ *cobra.Command, args []string) error {
	dash := func(arg string) bool { return arg == "-" }
	switch first := slices.IndexFunc(args, dash); {
	case len(args) == 0:
		return usagef("no plan given: name files, folders, addresses, or - for standard input")
	case slices.Contains(args, ""):
		return usagef("an empty name is no file")
	case first >= 0 && slices.IndexFunc(args[first+1:], dash) >= 0:
		return usagef("standard input can be read only once")
	}
	return nil
}
