package cli

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/planlint/planlint/analyze/fit"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/law"
)

// fit fits what the model says to the zeros of plans: all groups that are predicted to stay alone, or, where these do not
// fit, all that may.
func (x *explainer) fit(ctx context.Context, plans []fitPlan) (result.Fit, error) {
	options := x.options
	if !x.fixed {
		for _, p := range plans {
			if p.Version != plans[0].Version {
				return result.Fit{}, usagef("the plans are of TensorRT %s and %s: --target names the one whose fusion to predict", plans[0].Version, p.Version)
			}
		}
		if _, err := law.TargetOf(plans[0].Version); err == nil {
			options.Target = plans[0].Version
		}
	}
	f := fitting{made: result.Fit{Model: x.name, Target: options.Target}, plans: plans, at: map[string]int{}}
	for i, p := range plans {
		if len(p.shapes) > 0 {
			options.Shapes = []map[string][]int64{p.shapes}
		} else {
			options.Shapes = nil
		}
		predicted, err := predictions(ctx, x.model, options)
		if isUsage(err) {
			return result.Fit{}, usagef("%s at the shapes of %s: %v", x.name, p.File, err)
		}
		if err != nil {
			return result.Fit{}, err
		}
		for _, p := range predicted {
			f.take(i, p.Predict)
		}
	}
	alone, err := f.fit(false)
	if err != nil || alone.Fits {
		return alone, err
	}
	if may, err := f.fit(true); err == nil && may.Fits && len(may.Groups) > len(alone.Groups) {
		return may, nil
	}
	return alone, nil
}

// fitting collects what is known of the groups in each plan.
type fitting struct {
	made   result.Fit
	plans  []fitPlan
	groups []fitGroup
	// at finds groups by what they are called.
	at map[string]int
	// laws are in the order in which they were met.
	laws []string
}

// fitGroup is a group in all plans.
type fitGroup struct {
	result.FitGroup
	// alone tells in which plans it is predicted to stay alone.
	alone []bool
	// padding is what laws say, in bytes for each plan; nil where a law says nothing.
	padding map[string][]*int64
}

// take adds what a law says of the groups at the shapes of a plan. A group that some plan has not, or not alone, has no
// elements there.
func (f *fitting) take(plan int, p result.Predict) {
	if !slices.Contains(f.laws, p.Law.Name) {
		f.laws = append(f.laws, p.Law.Name)
	}
	f.made.LowerBound = f.made.LowerBound || p.LowerBound
	for _, g := range p.Groups {
		if !g.AloneMax || g.Shape == nil {
			continue
		}
		elements := int64(1)
		for _, d := range g.Shape {
			elements *= d // predict has counted them
		}
		key := fmt.Sprintf("%q %q %q", g.Body, g.Output, g.Nodes)
		at, known := f.at[key]
		if !known {
			at = len(f.groups)
			f.at[key] = at
			f.groups = append(f.groups, fitGroup{alone: make([]bool, len(f.plans)), padding: map[string][]*int64{},
				FitGroup: result.FitGroup{Nodes: g.Nodes, Ops: g.Ops, Body: g.Body, Output: g.Output, DType: g.DType, Elements: make([]int64, len(f.plans))}})
		}
		of := &f.groups[at]
		of.Elements[plan], of.alone[plan], of.Alone = elements, g.Alone, of.Alone || g.Alone
		if of.padding[p.Law.Name] == nil {
			of.padding[p.Law.Name] = make([]*int64, len(f.plans))
		}
		of.padding[p.Law.Name][plan] = g.PaddingBytesMax // by one law at one shape: what the group adds if it is alone
	}
}

// fit fits the groups that stay alone, or those that may too.
func (f *fitting) fit(may bool) (result.Fit, error) {
	made := f.made
	made.MayBeAlone, made.Groups, made.Estimates, made.Plans = may, []result.FitGroup{}, []result.FitEstimate{}, []result.FitPlan{}
	var chosen []fitGroup
	for _, g := range f.groups {
		if may || g.Alone {
			g.Elements = slices.Clone(g.Elements)
			for i, alone := range g.alone {
				if !alone && !may {
					g.Elements[i] = 0
				}
			}
			chosen, made.Groups = append(chosen, g), append(made.Groups, g.FitGroup)
		}
	}
	observed := make([]fit.Plan, len(f.plans))
	for i, p := range f.plans {
		observed[i] = fit.Plan{Zeros: p.ZeroBytes}
		for _, g := range chosen {
			observed[i].Elements = append(observed[i].Elements, g.Elements[i])
		}
	}
	fitted, err := fit.Of(observed)
	if err != nil {
		return made, err
	}
	made.ConstantBytes, made.Freedom, made.Fits = int64(math.Round(fitted.Constant)), fitted.Freedom, fitted.Fits(observed)
	for i, p := range f.plans {
		p.FittedBytes = int64(math.Round(fitted.Fitted[i]))
		p.ResidualBytes = result.Delta(p.ZeroBytes - p.FittedBytes)
		made.Plans = append(made.Plans, p.FitPlan)
	}
	for _, e := range fitted.Estimates {
		made.Estimates = append(made.Estimates, f.estimate(e, chosen, fitted))
	}
	return made, nil
}

// estimate puts an estimate into words and compares it with the laws.
func (f *fitting) estimate(e fit.Estimate, groups []fitGroup, fitted fit.Fit) result.FitEstimate {
	made := result.FitEstimate{Groups: e.Groups, Laws: []result.FitLaw{}}
	sure := 0.0
	switch e.Reason {
	case "":
		made.BytesPerElement, made.Uncertainty = rounded(e.BytesPerElement), rounded(e.Uncertainty)
		sure = e.Uncertainty + 1e-6
		if !math.IsNaN(e.StandardError) {
			made.StandardError = rounded(e.StandardError)
			sure += 2 * e.StandardError
		}
	case fit.SameSize:
		made.Undetermined = result.FitSameSize
		made.Why = "as large in all plans, so that its padding is in what every plan has: add a plan at other shapes"
	case fit.TooAlike:
		made.Undetermined = result.FitTooAlike
		made.Why = fmt.Sprintf("64 KiB of other zeros in a plan would change it by up to %.3g: add a plan at much larger or other shapes", e.Uncertainty)
	default:
		made.Undetermined = result.FitDependent
		made.Why = fmt.Sprintf("%d plans do not tell %d unknown numbers apart: add plans in which other dimensions differ", len(f.plans), len(fitted.Estimates)+1)
	}
	for _, name := range f.laws {
		bytes, elements, says := 0.0, 0.0, true
		for _, i := range e.Groups {
			g := groups[i]
			for plan, n := range g.Elements {
				if n == 0 {
					continue
				}
				padding := g.padding[name][plan]
				if says = says && padding != nil; says {
					bytes, elements = bytes+float64(*padding), elements+float64(n)
				}
			}
		}
		if !says {
			continue
		}
		by := result.FitLaw{Name: name, BytesPerElement: *rounded(bytes / elements)}
		if e.Reason == "" {
			by.Fits = new(math.Abs(e.BytesPerElement-float64(by.BytesPerElement)) <= sure)
		}
		made.Laws = append(made.Laws, by)
	}
	return made
}

// rounded drops what differs between processors.
func rounded(n float64) *result.Average { return new(result.Average(math.Round(n*1e6) / 1e6)) }
