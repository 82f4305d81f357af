package gate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// The rules of gate. Their pages are with those of package analyze.
const (
	ruleVersion  = "PL106"
	ruleSM       = "PL107"
	ruleMax      = "PL301"
	ruleGrowth   = "PL302"
	ruleDrift    = "PL303"
	ruleRun      = "PL304"
	ruleRatio    = "PL305"
	ruleSections = "PL306"
	ruleNew      = "PL307"
	ruleStale    = "PL308"
	ruleAllow    = "PL309"
	ruleSettings = "PL310"
	ruleRanks    = "PL311"
	ruleOutlier  = "PL312"
	ruleStripped = "PL313"
)

// judged is a plan on its way through the budgets.
type judged struct {
	*evaluation
	plan   Plan
	limits Limits
	facts  result.BaselineFacts
	// entry is what the plan is compared with, nil if there is nothing; against says what that is.
	entry   *result.BaselineEntry
	against string
	// other is an entry for another GPU; growth cannot be measured from it.
	other  *result.BaselineEntry
	spread Measured
}

// Plan judges a plan by its limits, which are those of Limits.
func (j *Judge) Plan(p Plan, limits Limits) result.Gate {
	own := p.Entry(j.Label)
	key := KeyOf(own)
	e := &judged{evaluation: j.evaluation(result.GatePlan, p.Subject, key), plan: p, limits: limits, facts: own.BaselineFacts}
	e.size, e.result.Size, e.result.PackedSize = own.Size, own.Size, own.PackedSize
	e.compareWith(key)
	e.measure()
	if m := limits.Max; m != nil {
		e.most(result.BudgetMax, *m, own.Size)
	}
	e.growth()
	e.longestRun()
	e.ratio()
	e.words()
	e.scan()
	e.stripped()
	e.causes()
	e.result.NotChecked = append(append(e.result.NotChecked, p.NotChecked...), notChecked(p.Scan.NotChecked)...)
	return e.finish()
}

// notChecked leaves out what a gate does not ask for.
func notChecked(list []result.NotChecked) []result.NotChecked {
	return slices.DeleteFunc(slices.Clone(list), func(n result.NotChecked) bool {
		return n.What == "model" || n.What == "kernels" || n.What == "engine's values"
	})
}

// compareWith finds what the plan is compared with, and says if it has no entry of its own.
func (e *judged) compareWith(key Key) {
	b := e.judge.Baseline
	if b == nil {
		e.skip("growth", e.judge.NoBaseline)
		return
	}
	if e.entry = b.find(key); e.entry != nil {
		e.against = "baseline"
		return
	}
	message := "no entry in the baseline for " + key.String()
	if before := b.predecessor(key, e.plan.Member); before != nil {
		e.entry = before
		of := "TensorRT " + before.Version
		if before.Path != key.Path {
			of = before.Path
		}
		e.against = "baseline, " + of
		message += "; compared with that of " + of
	} else if other := b.elsewhere(key); other != nil {
		e.other = other
		message += fmt.Sprintf("; there is one for %s, and sizes for two GPUs cannot be compared", cmp.Or(textOf("SM ", other.SM), "a plan that does not say its GPU"))
	}
	check := result.GateCheck{Budget: result.BudgetNew, Source: "baseline", Crossed: true, Message: message + "; planlint baseline update adds one"}
	level := result.LevelError
	if e.judge.AllowNew {
		check.Source, level = "--allow-new", result.LevelNote
	}
	e.check(check, result.Finding{Rule: ruleNew, Level: level})
}

