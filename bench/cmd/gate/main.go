// Command gate measures planlint gate on many plans in the page cache, beside reading them with cat, in turns.
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
)

// The bars.
const (
	maxRatio  = 1.3
	maxMemory = 100 // MB
)

// Names of what is measured.
const (
	cat    = "cat > /dev/null"
	gate   = "planlint gate"
	single = "planlint gate -j 1"
)

type settings struct {
	planlint, out, dir string
	plans, rounds      int
	size               int64
}

func main() {
	var s settings
	flag.StringVar(&s.planlint, "planlint", "planlint", "the program to measure")
	flag.StringVar(&s.out, "out", "", "file for the raw numbers, NAME.json; the table goes to NAME.md")
	flag.StringVar(&s.dir, "dir", "", "folder for the plans, removed at the end (default: the temporary folder)")
	flag.IntVar(&s.plans, "plans", 1000, "how many plans")
	flag.Int64Var(&s.size, "size", 10_000_000, "bytes of each plan")
	flag.IntVar(&s.rounds, "rounds", 7, "rounds to measure")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, s); err != nil {
		fmt.Fprintln(os.Stderr, "gate:", err)
		stop()
		os.Exit(1)
	}
}

func measure(ctx context.Context, s settings) error {
	report := verdict.Report{Host: host.Look()}
	for _, kind := range []struct{ name, tag string }{
		{"plans that say which GPUs they are for", fixtures.TagRTX},
		{"plans that do not say it", fixtures.TagTensorRT},
	} {
		result, err := group(ctx, s, kind.name, kind.tag)
		if err != nil {
			return fmt.Errorf("%s: %w", kind.name, err)
		}
		report.Process = append(report.Process, result)
		ours, _ := result.Get(gate)
		peer, _ := result.Get(cat)
		name := fmt.Sprintf("%s, %d %s of %d bytes: ", gate, s.plans, kind.name, s.size)
		report.Add(verdict.Bar{Name: name + "time of cat", Value: ours.Ratio(peer), Limit: maxRatio, Pairs: len(ours.Runs)})
		report.Add(verdict.Bar{Name: name + "MB of memory", Value: float64(ours.Peak()) / 1e6, Limit: maxMemory, Pairs: len(ours.Runs)})
	}
	report.Host.LoadAfter = host.Load()
	return write(s.out, &report)
}

// group measures plans of one kind, which all pass.
func group(ctx context.Context, s settings, name, tag string) (result process.Result, err error) {
	folder, err := os.MkdirTemp(s.dir, "planlint-bench")
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	recipe := fixtures.Large(tag, s.size)
	var plans []string
	for i := range s.plans {
		path := filepath.Join(folder, fmt.Sprintf("p%04d.plan", i))
		if err := writePlan(ctx, path, recipe); err != nil {
			return result, err
		}
		plans = append(plans, path)
	}
	baseline := filepath.Join(folder, "baseline.json")
	update := exec.CommandContext(ctx, s.planlint, append([]string{"baseline", "update", "-q", "--baseline", baseline}, plans...)...)
	update.Stderr = os.Stderr
	if err := update.Run(); err != nil {
		return result, fmt.Errorf("%q: %w", update.Args[:3], err)
	}
	ours := func(more ...string) []string {
		return append(append([]string{s.planlint, "gate", "-q", "--progress", "never", "--baseline", baseline}, more...), plans...)
	}
	g := process.Group{Name: name, Bytes: recipe.Size() * int64(s.plans), Limits: timing.Limits{Rounds: s.rounds}, Commands: []process.Command{
		{Name: cat, Arguments: append([]string{"sh", "-c", `exec cat "$@" > /dev/null`, "cat"}, plans...)}, // into a pipe it is far slower
		{Name: gate, Arguments: ours()},
		{Name: single, Arguments: ours("-j", "1")},
	}}
	result, err = g.Measure()
	for i := range result.Commands { // the first plan stands for all
		result.Commands[i] = result.Commands[i][:len(result.Commands[i])-s.plans+1]
	}
	return result, err
}

func writePlan(ctx context.Context, path string, recipe fixtures.Recipe) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(recipe.WriteTo(ctx, file), file.Close())
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
