package gate

import (
	"fmt"

	"github.com/planlint/planlint/internal/result"
)

// SettingsResult says what is wrong with the settings themselves: entries of allow that are out of date or cover
// nothing, and budgets for plans that are not there. The last return value is false if there is nothing to say. there
// tells whether anything matches a path or a pattern that is relative to the folder of the settings.
func (j *Judge) SettingsResult(there func(pattern string) bool) (result.Gate, bool) {
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
	for i, b := range j.Settings.Budgets {
		if j.matchedBudgets[i].Load() || b.Pattern() != "" && there(b.Pattern()) {
			continue
		}
		f := result.Finding{Rule: ruleSettings, Level: result.LevelWarning, Message: fmt.Sprintf("the budgets at %s (%s) are for no plan: there is no such file", b.Source, b.Selector)}
		if b.Pattern() == "" {
			f.Level, f.Message = result.LevelNote, fmt.Sprintf("the budgets at %s (%s) are for no plan of this run", b.Source, b.Selector)
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
