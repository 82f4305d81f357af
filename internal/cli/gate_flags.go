package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/pflag"

	"github.com/planlint/planlint/analyze/gate"
	"github.com/planlint/planlint/internal/units"
)

// baselineFlags say which baseline is meant.
type baselineFlags struct {
	baseline string
	label    string
}

func (f *baselineFlags) add(set *pflag.FlagSet) {
	set.Var(newName(&f.baseline), "baseline", "the baseline is in `FILE` (default: "+gate.DefaultBaseline+" beside planlint.yaml)")
	set.Var(newName(&f.label), "label", "your own `NAME` in the keys of the baseline, such as that of a build machine")
}

// path is where the baseline is: as the flag says, else the environment, else planlint.yaml.
func (f *baselineFlags) path(s *settings) string {
	switch file := firstOf(f.baseline, os.Getenv(variable("baseline"))); {
	case file != "":
		return file
	case s.gate != nil && s.gate.Baseline != "":
		return s.beside(s.gate.Baseline)
	}
	if s.found == "" { // without settings it is looked for as they are
		if found, err := findUpwards(".", gate.DefaultBaseline); err == nil && found != "" {
			return found
		}
	}
	return s.beside(gate.DefaultBaseline)
}

// labelled is the label: that of the flag, else of the environment, else of planlint.yaml.
func (f *baselineFlags) labelled(s *settings) string {
	label := firstOf(f.label, os.Getenv(variable("label")))
	if label == "" && s.gate != nil {
		label = s.gate.Label
	}
	return label
}

func firstOf(texts ...string) string {
	at := slices.IndexFunc(texts, func(text string) bool { return text != "" })
	if at < 0 {
		return ""
	}
	return texts[at]
}

// folder is that of planlint.yaml, or the working directory.
func (s *settings) folder() string {
	if s.found == "" {
		return "."
	}
	return filepath.Dir(s.found)
}

// beside is a path that planlint.yaml names.
func (s *settings) beside(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(s.folder(), filepath.FromSlash(file))
}

// gateFlags are those of gate alone.
type gateFlags struct {
	baselineFlags
	noBaseline, allowNew, deep bool
	most, longestRun           optionalSize
	growth                     percentage
	spread                     spreadFlag
	// set knows which flags are on the command line.
	set *pflag.FlagSet
}

func (f *gateFlags) add(set *pflag.FlagSet) {
	f.set = set
	f.baselineFlags.add(set)
	addToggle(set, &f.noBaseline, "no-baseline", "", "judge without a baseline: growth is not checked")
	addToggle(set, &f.allowNew, "allow-new", "", "let plans pass that have no entry in the baseline")
	set.Var(&f.most, "max", "budget for every plan: at most `SIZE`")
	set.Var(&f.growth, "growth", "budget for every plan: more than 1 MiB and `PERCENT` above the baseline, such as 5%, is too much")
	set.Var(&f.longestRun, "longest-run", "budget for every plan: zero runs of at most `SIZE`")
	set.Var(&f.spread, "spread", "builds of the same differ by `SIZE`, or as FILE.json of \"planlint build --repeat\" says")
	addToggle(set, &f.deep, "deep", "", "look for duplicate and repeated blocks in every plan")
}

// spreadSource is the source of a spread that the user gives for this run.
const spreadSource = "--spread"

// limits are the budgets that flags set.
func (f *gateFlags) limits(s *settings) gate.Limits {
	var limits gate.Limits
	if f.most.given {
		limits.Max = &gate.Bytes{Limit: int64(f.most.Size), Source: "--max"}
	}
	if f.longestRun.given {
		limits.LongestRun = &gate.Bytes{Limit: int64(f.longestRun.Size), Source: "--longest-run"}
	}
	if f.growth.given {
		limits.Growth = &gate.Growth{Above: gate.Default().Growth.Above, Percent: f.growth.Percent, Source: "--growth"}
	}
	if f.spread.given {
		spread := f.spread.Spread
		spread.Source = spreadSource
		limits.Spread = &spread
	}
	limits.Version, limits.SM = f.expected(s, true)
	return limits
}

