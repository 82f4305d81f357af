package timing

import "testing"

func series(seconds ...float64) Series {
	var s Series
	for _, x := range seconds {
		s.Runs = append(s.Runs, Cost{Seconds: x})
	}
	return s
}

func TestRatioIsTakenRoundByRound(t *testing.T) {
	// Slow rounds hit both: the ratio does not move.
	a, b := series(1, 10, 2, 40), series(2, 20, 4, 80)
	if got := a.Ratio(b); got != 0.5 {
		t.Errorf("ratio %v, want 0.5", got)
	}
	if got := series(3, 1, 2).Median(); got != 2 {
		t.Errorf("median %v, want 2", got)
	}
	if got := series(4, 1, 2, 3).Median(); got != 2.5 {
		t.Errorf("median %v, want 2.5", got)
	}
}

func TestInterleaveTakesTurns(t *testing.T) {
	var order string
	subject := func(name string) Subject {
		return Subject{name, Clock(func() { order += name })}
	}
	all, err := Interleave(Limits{Rounds: 2}, []Subject{subject("a"), subject("b")})
	if err != nil || order != "baabba" || len(all[1].Runs) != 2 || all[1].Name != "b" {
		t.Errorf("%q, %+v, %v", order, all, err)
	}
}
