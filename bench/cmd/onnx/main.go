// Command onnx measures how long it takes to read ONNX models and what memory that needs, beside the onnx
// package for Python, in turns. It starts itself as what is measured.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/planlint/planlint/bench/host"
	"github.com/planlint/planlint/bench/process"
	"github.com/planlint/planlint/bench/reading"
	"github.com/planlint/planlint/bench/timing"
	"github.com/planlint/planlint/bench/verdict"
)

// The bars for a model of 5,000 nodes, of which reading is only a part.
const (
	maxSeconds = 0.150
	maxMemory  = 100 // MB
)

// Names of what is measured.
const (
	models   = "models" // made in the folder that is named as argument
	nothing  = "nothing"
	read     = "layers/onnx"
	topology = "layers/onnx and topology"
	rewrite  = "layers/onnx, written back"
	python   = "onnx (Python), without weights"
	imported = "import onnx (Python)"
)

type settings struct {
	does         string
	out, dir     string
	python, real string
	rounds       int
}

func main() {
	var s settings
	flag.StringVar(&s.does, "does", "", "do one of the things that are measured to the model named as argument")
	flag.StringVar(&s.dir, "dir", "", "folder for the models, removed at the end (default: the temporary folder)")
	flag.StringVar(&s.out, "out", "", "file for the raw numbers, NAME.json; the tables go to NAME.md")
	flag.StringVar(&s.python, "python", "", "interpreter with the onnx package")
	flag.StringVar(&s.real, "real", "", "a real model to measure, too")
	flag.IntVar(&s.rounds, "rounds", 11, "pairs to measure")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := func() error { return measure(ctx, s) }
	if s.does != "" {
		run = func() error { return do(ctx, s.does, flag.Arg(0)) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "onnx:", err)
		stop()
		os.Exit(1)
	}
}

func measure(ctx context.Context, s settings) (err error) {
	folder, err := os.MkdirTemp(s.dir, "planlint-bench")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	program, err := os.Executable()
	if err != nil {
		return err
	}
	// In a process of its own: a child may inherit the peak of its parent's memory.
	makes := exec.CommandContext(ctx, program, "-does", models, folder)
	if makes.Stderr = os.Stderr; makes.Run() != nil {
		return errors.New("the models could not be made")
	}
	report := verdict.Report{Host: host.Look()}
	groups := []struct {
		name, model string
		subjects    []string
	}{
		{"5,000 nodes, 2.6 GB of external data", filepath.Join(folder, reading.External), []string{read, topology, rewrite, python, imported}},
		{"5,000 nodes, 2.6 GB inline", filepath.Join(folder, reading.Inline), []string{read, topology}}, // onnx cannot parse it
		{"a real model", s.real, []string{read, topology, rewrite, python, imported}},
	}
	for _, g := range groups {
		if g.model == "" {
			continue
		}
		result, err := group(s, program, g.name, g.model, g.subjects)
		if err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
		report.Process = append(report.Process, result)
		if g.model != s.real {
			judge(&report, result)
		}
	}
	report.Host.LoadAfter = host.Load()
	return write(s.out, &report)
}

func group(s settings, program, name, model string, subjects []string) (process.Result, error) {
	info, err := os.Stat(model)
	if err != nil {
		return process.Result{}, err
	}
	g := process.Group{Name: name, Bytes: info.Size(), Limits: timing.Limits{Rounds: s.rounds}}
	for _, subject := range append([]string{nothing}, subjects...) {
		arguments := []string{program, "-does", subject, model}
		switch {
		case subject == python && s.python != "":
			arguments = []string{s.python, "-c", "import sys, onnx; onnx.load(sys.argv[1], load_external_data=False)", model}
		case subject == imported && s.python != "":
			arguments = []string{s.python, "-c", "import onnx"}
		case subject == python || subject == imported:
			continue
		}
		g.Commands = append(g.Commands, process.Command{Name: subject, Arguments: arguments})
	}
	return g.Measure()
}

func judge(report *verdict.Report, r process.Result) {
	for _, name := range []string{read, topology} {
		s, ok := r.Get(name)
		if !ok {
			continue
		}
		report.Add(verdict.Bar{Name: name + ", " + r.Name + ": seconds", Value: s.Median(), Limit: maxSeconds, Pairs: len(s.Runs)})
		report.Add(verdict.Bar{Name: name + ", " + r.Name + ": MB of memory", Value: float64(s.Peak()) / 1e6, Limit: maxMemory, Pairs: len(s.Runs)})
	}
}

// write prints the table and, if there is a name, writes it and the raw numbers.
func write(out string, report *verdict.Report) error {
	if err := report.Markdown(os.Stdout); err != nil || out == "" {
		return err
	}
	raw, err := json.Marshal(report)
	if err != nil {
		return err
	}
	table, err := os.Create(strings.TrimSuffix(out, ".json") + ".md")
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(out, append(raw, '\n'), 0o644), report.Markdown(table), table.Close())
}