// expected are the version and the architecture that flags expect, or, if not on the command line, the settings for all
// commands, which budgets of single plans override.
func (f *gateFlags) expected(s *settings, onCommandLine bool) (version, architecture *gate.Word) {
	word := func(flag, text string) *gate.Word {
		given := f.set != nil && f.set.Changed(flag)
		switch {
		case text == "" || given != onCommandLine:
			return nil
		case given:
			return &gate.Word{Text: text, Source: "--" + flag}
		}
		return &gate.Word{Text: text, Source: "setting " + flag}
	}
	return word("expect-version", s.expectVersion), word("expect-sm", s.expectSM)
}

// optionalSize is a flag that takes a size and knows whether it was given.
type optionalSize struct {
	units.Size
	given bool
}

// String is the size, "" if it was not given.
func (o *optionalSize) String() string {
	if !o.given {
		return ""
	}
	return o.Size.String()
}

// Set reads a size.
func (o *optionalSize) Set(text string) error {
	o.given = true
	return o.Size.Set(text)
}

// percentage is a flag that takes a percentage with its sign.
type percentage struct {
	gate.Percent
	given bool
}

// String is the percentage, "" if it was not given.
func (p *percentage) String() string {
	if !p.given {
		return ""
	}
	return p.Percent.String()
}

// Set reads a percentage.
func (p *percentage) Set(text string) (err error) {
	p.given = true
	p.Percent, err = gate.ParsePercent(text)
	return err
}

// Type names the value in help text.
func (*percentage) Type() string { return "percent" }

// spreadFlag is a flag that takes a size or the name of a file.
type spreadFlag struct {
	gate.Spread
	text  string
	given bool
}

// String is what was given.
func (f *spreadFlag) String() string { return f.text }

// Set reads a size or a name.
func (f *spreadFlag) Set(text string) (err error) {
	f.text, f.given = text, true
	f.Spread, err = gate.ParseSpread(text)
	return err
}

// Type names the value in help text.
func (*spreadFlag) Type() string { return "string" }

// gateInputs are the plans to judge: the arguments or, without one, what the budgets name.
func (s *settings) gateInputs(ctx context.Context, args []string) ([]entry, error) {
	if len(args) > 0 {
		if err := needPlans(nil, args); err != nil {
			return nil, err
		}
		all := entries(ctx, args)
		nameRanks(ctx, all)
		return all, nil
	}
	if s.gate == nil || len(s.gate.Budgets) == 0 {
		return nil, usagef("no plan given, and no planlint.yaml names any: name files or folders")
	}
	var all []entry
	named := map[string]bool{}
	for _, b := range s.gate.Budgets {
		if b.Pattern() == "" {
			continue // a Triton model has no path
		}
		found, err := s.glob(b.Pattern())
		if err != nil {
			return nil, err
		}
		for _, e := range entries(ctx, found) {
			if !named[e.name] {
				named[e.name] = true
				all = append(all, e)
			}
		}
	}
	if len(all) == 0 {
		return nil, usagef("no plan given, and the budgets of %s match no file: name files or folders", s.found)
	}
	return all, nil
}

func isPattern(path string) bool { return strings.ContainsAny(path, `*?[{\`) }

// glob lists the files of a pattern that is relative to planlint.yaml; a path without wildcards is itself, there or
// not.
func (s *settings) glob(pattern string) ([]string, error) {
	if !isPattern(pattern) {
		return []string{s.beside(pattern)}, nil
	}
	base, rest := doublestar.SplitPattern(pattern)
	root := s.beside(base)
	if _, err := os.Stat(root); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	matches, err := doublestar.Glob(os.DirFS(root), rest, doublestar.WithFilesOnly(), doublestar.WithFailOnIOErrors())
	switch {
	case errors.Is(err, doublestar.ErrBadPattern):
		return nil, usagef("%s: %v", pattern, err)
	case err != nil: // files that are left out unseen would pass
		return nil, &unjudgedError{fmt.Errorf("looking for %s: %w", pattern, plainError(err))}
	}
	slices.Sort(matches)
	for i, match := range matches {
		matches[i] = filepath.Join(root, filepath.FromSlash(path.Clean(match)))
	}
	return matches, nil
}

// unjudgedError: plans that are meant cannot be found, so nothing can be said of them.
type unjudgedError struct{ error }

func (e *unjudgedError) Unwrap() error { return e.error }

// ExitCode is the exit status of planlint.
func (*unjudgedError) ExitCode() int { return exitNoJudgement }
