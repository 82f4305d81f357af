package process

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/planlint/planlint/bench/files"
	"github.com/planlint/planlint/bench/timing"
)

// Names of the commands that bars speak of.
const (
	DD       = "dd bs=256K"
	Default  = "zeroscan"
	Planlint = "planlint"
	Raw      = "planlint --raw" // zero runs only, which is all that rg and grep look for
	Info     = "planlint info"
	Help     = "planlint --help"
	RG       = "rg"
	Grep     = "grep -P"
)

// Workers returns the name of a command with a number of workers.
func Workers(name string, n int) string { return fmt.Sprintf("%s, %d workers", name, n) }

// Group is a list of commands that are measured in turn, on one file.
type Group struct {
	Name     string
	Bytes    int64
	Commands []Command
	Limits   timing.Limits
}

// Result is the measurement of a group.
type Result struct {
	Name     string          `json:"name"`
	Bytes    int64           `json:"bytes"`
	Commands [][]string      `json:"commands"`
	Series   []timing.Series `json:"series"`
}

// Get returns the series of a command.
func (r Result) Get(name string) (timing.Series, bool) {
	for _, s := range r.Series {
		if s.Name == name {
			return s, true
		}
	}
	return timing.Series{}, false
}

// Measure runs the commands that are installed.
func (g Group) Measure() (Result, error) {
	r := Result{Name: g.Name, Bytes: g.Bytes}
	var subjects []timing.Subject
	for _, c := range g.Commands {
		if c.Available() {
			subjects = append(subjects, c.Subject())
			r.Commands = append(r.Commands, withoutFolder(c.Arguments, os.TempDir()))
		}
	}
	var err error
	r.Series, err = timing.Interleave(g.Limits, subjects)
	return r, err
}

// withoutFolder spells a command without the temporary folders of one run, which tell nobody anything.
func withoutFolder(arguments []string, folder string) []string {
	inside := regexp.MustCompile(regexp.QuoteMeta(folder+"/") + "[^/]+/")
	short := make([]string, len(arguments))
	for i, a := range arguments {
		short[i] = inside.ReplaceAllString(a, "")
	}
	return short
}

// Programs are the paths of what was built from this checkout.
type Programs struct {
	Zeroscan string
	Planlint string // "" if there is none yet
}

// Groups returns all that is measured, on files of the given sizes.
func Groups(p Programs, f files.Files, padded, plan int64, rounds int) []Group {
	quick := timing.Limits{Rounds: rounds}
	slow := timing.Limits{Rounds: rounds, Least: 3, Time: time.Minute}
	dd := func(file string) Command {
		return Command{DD, []string{"dd", "if=" + file, "of=/dev/null", "bs=256K", "status=none"}, nil}
	}
	search := func(file string) []Command {
		return []Command{
			{RG, []string{"rg", "--no-config", "-uuu", "-aob", `(?-u)\x00{4096,}`, file}, []int{1}},
			{Grep, []string{"grep", "-obUaP", `\x00{4096,}`, file}, []int{1}},
		}
	}
	return []Group{
		{"padded", padded, slices.Concat([]Command{dd(f.Padded)}, p.all(f.Padded)), quick},
		{"clean", plan, slices.Concat([]Command{dd(f.Plan)}, p.all(f.Plan), p.raw(f.Plan), search(f.Plan)), quick},
		{"sparse", padded, slices.Concat(p.all(f.Sparse), p.small(f.Sparse)), quick},
		{"search padded", padded, slices.Concat(p.all(f.Padded), p.raw(f.Padded), search(f.Padded)), slow},
	}
}

// all returns our own commands with 1, 2 and the default number of workers.
func (p Programs) all(file string) []Command {
	var all []Command
	for _, workers := range []int{1, 2, 0} {
		scan, lint := Default, Planlint
		if workers > 0 {
			scan, lint = Workers(scan, workers), Workers(lint, workers)
		}
		j := strconv.Itoa(workers)
		all = append(all, Command{scan, []string{p.Zeroscan, "-workers", j, file}, nil})
		if p.Planlint == "" {
			continue
		}
		arguments := []string{p.Planlint, "scan", "--format", "json", "--progress", "never", file}
		if workers > 0 {
			arguments = append(arguments, "-j", j)
		}
		all = append(all, Command{lint, arguments, []int{1}})
	}
	return all
}

// raw returns planlint without the search for code.
func (p Programs) raw(file string) []Command {
	if p.Planlint == "" {
		return nil
	}
	return []Command{{Raw, []string{p.Planlint, "scan", "--raw", "--format", "json", "--progress", "never", file}, []int{1}}}
}

// small returns commands that read next to nothing.
func (p Programs) small(file string) []Command {
	if p.Planlint == "" {
		return nil
	}
	return []Command{
		{Info, []string{p.Planlint, "info", file}, []int{1}},
		{Help, []string{p.Planlint, "--help"}, nil},
	}
}
