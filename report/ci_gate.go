package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// JudgedGate is what CI formats say of a plan, a rank set or a file of settings that went through the gate: a check for each budget.
func JudgedGate(g result.Gate, _ int) []Judged {
	judged := Judged{File: g.File, Verdict: string(g.Verdict), Findings: located(g.File, g.Findings)}
	var crossed []string
	for _, c := range g.Checks {
		check := gateCheck(g, c)
		judged.Checks = append(judged.Checks, check)
		if c.Crossed {
			crossed = append(crossed, check.Message)
		}
	}
	switch {
	case len(crossed) > 0:
		judged.Summary = strings.Join(crossed, "; ")
	case len(g.Checks) > 0:
		judged.Summary = fmt.Sprintf("%d %s kept", len(g.Checks), plural(len(g.Checks), "budget", "budgets"))
	}
	if worst := worstFinding(g.Findings); g.Verdict == result.GateFail && !judged.failedAt(worst.Level) { // no budget says so
		judged.Checks = append(judged.Checks, Check{Name: "verdict", Message: cmp.Or(worst.Message, "the gate fails"), Level: result.LevelError})
	}
	for _, cause := range g.Causes {
		judged.Summary += fmt.Sprintf("; cause: %s, %s", cause.Cause, cause.Why)
	}
	return []Judged{judged}
}

// worstFinding is the first one of the highest level. Where a gate fails by a finding, it is by this one.
func worstFinding(findings []result.Finding) (worst result.Finding) {
	for i, f := range findings {
		if i == 0 || !atLeast(worst.Level, f.Level) {
			worst = f
		}
	}
	return worst
}

func gateCheck(g result.Gate, c result.GateCheck) Check {
	made := Check{Name: string(c.Budget), Message: c.Message, Excused: c.Allowed}
	if c.Against != "" {
		made.Name += " against " + c.Against
	}
	if !c.Crossed {
		return made
	}
	var found []string
	for _, f := range g.Findings {
		ofCheck := strings.HasPrefix(f.Message, c.Message) // an entry of allow adds to the message
		if c.Budget == result.BudgetScan {
			ofCheck = !strings.HasPrefix(f.Rule, "PL3")
		}
		if !ofCheck {
			continue
		}
		text := f.Message
		if c.Budget == result.BudgetScan {
			text = f.Rule + " " + text
		}
		found = append(found, text)
		if made.Level == "" || atLeast(f.Level, made.Level) {
			made.Level = f.Level
		}
	}
	switch {
	case made.Level == "": // no finding goes with it
		made.Level = result.LevelError
	case c.Budget == result.BudgetScan, c.Allowed: // the findings say until when and why it is allowed
		made.Message = strings.Join(found, "; ")
	}
	return made
}
