package cli

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/analyze/verify"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
)

// checkNames refuses names on the command line that no tensor has, and plans whose tensors do not belong together.
func (v *verifier) checkNames(subjects [2]*subject) error {
	a := subjects[0]
	has := func(s *subject, mode, name string) bool {
		return slices.ContainsFunc(s.Bindings, func(b trt.Binding) bool { return (mode == "" || b.Mode == mode) && b.Name == name })
	}
	check := func(flag, mode string, names []string) error {
		slices.Sort(names)
		for _, name := range names {
			if !has(a, mode, name) {
				return usagef("--%s %s: A has no such %s; there are %s", flag, name, mode, bindingNames(a, mode))
			}
		}
		return nil
	}
	for name, other := range v.flags.bind {
		switch {
		case !has(a, "", name):
			return usagef("--bind %s=%s: A has no %s", name, other, name)
		case !has(subjects[1], "", other):
			return usagef("--bind %s=%s: B has no %s", name, other, other)
		}
	}
	if err := check("shape", trt.ModeInput, keys(v.flags.shapes)); err != nil {
		return err
	}
	if err := check("input-range", trt.ModeInput, keys(v.flags.ranges)); err != nil {
		return err
	}
	if err := check("constant", trt.ModeOutput, slices.Clone(v.flags.constant)); err != nil {
		return err
	}
	if v.flags.profile > 0 && v.flags.profile >= a.Profiles {
		return usagef("--profile %d: A has %d, counted from 0", v.flags.profile, a.Profiles)
	}
	_, err := verify.Bind(declared(a), declared(subjects[1]), v.flags.bind)
	return about(subjects[1].shown, err)
}

func keys[V any](of map[string]V) []string {
	var list []string
	for name := range of {
		list = append(list, name)
	}
	return list
}

// declared are the tensors of a plan before it runs.
func declared(s *subject) []verify.Tensor {
	var list []verify.Tensor
	for _, b := range s.Bindings {
		list = append(list, verify.Tensor{Name: b.Name, Input: b.Mode == trt.ModeInput, DType: b.DType, Shape: b.Shape})
	}
	return list
}

// result sums up.
func (c *comparison) result(cases []plannedCase) result.Verify {
	done := result.Verify{Plans: []result.VerifiedPlan{}, Ran: c.ran(cases), Inputs: []result.VerifyInput{}, Outputs: c.judge.Outputs(), Cases: c.judge.Cases()}
	unstable := false
	for _, s := range c.subjects {
		done.Plans = append(done.Plans, s.result())
		unstable = unstable || s.differing > 0
	}
	done.Outcome = verify.Outcome(done.Outputs, unstable)
	if limit := c.flags.maxULP; limit != nil {
		done.Allowed = &result.VerifyAllowed{MaxULP: *limit, Kept: !unstable && verify.Within(done.Outputs, *limit)}
	}
	for _, b := range c.subjects[0].Bindings {
		if b.Mode == trt.ModeInput {
			done.Inputs = append(done.Inputs, c.inputResult(b))
		}
	}
	done.NotChecked = c.notChecked(cases, done)
	return done
}

func (c *comparison) inputResult(b trt.Binding) result.VerifyInput {
	described := result.VerifyInput{Name: b.Name, B: c.flags.bind[b.Name], DType: b.DType, Source: "generated"}
	_, given := c.given.files[b.Name]
	switch {
	case given:
		described.Source = "file"
	case b.Host:
		described.Source = "profile"
	default:
		if limits, limited := c.rangeOf(b); limited {
			low, high := result.Real(limits.Low), result.Real(limits.High)
			described.Low, described.High = &low, &high
		}
	}
	return described
}

func (c *comparison) rangeOf(b trt.Binding) (tensor.Range, bool) {
	dtype, err := tensor.TypeOf(b.DType)
	if err != nil {
		return tensor.Range{}, false
	}
	return tensor.Recipe{Ranges: c.flags.ranges}.RangeOf(b.Name, dtype)
}

// notChecked lists what was left open.
func (c *comparison) notChecked(cases []plannedCase, done result.Verify) []result.NotChecked {
	list := []result.NotChecked{}
	add := func(what, format string, values ...any) {
		list = append(list, result.NotChecked{What: what, Why: fmt.Sprintf(format, values...)})
	}
	if c.flags.runs*c.flags.contexts == 1 {
		add("whether each plan agrees with itself", "each ran once for each input (--runs, --contexts)")
	}
	if len(done.Ran.Seeds) < 2 {
		add("whether outputs depend on inputs", "that takes two seeds of generated inputs")
	}
	for _, i := range done.Inputs {
		_, ranged := c.flags.ranges[i.Name]
		if dtype, err := tensor.TypeOf(i.DType); err == nil && !ranged && i.Source == "generated" && !dtype.IsFloat() && dtype.Bits() >= 32 {
			add("input "+i.Name, "only the numbers from 0 to 1 were tried, as larger ones could be no index (--input-range %s=LOW:HIGH)", i.Name)
		}
	}
	for _, s := range c.subjects {
		if s.omitted > 0 {
			add("where "+sideName(s.side)+" disagrees with itself", "%d more differences were seen and are not counted", s.omitted)
		}
		if s.Profiles > 1 && isDynamic(s) {
			add("other profiles", "%s has %d, and profile %d was run (--profile)", sideName(s.side), s.Profiles, c.flags.profile)
		}
	}
	if slices.ContainsFunc(cases, func(p plannedCase) bool { return p.of.Shape == "given" }) {
		add("other shapes", "one was given")
	}
	referenced := c.flags.reference+c.flags.ort != ""
	if !referenced {
		add("error against a reference", "none was given (--inputs and --reference, or --model and --ort)")
	}
	for _, o := range done.Outputs {
		if referenced && o.ReferenceA == nil {
			add("error of output "+o.Name, "the reference does not have it")
		}
	}
	return list
}
