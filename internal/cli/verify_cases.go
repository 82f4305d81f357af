package cli

import (
	"slices"
	"strings"

	"github.com/planlint/planlint/analyze/verify"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
)

// plannedCase is a case before it runs. Names are A's.
type plannedCase struct {
	of     verify.CaseOf
	seeded bool
	shapes map[string][]int64
	choice string // of the profile
}

// shapeChoice is a set of shapes of the inputs with free dimensions.
type shapeChoice struct {
	name, choice string
	shapes       map[string][]int64
}

// plan decides what is run.
func (v *verifier) plan(a *subject, given givenInputs) []plannedCase {
	var list []plannedCase
	for _, shapes := range v.shapeChoices(a, given) {
		for _, of := range v.numberChoices(a, given) {
			of.of.Shape = shapes.name
			list = append(list, plannedCase{of.of, of.seeded, shapes.shapes, shapes.choice})
		}
	}
	return list
}

// shapeChoices are those of the profile, without repetitions, or the given ones.
func (v *verifier) shapeChoices(a *subject, given givenInputs) []shapeChoice {
	if !isDynamic(a) {
		return []shapeChoice{{name: "static", choice: "opt"}}
	}
	if len(v.flags.shapes)+len(given.shapes) > 0 {
		return []shapeChoice{{"given", "opt", v.shapesOf(a, given, "opt")}}
	}
	var list []shapeChoice
	var seen []string
	for _, choice := range v.flags.selects {
		shapes := v.shapesOf(a, given, choice)
		if text := choiceText(a, v.flags.profile, shapes, choice); !slices.Contains(seen, text) {
			seen = append(seen, text)
			list = append(list, shapeChoice{choice, choice, shapes})
		}
	}
	return list
}

// isDynamic tells whether a plan has inputs whose shapes or values come from a profile.
func isDynamic(a *subject) bool {
	return slices.ContainsFunc(a.Bindings, func(b trt.Binding) bool {
		return b.Mode == trt.ModeInput && (slices.Contains(b.Shape, -1) || len(b.Values) > 0)
	})
}

// shapesOf are the shapes of all inputs with free dimensions, as far as they are known.
func (v *verifier) shapesOf(a *subject, given givenInputs, choice string) map[string][]int64 {
	shapes := map[string][]int64{}
	for _, b := range a.Bindings {
		if b.Mode != trt.ModeInput || !slices.Contains(b.Shape, -1) {
			continue
		}
		if shape, known := v.flags.shapes[b.Name]; known {
			shapes[b.Name] = shape
		} else if shape, known := given.shapes[b.Name]; known {
			shapes[b.Name] = shape
		} else if v.flags.profile < len(b.Shapes) {
			shapes[b.Name] = chosen(b.Shapes[v.flags.profile], choice)
		}
	}
	return shapes
}

func chosen(r trt.Range, choice string) []int64 {
	switch choice {
	case "min":
		return r.Min
	case "max":
		return r.Max
	}
	return r.Opt
}

// choiceText is the same for choices that are.
func choiceText(a *subject, profile int, shapes map[string][]int64, choice string) string {
	var text strings.Builder
	for _, b := range a.Bindings {
		if shape, free := shapes[b.Name]; free {
			text.WriteString(trt.ShapeText(shape) + ";")
		}
		if profile < len(b.Values) {
			text.WriteString(trt.ShapeText(chosen(b.Values[profile], choice)) + ";")
		}
	}
	return text.String()
}

// numbers are the distribution and the seed of a case.
type numbers struct {
	of     verify.CaseOf
	seeded bool
}

// filesOnly is the distribution of cases in which nothing is generated.
const filesOnly = "given"

// numberChoices are the distributions and seeds that make a difference for the inputs that are generated.
func (v *verifier) numberChoices(a *subject, given givenInputs) []numbers {
	generated, floating := generatedInputs(a, given)
	if !generated {
		return []numbers{{of: verify.CaseOf{Distribution: filesOnly}}}
	}
	var list []numbers
	random := false // whole numbers know one random distribution
	for _, distribution := range v.flags.distributions {
		if distribution == "zeros" || distribution == "ramp" {
			list = append(list, numbers{of: verify.CaseOf{Distribution: distribution}})
			continue
		}
		if random && !floating {
			continue
		}
		random = true
		for _, seed := range v.flags.seeds {
			list = append(list, numbers{verify.CaseOf{Distribution: distribution, Seed: seed}, true})
		}
	}
	return list
}

// generatedInputs tells whether there are inputs to generate, and whether some are of a floating-point type.
func generatedInputs(a *subject, given givenInputs) (some, floating bool) {
	for _, b := range a.Bindings {
		if _, known := given.files[b.Name]; b.Mode != trt.ModeInput || b.Host || known {
			continue
		}
		some = true
		if dtype, err := tensor.TypeOf(b.DType); err == nil && dtype.IsFloat() {
			floating = true
		}
	}
	return some, floating
}

// ran sums up the cases.
func (v *verifier) ran(cases []plannedCase) result.VerifyRan {
	r := result.VerifyRan{Shapes: []string{}, Distributions: []string{}, Seeds: []uint64{}, Profile: v.flags.profile, Runs: int(v.flags.runs), Contexts: int(v.flags.contexts)}
	for _, c := range cases {
		if !slices.Contains(r.Shapes, c.of.Shape) {
			r.Shapes = append(r.Shapes, c.of.Shape)
		}
		if !slices.Contains(r.Distributions, c.of.Distribution) {
			r.Distributions = append(r.Distributions, c.of.Distribution)
		}
		if c.seeded && !slices.Contains(r.Seeds, c.of.Seed) {
			r.Seeds = append(r.Seeds, c.of.Seed)
		}
	}
	return r
}

// bindingNames lists the inputs or outputs of a plan.
func bindingNames(a *subject, mode string) string {
	var names []string
	for _, b := range a.Bindings {
		if b.Mode == mode {
			names = append(names, b.Name)
		}
	}
	if names == nil {
		return "there are none"
	}
	return strings.Join(names, ", ")
}
