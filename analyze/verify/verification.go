package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// Options say how cases are judged.
type Options struct {
	// Bind has the name in B of tensors that have another one in A.
	Bind map[string]string
	// Constant names outputs of A that may be constant.
	Constant []string
	// Reference says what outputs should be; nil: that is not known.
	Reference Reference
}

// Verification compares two plans in any number of cases.
type Verification struct {
	options Options
	totals  []*total
	cases   []result.VerifyCase
}

// New returns a Verification without cases.
func New(o Options) *Verification { return &Verification{options: o} }

// Case begins a case. seeded is true if its inputs depend on the seed.
func (v *Verification) Case(of CaseOf, seeded bool) *Case {
	return &Case{v: v, number: len(v.cases), of: of, seeded: seeded}
}

// Add takes a case into account of which both plans' outputs are complete.
func (v *Verification) Add(c *Case) {
	for _, o := range c.outputs {
		t := v.total(o)
		t.b = o.b.Name
		t.tallies[sideA].add(c, o.observedA)
		t.tallies[sideB].add(c, o.observedB)
		if o.pair == nil {
			t.reshaped = true
			continue
		}
		t.merge(&o.pair.differences)
	}
	v.cases = append(v.cases, c.result())
}

// total is that of an output.
func (v *Verification) total(o *caseOutput) *total {
	i := slices.IndexFunc(v.totals, func(t *total) bool { return t.name == o.a.Name })
	if i < 0 {
		i = len(v.totals)
		v.totals = append(v.totals, newTotal(o.a.Name, o.dtype))
	}
	return v.totals[i]
}

// The sides of a verification.
const (
	sideA = 0
	sideB = 1
)

// against returns what compares blocks of an output with the reference, if there is one.
func (v *Verification) against(ctx context.Context, c *Case, side int, o *caseOutput, t Tensor) (func([]byte) error, error) {
	nothing := func([]byte) error { return nil }
	if v.options.Reference == nil || t.elements() == 0 {
		return nothing, nil
	}
	numbers, err := v.options.Reference.Output(ctx, Question{Case: c.number, Of: c.of, Inputs: c.inputTensors(), Output: o.a.Name, Shape: t.Shape})
	if errors.Is(err, ErrNoReference) {
		return nothing, nil
	} else if err != nil {
		return nil, fmt.Errorf("the reference of output %s: %w", o.a.Name, err)
	}
	a := &against{deviation: v.total(o).deviations[side], dtype: o.dtype, shape: t.Shape, number: c.number, left: t.elements(), numbers: numbers}
	c.open = append(c.open, numbers)
	return func(block []byte) error {
		if err := a.add(block); err != nil {
			return fmt.Errorf("the reference: %w", err)
		}
		return nil
	}, nil
}

// Cases are those added.
func (v *Verification) Cases() []result.VerifyCase { return v.cases }

// Outputs are the outputs over all cases, in A's order.
func (v *Verification) Outputs() []result.VerifyOutput {
	list := []result.VerifyOutput{}
	for _, t := range v.totals {
		list = append(list, t.result(slices.Contains(v.options.Constant, t.name)))
	}
	return list
}

// Outcome judges the outputs of two plans; unstable is true if one of them disagrees with itself. The first of
// these counts that there is: disagrees with itself, different, vacuous, equal.
func Outcome(outputs []result.VerifyOutput, unstable bool) result.VerifyOutcome {
	if unstable {
		return result.VerifyUnstable
	}
	for _, outcome := range []result.VerifyOutcome{result.VerifyDifferent, result.VerifyVacuous, result.VerifyEqual} {
		if slices.ContainsFunc(outputs, func(o result.VerifyOutput) bool { return o.Outcome == outcome }) {
			return outcome
		}
	}
	if len(outputs) == 0 {
		return result.VerifyVacuous
	}
	return result.VerifyExact
}

// Within tells whether outputs are bit-exact, equal, or at most some units in the last place apart in every
// element; vacuous ones are not.
func Within(outputs []result.VerifyOutput, maxULP uint64) bool {
	for _, o := range outputs {
		near := o.Different > 0 && o.NaNMismatch+o.InfinityMismatch == 0 && o.MaxULP != nil && *o.MaxULP <= maxULP
		if o.Outcome == result.VerifyVacuous || o.Outcome == result.VerifyDifferent && !near {
			return false
		}
	}
	return len(outputs) > 0
}
