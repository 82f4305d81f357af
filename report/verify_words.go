package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// sideNames are how the two plans of a verification are called.
var sideNames = [...]string{"A", "B"}

// verifyWord is how text prints an outcome.
func verifyWord(outcome result.VerifyOutcome) string {
	return strings.ToUpper(strings.ReplaceAll(string(outcome), "-with-", " with "))
}

// verifyMeaning says in a line what an outcome means for the two plans.
func verifyMeaning(v result.Verify) string {
	switch v.Outcome {
	case result.VerifyExact:
		return "plan-exact: both plans gave the same bits for all that was run"
	case result.VerifyEqual:
		return "the same numbers, but not the same bits: zeros of two signs, or NaN of other bits"
	case result.VerifyDifferent:
		return "the plans do not compute the same"
	case result.VerifyVacuous:
		return "nothing differs, but this proves nothing: " + vacuousOutputs(v)
	case result.VerifyUnstable:
		return "run again on the same inputs, " + unstablePlans(v) + " gave other bits, so A and B cannot be told apart bit by bit"
	}
	return string(v.Outcome)
}

// allowedText says whether outputs are as near as they have to be.
func allowedText(a result.VerifyAllowed) string {
	text := "up to " + unsigned(a.MaxULP) + " ULP: "
	if a.Kept {
		return text + "kept"
	}
	return text + "not kept"
}

func unstablePlans(v result.Verify) string {
	var names []string
	for i, plan := range v.Plans {
		if plan.Differing > 0 && i < len(sideNames) {
			names = append(names, sideNames[i])
		}
	}
	return strings.Join(names, " and ")
}

func vacuousOutputs(v result.Verify) string {
	var names []string
	for _, o := range v.Outputs {
		if o.Outcome == result.VerifyVacuous {
			names = append(names, o.Name)
		}
	}
	switch {
	case len(names) == 0:
		return "there are no outputs"
	case len(names) > 3:
		return fmt.Sprintf("%s and %d other outputs", strings.Join(names[:3], ", "), len(names)-3)
	}
	return plural(len(names), "output ", "outputs ") + strings.Join(names, ", ")
}

// vacuityText says why an output proves nothing.
func vacuityText(v result.Vacuity) string {
	switch v {
	case result.VacuousZero:
		return "every element is zero, in all cases"
	case result.VacuousNaN:
		return "every element is NaN, in all cases"
	case result.VacuousConstant:
		return "every element has the same bits, in all cases"
	case result.VacuousIndependent:
		return "its bits do not depend on the seed of the inputs"
	case result.VacuousEmpty:
		return "it has no elements"
	}
	return string(v)
}

// vacuousLines name the outputs that prove nothing of a plan, and why.
func vacuousLines(v result.Verify) []string {
	var lines []string
	for _, o := range v.Outputs {
		switch {
		case o.VacuousA != "" && o.VacuousA == o.VacuousB:
			lines = append(lines, o.Name+" of A and B: "+vacuityText(o.VacuousA))
			continue
		case o.VacuousA != "":
			lines = append(lines, o.Name+" of A: "+vacuityText(o.VacuousA))
		}
		if o.VacuousB != "" {
			lines = append(lines, outputB(o)+" of B: "+vacuityText(o.VacuousB))
		}
	}
	return lines
}

func outputB(o result.VerifyOutput) string {
	if o.B != "" {
		return o.B
	}
	return o.Name
}

// planLine says what a plan is and what ran it.
func planLine(p result.VerifiedPlan) string {
	text := p.File + ", " + bytesAndSize(p.Size)
	if p.Version != "" {
		text += ", built by " + familyName(p.Family) + " " + p.Version
	}
	text += "; run by " + runtimeName(p.Runtime)
	if p.GPU != "" {
		text += " on " + p.GPU
	}
	return text
}

func runtimeName(r result.VerifyRuntime) string { return familyName(r.Family) + " " + r.Version }

