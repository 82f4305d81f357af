package gate

import (
	"cmp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/planlint/planlint/internal/result"
)

// Judge decides by budgets and a baseline. It is safe for concurrent use once it is set up.
type Judge struct {
	// Settings are those of planlint.yaml; they are empty if there are none.
	Settings Settings
	// Flags are the budgets of the command line, which count for all plans and more than the settings; Base are those
	// that count less.
	Flags, Base Limits
	// Baseline is nil if plans are judged without one, and NoBaseline then says why.
	Baseline   *Baseline
	NoBaseline string
	Label      string
	// AllowNew lets plans pass that have no entry in the baseline.
	AllowNew bool
	Today    time.Time
	// Fails tells whether a finding of a level fails the gate.
	Fails func(result.Level) bool

	// matched and used say which entries of the settings meant a plan, and which entries of allow covered something.
	matchedBudgets, matchedAllow, used []atomic.Bool
}

// Ready prepares a judge; all fields must be set.
func (j *Judge) Ready() {
	j.matchedBudgets = make([]atomic.Bool, len(j.Settings.Budgets))
	j.matchedAllow = make([]atomic.Bool, len(j.Settings.Allow))
	j.used = make([]atomic.Bool, len(j.Settings.Allow))
}

// Limits are the budgets of a plan: those of the command line, else of the last entry of the settings that sets
// them, else the defaults.
func (j *Judge) Limits(s Subject) Limits { return j.limits(s, Selector.matches) }

// SetLimits are those of a rank set as a whole; the subject is any of its ranks.
func (j *Judge) SetLimits(s Subject) Limits { return j.limits(s, Selector.matchesSet) }

func (j *Judge) limits(s Subject, means func(Selector, Subject) bool) Limits {
	limits := j.Base.over(Default())
	for i, b := range j.Settings.Budgets {
		if means(b.Selector, s) {
			j.matchedBudgets[i].Store(true)
			limits = b.Limits.over(limits)
		}
	}
	return j.Flags.over(limits)
}

// evaluation is the judgement of one plan or rank set in the making.
type evaluation struct {
	judge   *Judge
	subject Subject
	size    int64
	result  result.Gate
	// findingOf is the finding of each check; -1 for none.
	findingOf []int
}

func (j *Judge) evaluation(kind result.GateKind, s Subject, key Key) *evaluation {
	return &evaluation{judge: j, subject: s, result: result.Gate{Kind: kind, File: s.File, Key: key.Path, Label: key.Label, Version: key.Version, SM: key.SM,
		Member: s.Member, Checks: []result.GateCheck{}, Findings: []result.Finding{}, Causes: []result.GateCause{}, NotChecked: []result.NotChecked{}}}
}

// check takes in a budget that was judged. A finding goes with one that is crossed.
func (e *evaluation) check(c result.GateCheck, f result.Finding) {
	e.result.Checks = append(e.result.Checks, c)
	at := -1
	if c.Crossed {
		f.Message = cmp.Or(f.Message, c.Message)
		e.result.Findings = append(e.result.Findings, f)
		at = len(e.result.Findings) - 1
	}
	e.findingOf = append(e.findingOf, at)
}

// bytes judges a size by the largest one that is allowed. message is given how the size is, in words.
func (e *evaluation) bytes(c result.GateCheck, limit, actual int64, rule string) {
	c.Limit, c.Actual, c.Crossed = &limit, &actual, actual > limit
	f := result.Finding{Rule: rule, Level: result.LevelError}
	if c.Crossed {
		f.Bytes = new(actual - limit)
	}
	e.check(c, f)
}

func (e *evaluation) skip(what, why string) {
	e.result.NotChecked = append(e.result.NotChecked, result.NotChecked{What: what, Why: why})
}

// crossed tells whether a budget is crossed.
func (e *evaluation) crossed(budgets ...result.GateBudget) bool {
	return slices.ContainsFunc(e.result.Checks, func(c result.GateCheck) bool { return c.Crossed && slices.Contains(budgets, c.Budget) })
}

// finish lets entries of allow cover what is crossed, and gives the verdict.
func (e *evaluation) finish() result.Gate {
	allowed := make([]bool, len(e.result.Findings))
	for i, a := range e.judge.Settings.Allow {
		means := a.matches
		if e.result.Kind == result.GateRankSet { // its subject is only one of the ranks
			means = a.matchesSet
		}
		if !means(e.subject) {
			continue
		}
		e.judge.matchedAllow[i].Store(true)
		if a.expired(e.judge.Today) || a.UpTo > 0 && e.size > a.UpTo {
			continue
		}
		for at := range e.result.Findings {
			if !allowed[at] && e.covers(a, at) {
				allowed[at] = true
				e.judge.used[i].Store(true)
				f := &e.result.Findings[at]
				f.Level = result.LevelNote
				f.Message += " (allowed until " + a.Expires.Format(day) + ": " + oneLine(a.Reason) + ")"
			}
		}
	}
	e.result.Verdict = result.GatePass
	for at, f := range e.result.Findings {
		switch {
		case allowed[at] && e.result.Verdict == result.GatePass:
			e.result.Verdict = result.GateAllowed
		case !allowed[at] && e.judge.Fails(f.Level):
			e.result.Verdict = result.GateFail
		}
	}
	for i := range e.result.Checks {
		c := &e.result.Checks[i]
		c.Allowed = c.Crossed && e.allAllowed(i, allowed)
	}
	return e.result
}

// covers tells whether an entry of allow is about a finding.
func (e *evaluation) covers(a Allow, finding int) bool {
	if slices.Contains(a.Rules, e.result.Findings[finding].Rule) {
		return true
	}
	for i, c := range e.result.Checks {
		if slices.Contains(a.Budgets, c.Budget) && (e.findingOf[i] == finding || c.Budget == result.BudgetScan && e.ofScan(finding)) {
			return true
		}
	}
	return false
}

// ofScan tells whether a finding is one of a scan.
func (e *evaluation) ofScan(finding int) bool { return !slices.Contains(e.findingOf, finding) }

// allAllowed tells whether all that crosses a budget is covered.
func (e *evaluation) allAllowed(check int, allowed []bool) bool {
	if at := e.findingOf[check]; at >= 0 {
		return allowed[at]
	}
	for at, f := range e.result.Findings {
		if e.ofScan(at) && !allowed[at] && e.judge.Fails(f.Level) {
			return false
		}
	}
	return true
}

// oneLine joins the lines of a text.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
