package compare

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

const mib = 1 << 20

// plan is a result with what causes are decided by.
type plan struct {
	size, planSize, weights, hostCode int64
	wrapper, version                  string
	runs                              []int64
}

func (p plan) scan() result.Scan {
	if p.planSize == 0 {
		p.planSize = p.size
	}
	scan := result.Scan{Size: p.size, Verdict: result.VerdictClean, Zeros: zeros(4096, p.runs...), Images: []result.Image{{Kind: "elf", Size: 100}},
		Container: &result.Container{PlanSize: p.planSize, Wrapper: p.wrapper, Version: p.version}}
	if p.weights > 0 {
		scan.Container.WeightsBytes = &p.weights
	}
	if p.hostCode > 0 {
		scan.Images = append(scan.Images, result.Image{Kind: "host-elf", Size: p.hostCode})
	}
	return scan
}

func TestCause(t *testing.T) {
	seed := plan{size: 5_487_774_180, version: "11.2.1.2", runs: []int64{5000, 5_486_674_044}}
	for _, test := range []struct {
		name     string
		old, new plan
		want     result.CauseKind
		why      string
	}{
		{"issue 4841", plan{size: 1_041_804, version: "10.16.1.11", runs: []int64{5000}}, seed, result.CausePadding,
			"of 5,486,732,376 bytes more, 5,486,674,044 are zeros in runs of 1 MiB or more that the new plan has and the old one has not; all else changed the size by 58,332 bytes"},
		{"the other way round", seed, plan{size: 1_041_804, runs: []int64{5000}}, result.CausePadding, "of 5,486,732,376 bytes less, 5,486,674,044 are zeros in runs of 1 MiB or more that the old plan has"},
		{"a run that grew", plan{size: 40 * mib, runs: []int64{10 * mib}}, plan{size: 60 * mib, runs: []int64{30 * mib}}, result.CausePadding, "20,971,520 are zeros"},
		{"zeros below 1 MiB", plan{size: mib}, plan{size: 2*mib - 1, runs: []int64{mib - 1}}, result.CauseUnknown, "the numbers do not tell"},
		{"zeros, and much else", plan{size: 10 * mib}, plan{size: 30 * mib, runs: []int64{5 * mib}}, result.CauseUnknown, "the numbers do not tell"},
		{"zeros, and ten times as much else", plan{size: 100 * mib}, plan{size: 111 * mib, runs: []int64{mib}}, result.CauseUnknown, ""},
		{"few weights, in a small plan", plan{size: 10_000, weights: 64}, plan{size: 30_000, weights: 128}, result.CauseUnknown, ""},
		{"zeros in both", plan{size: 20 * mib, runs: []int64{10 * mib}}, plan{size: 25 * mib, runs: []int64{10 * mib}}, result.CauseUnknown, ""},
		{"smaller with more zeros", plan{size: 10 * mib}, plan{size: 9 * mib, runs: []int64{mib}}, result.CauseUnknown, ""},

		{"fp16 to fp32", plan{size: 622_516, weights: 397_032}, plan{size: 973_028, weights: 793_576}, result.CausePrecision, "397,032 bytes of weights became 793,576, twice"},
		{"fp32 to fp16", plan{size: 973_028, weights: 793_576}, plan{size: 622_516, weights: 397_032}, result.CausePrecision, "half as many"},
		{"weights three times", plan{size: 10 * mib, weights: 5 * mib}, plan{size: 20 * mib, weights: 15 * mib}, result.CauseUnknown, ""},
		{"weights twice, and much else", plan{size: 10 * mib, weights: mib}, plan{size: 30 * mib, weights: 2 * mib}, result.CauseUnknown, ""},
		{"twice the size, weights not known", plan{size: 59_820_000}, plan{size: 111_750_000}, result.CauseUnknown, "do not tell"},

		{"lean runtime", plan{size: 24_484}, plan{size: 40_260, hostCode: 15_240}, result.CauseLeanRuntime, "the new plan holds 15,240 bytes"},
		{"lean runtime left out", plan{size: 60 * mib, hostCode: 40 * mib}, plan{size: 20 * mib}, result.CauseLeanRuntime, "the old plan holds"},
		{"lean runtime in both", plan{size: 60 * mib, hostCode: 40 * mib}, plan{size: 50 * mib, hostCode: 40 * mib}, result.CauseUnknown, ""},
		{"little host code, much else", plan{size: 60 * mib}, plan{size: 90 * mib, hostCode: mib}, result.CauseUnknown, ""},

		{"wrapper", plan{size: 1000}, plan{size: 2829, planSize: 1000, wrapper: "base64"}, result.CauseWrapper, "none, base64"},
		{"wrapper and plan", plan{size: 1000}, plan{size: 2829, planSize: 1001, wrapper: "base64"}, result.CauseUnknown, ""},

		{"another version", plan{size: 1000, version: "8.6"}, plan{size: 1001, version: "10.0"}, result.CauseUnknown, "not built alike, which changes sizes by itself: version"},
	} {
		c := Results(Side{Scan: test.old.scan()}, Side{Scan: test.new.scan()}, nil)
		if c.Cause == nil || c.Cause.Kind != test.want || !strings.Contains(c.Cause.Why, test.why) {
			t.Errorf("%s: %+v", test.name, c.Cause)
		}
		if c.Outcome != result.OutcomeDifferent {
			t.Errorf("%s: %s", test.name, c.Outcome)
		}
	}
	same := Side{Scan: seed.scan()}
	if c := Results(same, same, nil); c.Cause != nil {
		t.Errorf("plans of one size: %+v", c.Cause)
	}
}
