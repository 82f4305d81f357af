package report

import (
	"encoding/xml"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

// TestJUnitFailsWithTheGate: a gate that fails by a finding that is no budget's fails in JUnit too, although a budget of a
// lower level is crossed beside it.
func TestJUnitFailsWithTheGate(t *testing.T) {
	t.Parallel()
	g := result.Gate{File: "a.plan", Verdict: result.GateFail,
		Checks: []result.GateCheck{{Budget: result.BudgetNew, Message: "no entry", Crossed: true}, {Budget: result.BudgetMax, Message: "kept"}},
		Findings: []result.Finding{{Rule: "PL307", Level: result.LevelNote, Message: "no entry"},
			{Rule: "PL313", Level: result.LevelWarning, Message: "looks stripped"}}}
	ci := NewCI("gate", documentOf(result.SchemaGate, 1, g), JudgedGate)
	options := Options{FailOn: result.LevelWarning}
	var suites junitSuites
	if err := xml.Unmarshal(renderCI(t, "junit.xml", ci, options), &suites); err != nil {
		t.Fatal(err)
	}
	cases := suites.Suites[0].Cases
	if suites.Failures != 1 || cases[len(cases)-1].Failure == nil || cases[len(cases)-1].Failure.Message != "looks stripped" || !ci.Judged[0].failedAt(options.FailOn) {
		t.Errorf("%+v", suites)
	}
	g.Findings, g.Verdict = g.Findings[:1], result.GatePass
	if passed := NewCI("gate", documentOf(result.SchemaGate, 0, g), JudgedGate); passed.Judged[0].failedAt(options.FailOn) {
		t.Errorf("%+v", passed.Judged)
	}
}
