package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planlint/planlint/analyze/gate"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
	"github.com/planlint/planlint/report"
	"github.com/planlint/planlint/zerorun"
)

// settings are the values of the flags that several commands share.
type settings struct {
	format    string
	writes    []string
	output    string
	force     bool
	minRun    units.Size
	noLongest bool
	noKernels bool
	raw       bool

	expectVersion string
	expectSM      string
	failOn        string

	jobs     count
	quiet    bool
	verbose  bool
	color    string
	progress string
	config   string

	// found is the file of settings that was read, "" for none, and gate its section with budgets.
	found string
	gate  *gate.Settings
}

// Groups of shared flags, in the order of help texts.
var (
	printFlags  = []string{"format", "write", "force", "quiet", "verbose", "color"}
	readFlags   = []string{"raw", "jobs", "progress", "config"}
	scanFlags   = []string{"min-run", "no-longest", "no-kernels"}
	expectFlags = []string{"expect-version", "expect-sm", "fail-on"}
)

// configurable are the flags that planlint.yaml and the environment can set.
var configurable = []string{
	"color", "expect-sm", "expect-version", "fail-on", "format", "jobs", "min-run", "no-kernels", "no-longest", "progress",
}

// flags returns every shared flag. The formats are those of a command; "" stands for all there are.
func (s *settings) flags(command string) *pflag.FlagSet {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	formats := report.Formats(command)
	if command == "" {
		formats = report.AllFormats()
	}
	format := newChoice(&s.format, formats...)
	format.hint = formatHint
	set.VarP(format, "format", "f", "`FORMAT` of standard output: "+strings.Join(formats, ", "))
	set.Var(newNames(&s.writes), "write", "also write `FORMAT=PATH`, beside standard output (repeatable)")
	set.VarP(newName(&s.output), "output", "o", "write to `PATH`")
	addToggle(set, &s.force, "force", "", "overwrite files that exist; a link is followed, to the file that it names")
	s.minRun = zerorun.DefaultMinRun
	set.Var(&s.minRun, "min-run", "list zero runs from this length on")
	addToggle(set, &s.noLongest, "no-longest", "", "do not look for the longest zero run below --min-run (faster)")
	addToggle(set, &s.noKernels, "no-kernels", "", "do not look for machine code and kernel names")
	addToggle(set, &s.raw, "raw", "", "take any file as plain bytes")
	set.Var(newVersionExpectation(&s.expectVersion), "expect-version", "error if the plan is of another TensorRT than `VERSION`, such as 10.16")
	set.Var(newSMExpectation(&s.expectSM), "expect-sm", "error if the plan is not for the GPU architecture `SM`, such as 90")
	set.Var(newChoice(&s.failOn, string(result.LevelError), string(result.LevelWarning), string(result.LevelNote)), "fail-on",
		"exit with 1 for findings of this level or above")
	set.VarP(&s.jobs, "jobs", "j", "read with `N` threads (default: one for each processor, up to 4)")
	addToggle(set, &s.quiet, "quiet", "q", "one line for each plan")
	addToggle(set, &s.verbose, "verbose", "v", "list everything, nothing shortened")
	set.Var(newChoice(&s.color, "auto", "always", "never"), "color", "colour in text; auto obeys NO_COLOR")
	set.Var(newChoice(&s.progress, "auto", "always", "never"), "progress", "progress bar on standard error; auto: a terminal, after 2 seconds")
	set.Var(newName(&s.config), "config", "read settings from `FILE` instead of the planlint.yaml of the folder or repository")
	return set
}

// formatHint names a command that has a format which another one lacks.
func formatHint(format string) string {
	for _, command := range []string{"map", "scan", "predict"} {
		if report.HasFormat(command, format) {
			return fmt.Sprintf("; \"planlint %s\" has %s", command, format)
		}
	}
	return ""
}

// add gives a command some of the shared flags, and reads the other sources of settings before it runs.
func (s *settings) add(cmd *cobra.Command, command string, groups ...[]string) {
	all := s.flags(command)
	cmd.Flags().SortFlags = false
	for _, group := range groups {
		for _, name := range group {
			flag := all.Lookup(name)
			cmd.Flags().AddFlag(flag)
			if c, limited := flag.Value.(*choice); limited {
				// The flag exists, so there is nothing that can fail.
				_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(c.words, cobra.ShellCompDirectiveNoFileComp))
			}
		}
	}
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if command != "gate" && command != "gate selftest" && command != "baseline update" {
			args = nil // their budgets are for plans, and lie beside them
		}
		if err := s.complete(cmd.Flags(), args); err != nil {
			return &usageError{err.Error()}
		}
		return s.check()
	}
}

// check refuses values that no flag type refuses by itself.
func (s *settings) check() error {
	switch {
	case s.minRun < 1:
		return usagef("invalid argument \"%s\" for \"--min-run\" flag: it is at least 1 byte", s.minRun.String())
	case s.quiet && s.verbose:
		return usagef("--quiet and --verbose exclude each other")
	}
	return nil
}

// atLeast tells whether a level is at or above the one of --fail-on.
func (s *settings) atLeast(level result.Level) bool {
	levels := []result.Level{result.LevelError, result.LevelWarning, result.LevelNote}
	return slices.Index(levels, level) <= slices.Index(levels, result.Level(s.failOn))
}
