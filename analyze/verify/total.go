package verify

import (
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
)

// total is an output over all cases.
type total struct {
	name, b string
	dtype   tensor.Type
	differences
	reshaped   bool // the plans gave it other shapes
	tallies    [2]*tally
	deviations [2]*deviation
}

func newTotal(name string, dtype tensor.Type) *total {
	return &total{name: name, dtype: dtype, tallies: [2]*tally{newTally(), newTally()}, deviations: [2]*deviation{{}, {}}}
}

func (t *total) result(mayBeConstant bool) result.VerifyOutput {
	described := result.VerifyOutput{
		Name: t.name, DType: t.dtype.Name(), Outcome: t.outcome(), Differences: t.differences.result(),
		Worst: t.worst, WorstULP: t.worstULP, First: t.first,
		VacuousA: t.tallies[sideA].vacuity(), VacuousB: t.tallies[sideB].vacuity(),
		ReferenceA: t.deviations[sideA].result(), ReferenceB: t.deviations[sideB].result(),
	}
	if t.b != t.name {
		described.B = t.b
	}
	vacuous := described.VacuousA != "" || described.VacuousB != ""
	switch {
	case t.reshaped:
		described.Outcome = result.VerifyDifferent
	case vacuous && !mayBeConstant && described.Outcome != result.VerifyDifferent:
		described.Outcome = result.VerifyVacuous
	}
	return described
}

// tally is what an output of one plan looks like in all cases.
type tally struct {
	elements, zeros, nans int64
	first                 uint64
	varied                bool
	// digests has those of cases that have nothing but the seed apart.
	digests map[group][]string
}

// group is what cases have in common that have nothing but the seed apart.
type group struct{ shape, distribution string }

func newTally() *tally { return &tally{digests: map[group][]string{}} }

func (t *tally) add(c *Case, o *observer) {
	if o.elements > 0 {
		if t.elements == 0 {
			t.first = o.first
		}
		t.varied = t.varied || o.varied || o.first != t.first
	}
	t.elements += o.elements
	t.zeros += o.classes[tensor.Zero]
	t.nans += o.classes[tensor.NaN]
	if c.seeded {
		g := group{c.of.Shape, c.of.Distribution}
		t.digests[g] = append(t.digests[g], o.result().SHA256)
	}
}

// vacuity says why nothing is proven, in words from the most special.
func (t *tally) vacuity() result.Vacuity {
	switch {
	case t.elements == 0:
		return result.VacuousEmpty
	case t.zeros == t.elements:
		return result.VacuousZero
	case t.nans == t.elements:
		return result.VacuousNaN
	case !t.varied && t.elements > 1:
		return result.VacuousConstant
	case t.independent():
		return result.VacuousIndependent
	}
	return ""
}

// independent is true if two seeds or more were tried and none ever made a difference.
func (t *tally) independent() bool {
	tried := false
	for _, digests := range t.digests {
		if len(digests) < 2 {
			continue
		}
		tried = true
		if slices.ContainsFunc(digests[1:], func(d string) bool { return d != digests[0] }) {
			return false
		}
	}
	return tried
}
