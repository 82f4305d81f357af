// Command bench compares the scanner and planlint with their peers, in turns
// in one run, and writes raw numbers and a verdict.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/planlint/planlint/bench/files"
	"github.com/planlint/planlint/bench/host"
	"github.com/planlint/planlint/bench/memory"
	"github.com/planlint/planlint/bench/process"
	"github.com/planlint/planlint/bench/timing"
	"github.com/planlint/planlint/bench/verdict"
)

type settings struct {
	programs process.Programs
	out      string
	dir      string
	rounds   int
	trial    bool
}

func main() {
	var s settings
	flag.StringVar(&s.programs.Zeroscan, "zeroscan", "", "path of cmd/zeroscan, built")
	flag.StringVar(&s.programs.Planlint, "planlint", "", "path of planlint, built")
	flag.StringVar(&s.out, "out", "", "file for the raw numbers, NAME.json; the tables go to NAME.md")
	flag.StringVar(&s.dir, "dir", "", "folder for 6 GB of files, removed at the end (default: the temporary folder)")
	flag.IntVar(&s.rounds, "rounds", 11, "pairs to measure")
	flag.BoolVar(&s.trial, "trial", false, "little data and few rounds: to see that it works")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, s); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings) error {
	share, size := int64(1), 1<<30
	if s.trial {
		share, size, s.rounds = 64, 16<<20, 3
	}
	report := verdict.Report{Host: host.Look()}
	if s.programs.Zeroscan != "" {
		// Before memory is filled: a child may inherit the peak of its parent.
		if err := measureProcesses(ctx, s, share, &report); err != nil {
			return err
		}
	}
	var err error
	if report.Memory, err = memory.Measure(size, timing.Limits{Rounds: s.rounds}); err != nil {
		return err
	}
	report.Host.LoadAfter = host.Load()
	report.Judge()
	return write(s.out, &report)
}

func measureProcesses(ctx context.Context, s settings, share int64, report *verdict.Report) (err error) {
	f, err := files.Make(ctx, s.dir, share)
	defer func() { err = errors.Join(err, os.RemoveAll(f.Dir)) }()
	if err != nil {
		return err
	}
	padded, err := os.Stat(f.Padded)
	if err != nil {
		return err
	}
	clean, err := os.Stat(f.Plan)
	if err != nil {
		return err
	}
	for _, g := range process.Groups(s.programs, f, padded.Size(), clean.Size(), s.rounds) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r, err := g.Measure()
		if err != nil {
			return fmt.Errorf("%s: %w", g.Name, err)
		}
		report.Process = append(report.Process, r)
	}
	return nil
}

// write prints the tables and, if there is a name, writes them and the raw
// numbers.
func write(out string, report *verdict.Report) error {
	if err := report.Markdown(os.Stdout); err != nil || out == "" {
		return err
	}
	raw, err := json.Marshal(report)
	if err != nil {
		return err
	}
	tables, err := os.Create(strings.TrimSuffix(out, ".json") + ".md")
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(out, append(raw, '\n'), 0o644), report.Markdown(tables), tables.Close())
}
