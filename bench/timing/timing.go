// Package timing measures things in turn, so that whatever else the machine
// does hits all of them alike, and compares them pair by pair.
package timing

import (
	"slices"
	"time"
)

// Subject is something that is measured.
type Subject struct {
	Name string
	Run  func() (Cost, error)
}

// Cost is what one run took.
type Cost struct {
	Seconds float64 `json:"s"`
	User    float64 `json:"user_s,omitempty"`   // processor time of a process
	System  float64 `json:"system_s,omitempty"` // and of the kernel for it
	Peak    int64   `json:"peak_rss,omitempty"` // largest resident memory of a process, bytes
}

// Series is what all runs of a subject took, in order.
type Series struct {
	Name string `json:"name"`
	Runs []Cost `json:"runs"`
}

// Limits say how often to measure.
type Limits struct {
	Rounds int           // wanted
	Least  int           // done even if the time is over
	Time   time.Duration // for all rounds; 0: as long as it takes
}

// Interleave runs the subjects in turn: once to warm up, then in rounds, every other one backwards: what a
// run leaves behind, such as dirty pages, must not always hit the same subject.
func Interleave(l Limits, subjects []Subject) ([]Series, error) {
	all := make([]Series, len(subjects))
	start := time.Now()
	for round := -1; round < l.Rounds; round++ {
		if l.Time > 0 && round >= l.Least && time.Since(start) > l.Time {
			break
		}
		for turn := range subjects {
			i := turn
			if round%2 != 0 {
				i = len(subjects) - 1 - turn
			}
			s := subjects[i]
			cost, err := s.Run()
			if err != nil {
				return nil, err
			}
			all[i].Name = s.Name
			if round >= 0 {
				all[i].Runs = append(all[i].Runs, cost)
			}
		}
	}
	return all, nil
}

// Clock is a subject's run that only takes time.
func Clock(f func()) func() (Cost, error) {
	return func() (Cost, error) {
		start := time.Now()
		f()
		return Cost{Seconds: time.Since(start).Seconds()}, nil
	}
}

// Median returns the middle of the seconds.
func (s Series) Median() float64 {
	return median(s.values(func(c Cost) float64 { return c.Seconds }))
}

// Peak returns the largest resident memory of all runs in bytes.
func (s Series) Peak() int64 {
	return int64(slices.Max(s.values(func(c Cost) float64 { return float64(c.Peak) })))
}

func (s Series) values(of func(Cost) float64) []float64 {
	v := make([]float64, len(s.Runs))
	for i, c := range s.Runs {
		v[i] = of(c)
	}
	return v
}

// Ratio returns the median of this series' seconds over those of the other,
// taken round by round.
func (s Series) Ratio(over Series) float64 {
	v := make([]float64, min(len(s.Runs), len(over.Runs)))
	for i := range v {
		v[i] = s.Runs[i].Seconds / over.Runs[i].Seconds
	}
	return median(v)
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	n := len(v)
	if n == 0 {
		return 0
	}
	return (v[(n-1)/2] + v[n/2]) / 2
}

// Processor returns the medians of the processor time of user and kernel.
func (s Series) Processor() (user, system float64) {
	return median(s.values(func(c Cost) float64 { return c.User })),
		median(s.values(func(c Cost) float64 { return c.System }))
}
