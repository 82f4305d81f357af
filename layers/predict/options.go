package predict

import (
	"maps"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/fuse"
	"github.com/planlint/planlint/layers/law"
	"github.com/planlint/planlint/layers/shape"
)

// Options say what a prediction is for.
type Options struct {
	// Target is the version of TensorRT.
	Target string
	// Law replaces the laws that fit what is known, of which the first decides and the others say what is open.
	Law *law.Law
	// Pads takes the target for one that pads, whatever is known of it: a plan of it may say so.
	Pads bool
	// Level is the builder's optimization level; nil if it is not given.
	Level *int
	// Shapes of the model's inputs. One set pins them; three, the least, best and largest ones of an optimization
	// profile, leave dimensions free that differ.
	Shapes []map[string][]int64
	// At is the set of Shapes, from 0, that all sizes are of. Without it they are of the best shapes of a profile, and the
	// range goes from its least to its largest ones.
	At *int
}

// plan is what Options come down to.
type plan struct {
	target law.Target
	fusing fuse.Target
	laws   []law.Law
	// shapes are all that are known of the inputs, sized those that sizes are of.
	shapes, sized []map[string][]int64
	level         *int
	pads          bool
}

func (o Options) plan() (plan, error) {
	p := plan{shapes: o.Shapes, sized: o.Shapes, level: o.Level, pads: o.Pads}
	if o.At != nil {
		p.sized = o.Shapes[*o.At : *o.At+1]
	}
	var err error
	if o.Law != nil {
		p.laws = []law.Law{*o.Law}
	} else if p.laws, err = law.Known(); err != nil {
		return p, err
	}
	if p.target, err = law.TargetOf(o.Target); err != nil {
		return p, &TargetError{err}
	}
	if o.Law != nil && o.Law.Target == o.Target { // measured by who wrote the law
		p.target = law.Target{Version: o.Target, Pads: true, Source: o.Law.Source, Sure: true}
	}
	if p.fusing, err = fuse.TargetOf(o.Target); err != nil {
		return p, &TargetError{err}
	}
	return p, nil
}

// TargetError is about a target that is no version.
type TargetError struct{ error }

func (e *TargetError) Unwrap() error { return e.error }

// ExitCode is that of wrong usage.
func (*TargetError) ExitCode() int { return 2 }

// levelZero: issue 4841 saw no padding at this optimization level.
func (p plan) levelZero() bool { return p.level != nil && *p.level == 0 }

// may tells whether padding is expected, sure and possible at all.
func (p plan) may() (expected, sure, possible bool) {
	switch {
	case p.pads:
		return true, true, true
	case p.levelZero():
		return false, false, false
	}
	return p.target.Pads, p.target.Pads && p.target.Sure, p.target.Pads || !p.target.Sure
}

func (p plan) source() result.ShapeSource {
	switch len(p.shapes) {
	case 0:
		return result.ShapesOfModel
	case 1:
		return result.ShapesGiven
	}
	return result.ShapesOfProfile
}

// fixed are the shapes that stay the same in all sets; a builder knows no more when it fuses.
func (p plan) fixed() shape.Options {
	if len(p.shapes) == 0 {
		return shape.Options{}
	}
	fixed := map[string][]int64{}
	for name, first := range p.shapes[0] {
		if !slices.ContainsFunc(p.shapes, func(other map[string][]int64) bool { return !slices.Equal(first, other[name]) }) {
			fixed[name] = first
		}
	}
	return shape.Options{Inputs: maps.Clone(fixed)}
}