// inputLine says where an input's numbers came from.
func inputLine(i result.VerifyInput, shapes []string) string {
	text := i.Name
	if i.B != "" {
		text += " (in B: " + i.B + ")"
	}
	text += ", " + i.DType
	if shapes != nil {
		text += " " + strings.Join(shapes, ", ")
	}
	text += ": "
	switch i.Source {
	case "file":
		return text + "from a file"
	case "profile":
		return text + "a shape, from the profile"
	}
	text += "generated"
	if i.Low != nil && i.High != nil {
		text += " from " + realText(*i.Low) + " to " + realText(*i.High)
	}
	return text
}

// ranLine says how much was run.
func ranLine(v result.Verify) string {
	r := v.Ran
	cases := len(v.Cases)
	text := fmt.Sprintf("%d %s", cases, plural(cases, "case", "cases"))
	if cases > 1 || len(r.Shapes)+len(r.Distributions)+len(r.Seeds) > 0 {
		text += ": " + list("shape", r.Shapes) + "; " + list("distribution", r.Distributions)
		if len(r.Seeds) > 0 {
			seeds := make([]string, len(r.Seeds))
			for i, seed := range r.Seeds {
				seeds[i] = strconv.FormatUint(seed, 10)
			}
			text += "; " + list("seed", seeds)
		}
	}
	return text
}

// list names a few things, after what they are.
func list(what string, names []string) string {
	if len(names) == 1 {
		return what + " " + names[0]
	}
	return what + "s " + strings.Join(names, ", ")
}

// timesLine says how often each plan ran in each case.
func timesLine(r result.VerifyRan) string {
	return fmt.Sprintf("%s %s in each of %d %s, in each case, for each plan", units.FormatBytes(int64(r.Runs)), plural(r.Runs, "time", "times"),
		r.Contexts, plural(r.Contexts, "context", "contexts"))
}

// realText rounds to three digits.
func realText(x result.Real) string {
	if whole := int64(x); result.Real(whole) == x && whole > -1e15 && whole < 1e15 {
		return units.FormatBytes(whole)
	}
	return strconv.FormatFloat(float64(x), 'g', 3, 64)
}

func optionalReal(x *result.Real) string {
	if x == nil {
		return ""
	}
	return realText(*x)
}

func unsigned(x uint64) string {
	if x < 1<<63 {
		return units.FormatBytes(int64(x))
	}
	return strconv.FormatUint(x, 10)
}

func optionalUnsigned(x *uint64) string {
	if x == nil {
		return ""
	}
	return unsigned(*x)
}

// caseText names a case.
func caseText(v result.Verify, number int) string {
	if number < 0 || number >= len(v.Cases) {
		return "case " + strconv.Itoa(number)
	}
	c := v.Cases[number]
	text := c.Shape + ", " + c.Distribution
	if c.Seed != nil {
		text += ", seed " + strconv.FormatUint(*c.Seed, 10)
	}
	return text
}

// indexText writes coordinates.
func indexText(index []int64) string {
	parts := make([]string, len(index))
	for i, n := range index {
		parts[i] = strconv.FormatInt(n, 10)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// shapeText writes a shape as 1x64x8x8.
func shapeText(shape []int64) string {
	if len(shape) == 0 {
		return "scalar"
	}
	return strings.ReplaceAll(strings.Trim(indexText(shape), "[]"), ",", "x")
}

// pairText describes an element of both plans.
func pairText(v result.Verify, p result.ElementPair) string {
	text := fmt.Sprintf("%s: A %s (%s), B %s (%s)", indexText(p.Index), p.A, p.ABits, p.B, p.BBits)
	if p.ULP != nil {
		text += ", " + unsigned(*p.ULP) + " ULP"
	}
	if p.Absolute != nil {
		text += ", error " + realText(*p.Absolute)
	}
	return text + " (" + caseText(v, p.Case) + ")"
}
