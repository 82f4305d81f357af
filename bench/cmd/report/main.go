// Command report measures how long planlint report takes to write a bug report from saved results, without a plan.
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
	"github.com/planlint/planlint/bench/timing"
	"github.com/planlint/planlint/bench/verdict"
	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/layers/onnx"
)

// The bars.
const (
	maxSeconds = 0.300
	maxMemory  = 100 // MB
)

func main() {
	planlint := flag.String("planlint", "planlint", "the program to measure")
	out := flag.String("out", "", "file for the raw numbers, NAME.json; the table goes to NAME.md")
	rounds := flag.Int("rounds", 21, "rounds to measure")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, *planlint, *out, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		stop()
		os.Exit(1)
	}
}

func measure(ctx context.Context, planlint, out string, rounds int) (err error) {
	folder, err := os.MkdirTemp("", "planlint-bench")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := func(name string) string { return filepath.Join(folder, name) }
	if err := inputs(ctx, planlint, path); err != nil {
		return err
	}
	group := process.Group{Name: "reports of issue 4841", Limits: timing.Limits{Rounds: rounds}}
	for _, c := range [][]string{
		{"from explain.json", path("explain.json")},
		{"from scan.json, with a model", path("scan.json"), "--model", path("head.onnx")},
		{"from scan.json, with a model and an archive", path("scan.json"), "--model", path("head.onnx"), "--force", "-o", path("e.zip")},
		{"from 10,000 runs", path("runs.json")},
	} {
		group.Commands = append(group.Commands, process.Command{Name: c[0], Arguments: append([]string{planlint, "report"}, c[1:]...)})
	}
	report := verdict.Report{Host: host.Look()}
	result, err := group.Measure()
	if err != nil {
		return err
	}
	report.Host.LoadAfter = host.Load()
	report.Process = []process.Result{result}
	for _, s := range result.Series {
		report.Add(verdict.Bar{Name: "report " + s.Name + ": seconds", Value: s.Median(), Limit: maxSeconds, Pairs: len(s.Runs)})
		report.Add(verdict.Bar{Name: "report " + s.Name + ": MB of memory", Value: float64(s.Peak()) / 1e6, Limit: maxMemory, Pairs: len(s.Runs)})
	}
	return write(out, &report)
}

// inputs makes a model, the padded plan, and what planlint says of it.
func inputs(ctx context.Context, planlint string, path func(string) string) error {
	model, err := os.Create(path("head.onnx"))
	if err != nil {
		return err
	}
	plan, err := os.Create(path("padded.plan"))
	if err != nil {
		return err
	}
	if err := errors.Join(onnx.Write(ctx, model, seedmodels.All()[seedmodels.HeadPadded]), model.Close(),
		fixtures.SeedPadded(fixtures.InsideBehindEndTag).WriteTo(ctx, plan), plan.Close()); err != nil {
		return err
	}
	for name, arguments := range map[string][]string{
		"scan.json": {"scan"}, "explain.json": {"explain", "--model", path("head.onnx")},
	} {
		command := exec.CommandContext(ctx, planlint, append(arguments, "--format", "json", path("padded.plan"))...)
		command.Stderr = os.Stderr
		text, err := command.Output()
		var status *exec.ExitError // 1: the plan is padded
		if err != nil && !(errors.As(err, &status) && status.ExitCode() == 1) {
			return fmt.Errorf("%q: %w", command.Args, err)
		}
		if err := os.WriteFile(path(name), text, 0o666); err != nil {
			return err
		}
	}
	return manyRuns(path("scan.json"), path("runs.json"))
}

// manyRuns writes a result with as many zero runs as a scan lists.
func manyRuns(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var document struct {
		Schema  string           `json:"schema"`
		Results []map[string]any `json:"results"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return err
	}
	zeros := document.Results[0]["zeros"].(map[string]any)
	runs := zeros["runs"].([]any)
	for i := range 10_000 - len(runs) {
		runs = append(runs, map[string]any{"offset": 1000 * i, "length": 4096, "to_end": false})
	}
	zeros["runs"] = runs
	if text, err = json.Marshal(document); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o666)
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
