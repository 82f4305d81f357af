// Command building measures what the scan of a plan costs while the plan is being built: pairs with and without
// it, in turns. It starts itself as planlint's side and as the worker.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"

	"github.com/planlint/planlint/bench/building"
	"github.com/planlint/planlint/bench/host"
	"github.com/planlint/planlint/bench/process"
	"github.com/planlint/planlint/bench/timing"
	"github.com/planlint/planlint/bench/verdict"
)

// The bars: time with the scan over time without, and memory of planlint in MB.
const (
	maxRatio  = 1.02
	maxMemory = 60
)

type settings struct {
	parent   string
	size     int64
	dir, out string
	rounds   int
}

func main() {
	if worker, err := building.Serve(); worker {
		if err != nil {
			fmt.Fprintln(os.Stderr, "building: worker:", err)
			os.Exit(1)
		}
		return
	}
	var s settings
	flag.StringVar(&s.parent, "parent", "", "receive one plan, look at it in this way, and print what that took")
	flag.Int64Var(&s.size, "size", 4<<30, "size of the plan in bytes, a multiple of 1 MiB")
	flag.StringVar(&s.dir, "dir", "", "folder for the plan, removed at the end (default: the temporary folder)")
	flag.StringVar(&s.out, "out", "", "file for the raw numbers, NAME.json; the table goes to NAME.md")
	flag.IntVar(&s.rounds, "rounds", 11, "pairs to measure")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := measure
	if s.parent != "" {
		run = func(ctx context.Context, s settings) error { return building.Parent(ctx, s.dir, s.size, s.parent) }
	}
	if err := run(ctx, s); err != nil {
		fmt.Fprintln(os.Stderr, "building:", err)
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
	subject := func(name, look string) timing.Subject {
		return timing.Subject{Name: name, Run: func() (timing.Cost, error) { return receive(ctx, s, folder, look) }}
	}
	series, err := timing.Interleave(timing.Limits{Rounds: s.rounds}, []timing.Subject{
		subject("only written", building.Nothing),
		subject("zeros counted", building.Scan),
		subject("zeros, kernels, SHA-256", building.Everything),
	})
	if err != nil {
		return err
	}
	report.Host.LoadAfter = host.Load()
	report.Process = []process.Result{{Name: "building", Bytes: s.size, Series: series}}
	pairs := len(series[1].Runs)
	report.Add(verdict.Bar{Name: "scan while building: time without it", Value: series[1].Ratio(series[0]), Limit: maxRatio, Pairs: pairs})
	for _, looked := range series[1:] {
		report.Add(verdict.Bar{Name: "building, " + looked.Name + ": MB of memory", Value: float64(looked.Peak()) / 1e6, Limit: maxMemory, Pairs: pairs})
	}
	return write(s.out, &report)
}

// receive is one run, in a process of its own.
func receive(ctx context.Context, s settings, folder, look string) (cost timing.Cost, err error) {
	program, err := os.Executable()
	if err != nil {
		return cost, err
	}
	cmd := exec.CommandContext(ctx, program, "-parent", look, "-dir", folder, "-size", strconv.FormatInt(s.size, 10))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return cost, err
	}
	return cost, json.Unmarshal(out.Bytes(), &cost)
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
