package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/compare"
	"github.com/planlint/planlint/analyze/inspect"
	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
)

// side is a plan to compare or to explain.
type side struct {
	shown  string
	source input.Source
	// plan is open for reading; nil for a saved result.
	plan *wrap.Plan
	in   analyze.Input
	// known is what is known of the plan, and mapped where its bytes lie.
	known  compare.Side
	mapped result.Map
}

// openSide opens and judges a plan, or reads a saved result. What it returns has a name and is to be closed,
// also with an error.
func (a *app) openSide(ctx context.Context, s *settings, bar *progress, name string) (*side, error) {
	opened := &side{shown: input.DisplayName(name)}
	source, err := input.Open(ctx, name, input.Options{Stdin: a.stdin, Spooled: func(bytes int64) { bar.expect(bytes); bar.add(bytes) }})
	if err != nil {
		return opened, err
	}
	opened.source = source
	if !s.raw {
		if saved, err := opened.read(); saved || err != nil {
			return opened, err
		}
	}
	_, workers := s.share(1)
	if input.IsAddress(name) {
		workers = 1 // for the same reason as in examine
	}
	bar.expect(source.Size())
	return opened, opened.judge(ctx, s.analysis(workers, bar))
}

// read reads a saved result or a file of layers; false if the source is neither.
func (o *side) read() (saved bool, err error) {
	if saved, err = inspect.Is(o.source, o.source.Size()); saved && err == nil {
		layers, err := inspect.Read(io.NewSectionReader(o.source, 0, o.source.Size()))
		layers.From = o.shown
		o.known = compare.Side{Scan: result.Scan{File: o.shown, Findings: []result.Finding{}}, Layers: &layers, Known: compare.KnownLayers}
		o.known.Saved = o.shown
		return true, err
	}
	if err == nil {
		saved, err = compare.IsDocument(o.source, o.source.Size())
	}
	if saved && err == nil {
		o.known, err = compare.ReadDocument(o.source, o.source.Size())
		o.known.Saved = o.shown
	}
	return saved, err
}

// judge looks at the one plan of the source and leaves it open.
func (o *side) judge(ctx context.Context, options analyze.Options) error {
	in := inputOf(entry{shown: o.shown}, o.source)
	plans, err := analyze.Plans(ctx, in, options)
	if err != nil {
		return err
	}
	if len(plans) != 1 {
		for _, p := range plans {
			err = errors.Join(err, p.Close())
		}
		return errors.Join(fmt.Errorf("holds %d plans, and one is needed: unpack it and name the plan", len(plans)), err)
	}
	o.plan, o.in = &plans[0], in
	seen := analyze.ScanPlan(ctx, in, plans[0], options)
	o.known.Scan, o.mapped = seen.Scan, seen.Map
	return seen.Err
}

func (o *side) asPlan() compare.Plan { return compare.Plan{Reader: o.plan.Reader, Size: o.plan.Size} }

// close ends the use of a side. The error tells that what was seen is not there any more.
func (o *side) close() error {
	if o.source == nil {
		return nil
	}
	err := o.source.Changed()
	if o.plan != nil {
		err = errors.Join(err, o.plan.Close())
	}
	return errors.Join(err, o.source.Close())
}
