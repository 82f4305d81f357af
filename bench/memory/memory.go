// Package memory compares scans of data in memory, in one thread.
package memory

import (
	"fmt"

	"github.com/planlint/planlint/bench/data"
	"github.com/planlint/planlint/bench/peer"
	"github.com/planlint/planlint/bench/timing"
	"github.com/planlint/planlint/zerorun"
)

// Names of the subjects.
const (
	Peer  = "C scan"
	Read  = "C read only"
	Fast  = "zerorun, no longest"
	Exact = "zerorun"
	Short = "zerorun, runs from 32 bytes"
)

// Result is the measurement of one kind of data.
type Result struct {
	Kind   string          `json:"data"`
	Bytes  int             `json:"bytes"`
	Series []timing.Series `json:"series"`
}

// Get returns the series of a subject.
func (r Result) Get(name string) timing.Series {
	for _, s := range r.Series {
		if s.Name == name {
			return s
		}
	}
	return timing.Series{}
}

// Measure compares the scanner with the peer on each kind of data.
func Measure(size int, l timing.Limits) ([]Result, error) {
	var all []Result
	for _, kind := range data.Kinds() {
		b, err := data.Make(kind, size)
		if err != nil {
			return nil, err
		}
		if err := compare(b); err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		series, err := timing.Interleave(l, []timing.Subject{
			{Name: Peer, Run: timing.Clock(func() { peer.Scan(b, zerorun.DefaultMinRun) })},
			{Name: Fast, Run: scanning(b, zerorun.Options{NoLongest: true})},
			{Name: Exact, Run: scanning(b, zerorun.Options{})},
			{Name: Short, Run: scanning(b, zerorun.Options{MinRun: 32})},
			{Name: Read, Run: timing.Clock(func() { peer.Read(b) })},
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		all = append(all, Result{kind, size, series})
	}
	return all, nil
}

// scanning is the whole job through the public interface.
func scanning(b []byte, o zerorun.Options) func() (timing.Cost, error) {
	return func() (timing.Cost, error) {
		var err error
		cost, _ := timing.Clock(func() { _, err = scan(b, o) })()
		return cost, err
	}
}

func scan(b []byte, o zerorun.Options) (zerorun.Summary, error) {
	s, err := zerorun.New(o)
	if err != nil {
		return zerorun.Summary{}, err
	}
	if _, err := s.Write(b); err != nil {
		return zerorun.Summary{}, err
	}
	return s.Close()
}

// compare makes sure that both do the same job.
func compare(b []byte) error {
	got, err := scan(b, zerorun.Options{MinRun: 255})
	if err != nil {
		return err
	}
	want := peer.Scan(b, 255)
	if got.Zeros != want.Zeros || got.Runs != want.Runs || got.Bytes != want.Bytes {
		return fmt.Errorf("zerorun finds %+v, the peer %+v", got, want)
	}
	return nil
}
