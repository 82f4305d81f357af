// Command predict measures how long planlint predicts a large model and what memory that needs, and how fast shapes are
// inferred beside the onnx package for Python, in turns.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/planlint/planlint/bench/host"
	"github.com/planlint/planlint/bench/inference"
	"github.com/planlint/planlint/bench/process"
	"github.com/planlint/planlint/bench/reading"
	"github.com/planlint/planlint/bench/timing"
	"github.com/planlint/planlint/bench/verdict"
)

// What must be reached.
const (
	maxSeconds = 0.150
	maxMemory  = 100 // MB
	minFaster  = 5
)

type settings struct {
	planlint, python, models string
	dir, out                 string
	makes                    string
	rounds                   int
}

func main() {
	var s settings
	flag.StringVar(&s.planlint, "planlint", "", "the planlint to measure")
	flag.StringVar(&s.python, "python", "", "interpreter with the onnx package")
	flag.StringVar(&s.models, "models", "", "folder of real models whose shapes are inferred")
	flag.StringVar(&s.dir, "dir", "", "folder for the large model, removed at the end (default: the temporary folder)")
	flag.StringVar(&s.out, "out", "", "file for the raw numbers, NAME.json; the tables go to NAME.md")
	flag.StringVar(&s.makes, "make", "", "only make the large model in a folder")
	flag.IntVar(&s.rounds, "rounds", 11, "pairs to measure")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := func() error { return measure(ctx, s) }
	if s.makes != "" {
		run = func() error { return reading.Make(ctx, s.makes) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "predict:", err)
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
	report := verdict.Report{Host: host.Look()}
	limits := timing.Limits{Rounds: s.rounds}
	if err := predictions(ctx, s, folder, limits, &report); err != nil {
		return err
	}
	if s.python != "" && s.models != "" {
		if report.Inference, err = inference.Measure(ctx, s.python, s.models, limits); err != nil {
			return err
		}
		judgeInference(&report)
	}
	report.Host.LoadAfter = host.Load()
	return write(s.out, &report)
}

// predictions measures the whole process on the large model.
func predictions(ctx context.Context, s settings, folder string, limits timing.Limits, report *verdict.Report) error {
	// In a process of its own: a child may inherit the peak of its parent's memory.
	program, err := os.Executable()
	if err != nil {
		return err
	}
	makes := exec.CommandContext(ctx, program, "-make", folder)
	if makes.Stderr = os.Stderr; makes.Run() != nil {
		return errors.New("the model could not be made")
	}
	model := filepath.Join(folder, reading.External)
	info, err := os.Stat(model)
	if err != nil {
		return err
	}
	given := []string{s.planlint, "predict", "--shape", fmt.Sprintf("images=1x%dx360x640", reading.Channels)}
	const name, version = "planlint predict", "planlint version"
	g := process.Group{Name: "5,000 nodes, 2.6 GB of external data", Bytes: info.Size(), Limits: limits, Commands: []process.Command{
		{Name: version, Arguments: []string{s.planlint, "version"}},
		{Name: name, Arguments: append(given, model), OK: []int{1}},
		{Name: name + " --format json", Arguments: append(given, "--format", "json", model), OK: []int{1}},
	}}
	result, err := g.Measure()
	if err != nil {
		return err
	}
	report.Process = append(report.Process, result)
	if measured, ok := result.Get(name); ok {
		report.Add(verdict.Bar{Name: name + ", " + g.Name + ": seconds", Value: measured.Median(), Limit: maxSeconds, Pairs: len(measured.Runs)})
		report.Add(verdict.Bar{Name: name + ", " + g.Name + ": MB of memory", Value: float64(measured.Peak()) / 1e6, Limit: maxMemory, Pairs: len(measured.Runs)})
	}
	return nil
}

func judgeInference(report *verdict.Report) {
	sum, pairs := 0.0, 0
	for _, r := range report.Inference {
		faster := r.Faster()
		sum, pairs = sum+math.Log(faster), len(r.Get(inference.Shape).Runs)
		report.Add(verdict.Bar{Name: "shapes of " + r.Model + ": faster than " + inference.ONNX, Value: faster, Limit: minFaster, More: true, Pairs: pairs})
	}
	if n := len(report.Inference); n > 0 {
		report.Add(verdict.Bar{Name: "shapes, geometric mean: faster than " + inference.ONNX, Value: math.Exp(sum / float64(n)), Limit: minFaster, More: true, Pairs: pairs})
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
