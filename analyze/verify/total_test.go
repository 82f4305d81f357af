package verify

import (
	"testing"

	"github.com/planlint/planlint/internal/result"
)

// TestBlocksOfOneValue has an output that is of one value in each half: it is not constant.
func TestBlocksOfOneValue(t *testing.T) {
	const count = 2 * BlockSize
	outputs := []output{{"y", "float16", []int64{count}}}
	halved := func(uint64) map[string][]uint64 {
		bits := make([]uint64, count)
		clearBits(0x3c00)(bits[:count/2])
		clearBits(0x4000)(bits[count/2:])
		return map[string][]uint64{"y": bits}
	}
	v := verified(t, Options{}, outputs, halved, halved)
	if o := v.Outputs()[0]; o.VacuousA != result.VacuousIndependent || v.Cases()[0].Outputs[0].A.OneValue {
		t.Errorf("%q, %+v", o.VacuousA, v.Cases()[0].Outputs[0].A)
	}
}

// TestOneNumber has a single number in a single case: nothing says that it is constant.
func TestOneNumber(t *testing.T) {
	c := New(Options{}).Case(CaseOf{}, false)
	o := newObserver(mustHalf(t), 1)
	o.add([]byte{0, 0x3c})
	one := newTally()
	one.add(c, o)
	if got := one.vacuity(); got != "" {
		t.Errorf("vacuous: %q", got)
	}
}

// TestWorstOfAllCases has the largest error, and the most ULP, in the first case and in the second.
func TestWorstOfAllCases(t *testing.T) {
	outputs := []output{{"y", "float16", []int64{200}}}
	for worse := range uint64(2) {
		b := func(seed uint64) map[string][]uint64 {
			of := halves(200, nil)(seed)
			of["y"][5] += 2
			if seed == worse {
				of["y"][6] += 9
			}
			return of
		}
		o := verified(t, Options{}, outputs, halves(200, nil), b).Outputs()[0]
		if o.Worst.Case != int(worse) || o.WorstULP.Case != int(worse) || *o.WorstULP.ULP != 9 || o.Worst.Element != 6 || o.First.Case != 0 || o.First.Element != 5 {
			t.Errorf("case %d is worse: %+v, %+v, first %+v", worse, o.Worst, o.WorstULP, o.First)
		}
	}
}

// TestOutcomeOfSeveral takes the one that counts most of outputs that are not alike.
func TestOutcomeOfSeveral(t *testing.T) {
	of := func(outcomes ...result.VerifyOutcome) []result.VerifyOutput {
		var list []result.VerifyOutput
		for _, outcome := range outcomes {
			list = append(list, result.VerifyOutput{Outcome: outcome})
		}
		return list
	}
	for _, test := range []struct {
		outputs []result.VerifyOutput
		want    result.VerifyOutcome
	}{
		{of(result.VerifyExact, result.VerifyEqual), result.VerifyEqual},
		{of(result.VerifyVacuous, result.VerifyEqual, result.VerifyExact), result.VerifyVacuous},
		{of(result.VerifyVacuous, result.VerifyDifferent, result.VerifyEqual), result.VerifyDifferent},
		{of(result.VerifyExact, result.VerifyExact), result.VerifyExact},
	} {
		if got := Outcome(test.outputs, false); got != test.want {
			t.Errorf("%+v: %s, want %s", test.outputs, got, test.want)
		}
	}
}
