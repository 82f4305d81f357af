// Package verdict holds the measurements against what must be reached.
package verdict

import (
	"math"

	"github.com/planlint/planlint/bench/host"
	"github.com/planlint/planlint/bench/inference"
	"github.com/planlint/planlint/bench/memory"
	"github.com/planlint/planlint/bench/process"
	"github.com/planlint/planlint/bench/timing"
)

// Report is everything that one run of the benchmarks found.
type Report struct {
	Host    host.Host        `json:"host"`
	Bars    []Bar            `json:"bars"`
	Memory  []memory.Result  `json:"memory"`
	Process []process.Result `json:"process"`
	// Inference is measured by cmd/predict alone.
	Inference []inference.Result `json:"inference,omitempty"`
}

// Bar is a number that must be reached.
type Bar struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Limit float64 `json:"limit"`
	More  bool    `json:"more"` // the value must be at least the limit, else at most
	Pairs int     `json:"pairs"`
	Met   bool    `json:"met"`
}

// Judge fills in the bars.
func (r *Report) Judge() {
	r.Bars = nil
	for _, mode := range []struct {
		name  string
		least float64
	}{{memory.Fast, 0.90}, {memory.Exact, 0.80}} {
		product, pairs := 1.0, 0
		for _, m := range r.Memory {
			peer, ours := m.Get(memory.Peer), m.Get(mode.name)
			speed := peer.Ratio(ours)
			product *= speed
			pairs = len(ours.Runs)
			r.Add(Bar{Name: mode.name + ", " + m.Kind + ": speed of C scan", Value: speed, Limit: mode.least, More: true, Pairs: pairs})
		}
		if n := len(r.Memory); n > 0 {
			r.Add(Bar{Name: mode.name + ", geometric mean: speed of C scan", Value: math.Pow(product, 1/float64(n)), Limit: 0.95, More: true, Pairs: pairs})
		}
	}
	for _, p := range r.Process {
		r.judge(p)
	}
}

// judge adds the bars of a group of commands.
func (r *Report) judge(p process.Result) {
	for _, name := range []string{process.Default, process.Planlint} {
		switch p.Name {
		case "padded":
			r.ratio(p, process.Workers(name, 1), process.DD, 1.25)
			r.ratio(p, process.Workers(name, 2), process.DD, 0.9)
		case "clean":
			r.ratio(p, name, process.DD, 1.5)
			r.faster(p, name, 3)
		case "search padded":
			r.faster(p, name, 3)
		case "sparse":
			r.seconds(p, name, 0.050)
		}
		if s, ok := p.Get(name); ok {
			r.Add(Bar{Name: name + ", " + p.Name + ": MB of memory", Value: float64(s.Peak()) / 1e6, Limit: 40, Pairs: len(s.Runs)})
		}
	}
	r.faster(p, process.Raw, 3)
	r.seconds(p, process.Info, 0.010)
	r.seconds(p, process.Help, 0.015)
}

func (r *Report) ratio(p process.Result, name, over string, limit float64) {
	s, found := p.Get(name)
	other, foundOther := p.Get(over)
	if found && foundOther {
		r.Add(Bar{Name: name + ", " + p.Name + ": time of " + over, Value: s.Ratio(other), Limit: limit, Pairs: len(s.Runs)})
	}
}

func (r *Report) faster(p process.Result, name string, limit float64) {
	for _, other := range []string{process.RG, process.Grep} {
		s, found := p.Get(name)
		o, foundOther := p.Get(other)
		if found && foundOther {
			r.Add(Bar{Name: name + ", " + p.Name + ": faster than " + other, Value: o.Ratio(s), Limit: limit, More: true, Pairs: pairs(s, o)})
		}
	}
}

func (r *Report) seconds(p process.Result, name string, limit float64) {
	if s, ok := p.Get(name); ok {
		r.Add(Bar{Name: name + ", " + p.Name + ": seconds", Value: s.Median(), Limit: limit, Pairs: len(s.Runs)})
	}
}

func pairs(a, b timing.Series) int { return min(len(a.Runs), len(b.Runs)) }

// Add judges a bar and adds it.
func (r *Report) Add(b Bar) {
	b.Met = b.Value <= b.Limit
	if b.More {
		b.Met = b.Value >= b.Limit
	}
	r.Bars = append(r.Bars, b)
}
