package gate

import (
	"fmt"

	"github.com/planlint/planlint/internal/result"
)

// Reach is what a budget that is for no plan of a run could have been for.
type Reach int

// What there is of the files that a budget names.
const (
	// ReachNothing: there is no such file or folder.
	ReachNothing Reach = iota
	// ReachElsewhere: there is, outside of what was asked for.
	ReachElsewhere
	// ReachAsked: there is, in what was asked for, but no plan was found in it.
	ReachAsked
)

// Unmatched are the budgets of the settings that were for no plan of the run.
func (j *Judge) Unmatched() (list []Budget) {
	for i, b := range j.Settings.Budgets {
		if !j.matchedBudgets[i].Load() {
			list = append(list, b)
		}
	}
	return list
}

// UnmatchedMessage says that a budget was for no plan.
func UnmatchedMessage(b Budget, reach Reach) string {
	text := fmt.Sprintf("the budgets at %s (%s) are for no plan", b.Source, b.Selector)
	switch {
	case reach == ReachNothing && b.Triton != "":
		return text + ": there is no such model"
	case reach == ReachNothing && !b.Literal():
		return text + ": no file matches"
	case reach == ReachNothing:
		return text + ": there is no such file or folder"
	case reach == ReachElsewhere:
		return text + " of this run: their files are outside of what was asked for"
	}
	return text + ": what they name was judged, and no plan of it matches"
}

// SettingsResult says what is wrong with the settings themselves: entries of allow that are out of date or cover
// nothing, and budgets that were for no plan, which is an error unless their plans were not asked for. The last return
// value is false if there is nothing to say.
func (j *Judge) SettingsResult(reach func(Selector) Reach) (result.Gate, bool) {
	e := j.evaluation(result.GateSettings, Subject{File: j.Settings.File}, Key{})
	for i, a := range j.Settings.Allow {
		switch {
		case a.expired(j.Today):
			e.check(result.GateCheck{Budget: result.BudgetAllow, Source: a.Source, Crossed: true, Message: fmt.Sprintf(
				"the entry of allow at %s (%s) expired on %s, and allows nothing any more: remove it, or decide anew (it was for: %s)",
				a.Source, a.Selector, a.Expires.Format(day), oneLine(a.Reason))}, result.Finding{Rule: ruleAllow, Level: result.LevelError})
		case j.matchedAllow[i].Load() && !j.used[i].Load():
			e.check(result.GateCheck{Budget: result.BudgetAllow, Source: a.Source, Crossed: true, Message: fmt.Sprintf(
				"the entry of allow at %s (%s) covers nothing: remove it", a.Source, a.Selector)}, result.Finding{Rule: ruleAllow, Level: result.LevelNote})
		}
	}
	for _, b := range j.Unmatched() {
		to := reach(b.Selector)
		f := result.Finding{Rule: ruleSettings, Level: result.LevelError, Message: UnmatchedMessage(b, to)}
		if to == ReachElsewhere {
			f.Level = result.LevelNote
		}
		e.result.Findings = append(e.result.Findings, f)
	}
	return e.finishFile(), len(e.result.Findings) > 0
}

// BaselineResult says which entries are stale. The last return value is false if none is. judged are the keys of this
// run, and exists tells whether there is a file of a path that is relative to the folder of the baseline.
func (j *Judge) BaselineResult(file string, exists func(path string) bool) (result.Gate, bool) {
	e := j.evaluation(result.GateBaseline, Subject{File: file}, Key{})
	for _, stale := range j.Baseline.Stale(exists, false) {
		e.result.Findings = append(e.result.Findings, result.Finding{Rule: ruleStale, Level: result.LevelNote,
			Message: fmt.Sprintf("the entry for %s is stale: %s; planlint baseline prune removes it", KeyOf(stale.Entry), stale.Why)})
	}
	return e.finishFile(), len(e.result.Findings) > 0
}

// finishFile gives the verdict on a file that is no plan: nothing can be allowed there.
func (e *evaluation) finishFile() result.Gate {
	e.result.Verdict = result.GatePass
	for _, f := range e.result.Findings {
		if e.judge.Fails(f.Level) {
			e.result.Verdict = result.GateFail
		}
	}
	return e.result
}