func textOf(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// measure takes the largest spread that is known.
func (e *judged) measure() {
	if s := e.limits.Spread; s != nil && s.File == "" {
		e.spread = Measured{s.Bytes, s.Source}
	}
	if s := e.plan.Spread; s != nil && s.Bytes > e.spread.Bytes {
		e.spread = *s
	}
	if e.entry != nil && e.entry.Spread != nil && *e.entry.Spread > e.spread.Bytes {
		e.spread = Measured{*e.entry.Spread, "baseline"}
	}
}

// most judges a size by a number of bytes.
func (e *evaluation) most(budget result.GateBudget, most Bytes, actual int64) {
	message := fmt.Sprintf("%s of %s allowed", inBytes(actual), inBytes(most.Limit))
	if actual > most.Limit {
		message = fmt.Sprintf("%s, %s more than the %s allowed", inBytes(actual), units.FormatBytes(actual-most.Limit), inBytes(most.Limit))
	}
	e.bytes(result.GateCheck{Budget: budget, Source: most.Source, Message: message}, most.Limit, actual, ruleMax)
}

// growth compares with the baseline and with its anchor.
func (e *judged) growth() {
	if e.entry == nil {
		if e.judge.Baseline != nil {
			e.skip("growth", "the baseline has nothing to compare with")
		}
		return
	}
	e.grown(result.BudgetGrowth, *e.limits.Growth, e.against, e.entry.Size, e.spread, ruleGrowth)
	drift := e.limits.drift(e.entry.Anchor.Size)
	if e.entry.Anchor.Size == e.entry.Size && drift.atLeast(*e.limits.Growth, e.entry.Size) {
		return // the entry is the anchor, and growth says it all
	}
	e.grown(result.BudgetDrift, drift, "anchor"+since(e.entry.Anchor), e.entry.Anchor.Size, e.spread, ruleDrift)
}

func since(a result.BaselineAnchor) string { return textOf(" of ", a.Since) }

// grown judges by how much the size is above a base.
func (e *evaluation) grown(budget result.GateBudget, g Growth, against string, base int64, spread Measured, rule string) {
	if g.Off {
		e.skip(string(budget), "switched off in "+g.Source)
		return
	}
	limit, without := g.limit(base, spread.Bytes), g.limit(base, 0)
	check := result.GateCheck{Budget: budget, Source: g.Source, Against: against, Base: &base, Percent: percent(e.size, base)}
	how := "the same size as"
	switch {
	case e.size > base:
		how = units.FormatBytes(e.size-base) + " bytes (" + change(e.size, base, limit) + ") above"
	case e.size < base:
		how = units.FormatBytes(base-e.size) + " bytes (" + change(e.size, base, limit) + ") below"
	}
	check.Message = fmt.Sprintf("%s %s of the %s; more than %s is too much: at most %s", how, inBytes(base), against, g, inBytes(limit))
	if spread.Bytes > 0 {
		check.Spread = &spread.Bytes
		if e.size > without && e.size <= limit {
			check.Message += fmt.Sprintf("; inside the %s by which builds of the same differ (%s)", inBytes(spread.Bytes), spread.Source)
		}
	}
	e.bytes(check, limit, e.size, rule)
}

// percent is by how much a size is above a base; nil for a base of nothing.
func percent(size, base int64) *result.Real {
	if base <= 0 {
		return nil
	}
	return new(result.Real(100 * float64(size-base) / float64(base)))
}

// longestRun judges the longest zero run.
func (e *judged) longestRun() {
	most := e.limits.LongestRun
	if most == nil {
		return
	}
	if e.plan.Scan.Zeros == nil {
		e.skip("longest zero run", "zeros were not counted")
		return
	}
	run := longest(*e.plan.Scan.Zeros)
	message := fmt.Sprintf("the longest zero run is %s of %s allowed", inBytes(run.Length), inBytes(most.Limit))
	if run.Length > most.Limit {
		message = fmt.Sprintf("the longest zero run is %s at offset %s, %s more than the %s allowed", inBytes(run.Length),
			units.FormatBytes(run.Offset), units.FormatBytes(run.Length-most.Limit), inBytes(most.Limit))
	}
	check := result.GateCheck{Budget: result.BudgetLongestRun, Source: most.Source, Limit: &most.Limit, Actual: &run.Length,
		Crossed: run.Length > most.Limit, Message: message}
	e.check(check, result.Finding{Rule: ruleRun, Level: result.LevelError, Offset: &run.Offset, Bytes: &run.Length})
}

// ratio compares with a model, its weights, or another plan.
func (e *judged) ratio() {
	r, ref := e.limits.Ratio, e.plan.Reference
	if r == nil || ref == nil {
		return
	}
	base, what := ref.Size, r.To
	if r.Of == OfWeights {
		if ref.Weights == nil {
			e.skip("ratio", r.To+" is no model, so it has no weights to compare with")
			return
		}
		base, what = *ref.Weights, "the weights of "+r.To
	}
	limit := r.limit(base)
	check := result.GateCheck{Budget: result.BudgetRatio, Source: r.Source, Base: &base, Percent: percent(e.size, base),
		Message: fmt.Sprintf("%s the size of %s (%s); more than %s times and %s is too much: at most %s", times(e.size, base, limit), what, inBytes(base), r.Max, inBytes(r.Above), inBytes(limit))}
	e.bytes(check, limit, e.size, ruleRatio)
}

// words compares version, architecture and sections.
func (e *judged) words() {
	c := e.plan.Scan.Container
	if c == nil {
		return
	}
	e.expect(result.BudgetVersion, e.limits.Version, c.Version, ruleVersion)
	e.expect(result.BudgetSM, e.limits.SM, cmp.Or(named(c), "not known"), ruleSM)
	want := e.limits.Sections
	if want == nil {
		return
	}
	names := slices.Sorted(maps.Keys(sections(c.Sections)))
	missing, more := without(want.List, names), without(names, want.List)
	check := result.GateCheck{Budget: result.BudgetSections, Source: want.Source, Expected: strings.Join(want.List, ", "), Found: strings.Join(names, ", "),
		Crossed: len(missing)+len(more) > 0, Message: "sections " + strings.Join(names, ", ")}
	if len(missing) > 0 {
		check.Message += "; missing: " + strings.Join(missing, ", ")
	}
	if len(more) > 0 {
		check.Message += "; not expected: " + strings.Join(more, ", ")
	}
	e.check(check, result.Finding{Rule: ruleSections, Level: result.LevelError})
}

// named is the GPU that a plan is for, with the suffixes that a key leaves out.
func named(c *result.Container) string {
	if len(c.Capabilities) > 0 {
		return SM(c)
	}
	return strings.Join(c.SM, ",")
}

// without is what one list has and the other has not.
func without(list, other []string) (rest []string) {
	for _, word := range list {
		if !slices.Contains(other, word) {
			rest = append(rest, word)
		}
	}
	return rest
}

// expect takes over what the scan says of an expectation, which it was given.
func (e *judged) expect(budget result.GateBudget, want *Word, found, rule string) {
	if want == nil {
		return
	}
	check := result.GateCheck{Budget: budget, Source: want.Source, Expected: want.Text, Found: found, Message: fmt.Sprintf("%s, as expected (%s)", found, want.Text)}
	at := slices.IndexFunc(e.plan.Scan.Findings, func(f result.Finding) bool { return f.Rule == rule })
	if at >= 0 {
		check.Crossed, check.Message = true, e.plan.Scan.Findings[at].Message
		e.check(check, e.plan.Scan.Findings[at])
		return
	}
	e.check(check, result.Finding{})
}

// scan takes over what the scan finds.
func (e *judged) scan() {
	check := result.GateCheck{Budget: result.BudgetScan, Source: "scan", Message: "no finding that fails"}
	var crossed []string
	for _, f := range e.plan.Scan.Findings {
		if f.Rule == ruleVersion && e.limits.Version != nil || f.Rule == ruleSM && e.limits.SM != nil {
			continue // a check of its own
		}
		e.result.Findings = append(e.result.Findings, f)
		if e.judge.Fails(f.Level) {
			crossed = append(crossed, f.Rule)
		}
	}
	if len(crossed) > 0 {
		check.Crossed, check.Message = true, strings.Join(slices.Compact(crossed), ", ")+": "+string(e.plan.Scan.Verdict)
	}
	e.result.Checks = append(e.result.Checks, check)
	e.findingOf = append(e.findingOf, -1)
}
