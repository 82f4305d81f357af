package gate

import "testing"

// TestGrowthOffLeavesDrift: a budget that is switched off takes no other one with it.
func TestGrowthOffLeavesDrift(t *testing.T) {
	t.Parallel()
	s, err := parse("budgets:\n- {plan: a.plan, growth: none}\n- {plan: b.plan, growth: 500%}\n")
	if err != nil {
		t.Fatal(err)
	}
	j := Judge{Settings: *s}
	j.Ready()
	if d := j.Limits(Subject{Path: "a.plan"}).drift(100 << 20); d.Off || d.limit(100<<20, 0) != 110<<20 {
		t.Errorf("drift is %+v", d)
	}
	if d := j.Limits(Subject{Path: "b.plan"}).drift(100 << 20); d.limit(100<<20, 0) != 600<<20 {
		t.Errorf("drift is %+v", d)
	}
}

// TestStagesDivideRanks: of ranks that cannot be divided into stages none would be in the stage that it is judged with.
func TestStagesDivideRanks(t *testing.T) {
	t.Parallel()
	if _, err := parse("budgets:\n- {ranks: llm, count: 4, stages: 3}\n"); err == nil {
		t.Error("4 ranks in 3 stages were taken")
	}
	if _, err := parse("budgets:\n- {ranks: llm, count: 4, stages: 2}\n"); err != nil {
		t.Error(err)
	}
}
