package prove

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/rewrite"
	"github.com/planlint/planlint/layers/shape"
)

// distributions are the inputs that every move is computed with: usual numbers, which have to show a difference, and
// numbers at the edges of the type: zeros of both signs, denormal and infinite ones, NaN.
var distributions = []string{"normal", "specials", "large", "denormals"}

// Oracle computes every move of a model before and after, in the type that the model has there. shapes are those of a
// prediction; values that are too large, or free, are computed in a smaller size.
func Oracle(ctx context.Context, m *onnx.Model, steps []rewrite.Step, shapes shape.Shapes) (result.FixCheck, error) {
	o := &oracle{ctx: ctx, shapes: shapes, check: result.FixCheck{Kind: result.FixOracle, Title: "planlint's interpreter, which rounds after every operation", Types: []string{}, Sizes: []string{}}}
	if err := o.all(m, steps, false); err != nil {
		return o.check, err
	}
	if o.degenerate > 0 {
		replaced, err := Distinct(ctx, m, false)
		if err != nil {
			return o.check, err
		}
		o.check.Replaced = replaced.Count
		if err := o.all(replaced.Model, steps, true); err != nil {
			return o.check, err
		}
	}
	for _, shown := range o.shown {
		if !shown {
			o.check.Vacuous++
		}
	}
	Conclude(&o.check)
	return o.check, nil
}

// Conclude judges a comparison: it proves something only if it saw every mutant, and values that differ from each other.
func Conclude(c *result.FixCheck) {
	switch {
	case c.Verdict != "":
	case c.Differing > 0:
		c.Verdict, c.Why = result.FixDiffers, fmt.Sprintf("%d of %d elements differ", c.Differing, c.Compared)
	case c.Compared == 0 || c.Vacuous > 0:
		c.Verdict, c.Why = result.FixVacuous, "the results are all the same, or not even numbers: two models that differ could make them too"
	case c.Caught < c.Mutants || c.Mutants == 0:
		c.Verdict, c.Why = result.FixVacuous, fmt.Sprintf("it saw only %d of %d models with a wrong permutation", c.Caught, c.Mutants)
	default:
		c.Verdict = result.FixEqual
	}
}

type oracle struct {
	ctx    context.Context
	shapes shape.Shapes
	check  result.FixCheck
	// shown tells of every step whether some numbers that it made differ from each other.
	shown []bool
	// degenerate counts constants that would not show a wrong order.
	degenerate int
}

// all makes the steps again, and compares each. With replaced constants a move may be refused that is only right for those
// of the model; then it is compared with these alone.
func (o *oracle) all(m *onnx.Model, steps []rewrite.Step, replaced bool) error {
	if !replaced {
		found, err := Distinct(o.ctx, m, false)
		if err != nil {
			return err
		}
		o.degenerate, o.shown = found.Count, make([]bool, len(steps))
	}
	for i, step := range steps {
		after := m.Clone()
		move, err := rewrite.Apply(o.ctx, after, step)
		var refusal *rewrite.Refusal
		if replaced && errors.As(err, &refusal) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := o.move(m, after, move, i); err != nil {
			return err
		}
		m = after
	}
	return nil
}

// move compares one move, in the first of some sizes in which it can be computed.
func (o *oracle) move(before, after *onnx.Model, move *rewrite.Move, step int) error {
	known, err := shape.Infer(o.ctx, before, shape.Options{Inputs: o.shapes})
	if err != nil {
		return err
	}
	var failure error
	all, real := sizes(known, before, move.Sources)
	for _, size := range all {
		failure = o.at(before, after, move, known, size, real, step)
		var unsupported *interpret.UnsupportedError
		if failure == nil || o.ctx.Err() != nil {
			return failure
		}
		if errors.As(failure, &unsupported) && size.whole {
			break
		}
	}
	o.check.Verdict, o.check.Why = result.FixNotChecked, fmt.Sprintf("%s: %v", move.Over, failure)
	return nil
}

// limit is how many elements a value may have that is computed.
const limit = 1 << 24

func (o *oracle) at(before, after *onnx.Model, move *rewrite.Move, known *shape.Result, size size, real string, step int) error {
	mutants, err := Mutants(o.ctx, before, after, move)
	if err != nil {
		return err
	}
	first, second := interpret.NewGraph(before, limit), interpret.NewGraph(after, limit)
	var rivals []*rival
	for _, m := range mutants {
		rivals = append(rivals, newRival(m))
	}
	check, shown := o.check, o.shown[step]
	check.Types, check.Sizes = slices.Clone(check.Types), slices.Clone(check.Sizes)
	inputs := distributions
	if size.elements() > 1<<20 { // which takes long enough
		inputs = inputs[:2]
	}
	for _, distribution := range inputs {
		given := map[string]*interpret.Tensor{}
		for i, name := range move.Sources {
			t, err := filled(name, known.Value(before.Graph, name).Type, size.dims[i], distribution)
			if err != nil {
				return err
			}
			given[name] = t
			if kind := t.Type.String(); !slices.Contains(check.Types, kind) {
				check.Types = append(check.Types, kind)
			}
		}
		for _, name := range move.Numbers {
			v := known.Value(before.Graph, name)
			t, err := filled(name, v.Type, slices.Repeat([]int64{1}, len(v.Shape)), distribution)
			if err != nil {
				return err
			}
			given[name] = t
		}
		a, err := first.Run(o.ctx, given, move.Results...)
		if err != nil {
			return err
		}
		b, err := second.Run(o.ctx, given, move.Results...)
		if err != nil {
			return err
		}
		compared, differing, distinct := compare(a, b)
		check.Compared, check.Differing = check.Compared+compared, check.Differing+differing
		shown = shown || distribution == distributions[0] && distinct > 1
		for _, r := range rivals {
			if err := r.run(o.ctx, given, move.Results, a); err != nil {
				return err
			}
		}
	}
	check.Parts++
	check.Cases += len(inputs)
	for _, r := range rivals {
		if !r.shows {
			continue
		}
		if check.Mutants++; r.caught {
			check.Caught++
		}
	}
	if !size.whole {
		if text := fmt.Sprintf("%s over %s instead of %s", move.Over, size.text(), real); !slices.Contains(check.Sizes, text) {
			check.Sizes = append(check.Sizes, text)
		}
	}
	o.check, o.shown[step] = check, shown
	return nil
}
