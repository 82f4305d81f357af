package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Limits of what counts as known.
const (
	// Slack is how many bytes of zeros a plan may have beside its padding: alignment, weights of zeros.
	Slack = 64 << 10
	// MaxUncertainty is how far off a number may be because of that, in bytes per element: laws differ by 2 and more.
	MaxUncertainty = 0.5
	// maxGroups bounds time; no model has groups that grow in as many ways.
	maxGroups = 200
)

// Plan is what one plan shows: its bytes of zeros, and how many elements the output of each group has in it.
type Plan struct {
	Zeros    int64
	Elements []int64
}

// Reason says why the bytes per element of some groups are not known.
type Reason string

// The reasons.
const (
	// SameSize: the groups are as large in all plans, so what they take is part of what every plan has.
	SameSize Reason = "same-size"
	// Dependent: other groups, in sum, grow as these do, or there are more unknown numbers than plans.
	Dependent Reason = "dependent"
	// TooAlike: the plans differ so little, or are so small, that zeros of other kinds decide.
	TooAlike Reason = "too-alike"
)

// Estimate is about groups that grow alike from plan to plan, usually all of an image network: only what they
// take together can be known.
type Estimate struct {
	Groups []int
	// Elements are those of all groups together, for each plan.
	Elements []int64
	// BytesPerElement is the mean over the elements of all groups; it means nothing if there is a Reason.
	BytesPerElement float64
	// StandardError follows from what the fit leaves; NaN without more plans than unknown numbers.
	StandardError float64
	// Uncertainty is how far off BytesPerElement is at most if each plan has up to Slack zeros of other kinds.
	Uncertainty float64
	Reason      Reason
}

// Fit is what plans show together.
type Fit struct {
	Estimates []Estimate
	// Constant is what every plan has whatever its shapes, in bytes.
	Constant float64
	// Fitted is what the estimates say of each plan, in bytes.
	Fitted []float64
	// Freedom is how many plans there are beside those that the unknown numbers take.
	Freedom int
}

// Fits tells whether no plan's zeros are off by more than Slack.
func (f Fit) Fits(plans []Plan) bool {
	for i, p := range plans {
		if math.Abs(float64(p.Zeros)-f.Fitted[i]) > Slack {
			return false
		}
	}
	return true
}

// Of fits plans: zeros = constant + the sum over all groups of bytes per element x elements, in least squares, with no
// number negative. Groups without elements in any plan have no estimate.
func Of(plans []Plan) (Fit, error) {
	if len(plans) == 0 {
		return Fit{}, errors.New("there are no plans")
	}
	for _, p := range plans {
		if len(p.Elements) != len(plans[0].Elements) || p.Zeros < 0 || slices.ContainsFunc(p.Elements, func(n int64) bool { return n < 0 }) {
			return Fit{}, errors.New("the plans are not of one model")
		}
	}
	estimates := alike(plans)
	if len(estimates) > maxGroups {
		return Fit{}, fmt.Errorf("%d groups grow in different ways, and %d are the most", len(estimates), maxGroups)
	}
	// Unknown numbers: the constant, and one for each of the estimates that is no part of it.
	columns := [][]float64{slices.Repeat([]float64{1}, len(plans))}
	var unknown []*Estimate
	for i := range estimates {
		e := &estimates[i]
		if proportional(e.Elements, slices.Repeat([]int64{1}, len(plans))) {
			e.Reason = SameSize
			continue
		}
		column := make([]float64, len(plans))
		for j, n := range e.Elements {
			column[j] = float64(n)
		}
		columns, unknown = append(columns, column), append(unknown, e)
	}
	zeros := make([]float64, len(plans))
	for i, p := range plans {
		zeros[i] = float64(p.Zeros)
	}
	s, err := newSystem(columns, zeros)
	if err != nil {
		return Fit{}, err
	}
	numbers := s.solve()
	f := Fit{Estimates: estimates, Constant: numbers[0], Fitted: s.fitted(numbers), Freedom: len(plans) - s.rank}
	left := 0.0
	for i, fitted := range f.Fitted {
		left += (zeros[i] - fitted) * (zeros[i] - fitted)
	}
	for i, e := range unknown {
		e.BytesPerElement, e.StandardError = numbers[i+1], math.NaN()
		if f.Freedom > 0 {
			e.StandardError = math.Sqrt(left/float64(f.Freedom)) * mat.Norm(s.inverse.RowView(i+1), 2)
		}
		// Zeros of other kinds are from none to Slack; what all plans have of them is in the constant.
		e.Uncertainty = Slack / 2 * sumAbs(s.inverse.RawRowView(i+1))
		switch {
		case !s.determined(i + 1):
			e.Reason = Dependent
		case e.Uncertainty > MaxUncertainty:
			e.Reason = TooAlike
		}
	}
	return f, nil
}

func sumAbs(row []float64) float64 {
	sum := 0.0
	for _, n := range row {
		sum += math.Abs(n)
	}
	return sum
}
