package gate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/planlint/planlint/internal/result"
)

// setOf is the ranks of a TensorRT-LLM engine with so many pipeline stages.
func setOf(stages int, sizes ...int64) Set {
	s := Set{Folder: "llm"}
	for i, size := range sizes {
		path := fmt.Sprintf("llm/rank%d.engine", i)
		r := Rank{Subject: Subject{File: path, Path: path, Key: path, SetPath: "llm", SetKey: "llm/",
			Member: &result.Member{Kind: "tensorrt-llm", Folder: "llm", Rank: new(i), WorldSize: new(len(sizes)), Stage: new(i / (len(sizes) / stages))}},
			Size: size, Version: "10.16.1.11", SM: "90"}
		s.Ranks = append(s.Ranks, r)
	}
	s.Subject = s.Ranks[0].Subject
	return s
}

func (j *Judge) ofSet(s Set) result.Gate { return j.Set(s, j.SetLimits(s.Subject)) }

// TestRankSets are docs/cases.md 39 and 40, and each budget of a set broken by itself.
func TestRankSets(t *testing.T) {
	t.Parallel()
	const gb = 1_000_000_000
	even := func() Set { return setOf(1, 32*gb, 32*gb, 32*gb, 32*gb) }
	for name, test := range map[string]struct {
		settings string
		set      func() Set
		want     []result.GateBudget
		message  string
	}{
		"alike":             {"", even, nil, ""},
		"two per cent":      {"", func() Set { return setOf(1, 100*gb, 102*gb, 100*gb, 98*gb) }, nil, ""},
		"one byte more":     {"", func() Set { return setOf(1, 100*gb, 102*gb+1, 100*gb, 98*gb) }, []result.GateBudget{result.BudgetOutlier}, "rank 1 has 102,000,000,001 bytes (95.0 GiB), 2,000,000,001 bytes (+2.000000001 %) above the median of 4 ranks of stage 0"},
		"one byte less":     {"", func() Set { return setOf(1, 100*gb, 102*gb, 100*gb, 98*gb-1) }, []result.GateBudget{result.BudgetOutlier}, "rank 3 has 97,999,999,999 bytes (91.3 GiB), 2,000,000,001 bytes (-2.000000001 %) below the median"},
		"two ranks":         {"", func() Set { return setOf(1, 32*gb, 33*gb) }, []result.GateBudget{result.BudgetOutlier}, "rank 1 has 33,000,000,000"},
		"stages differ":     {"", func() Set { return setOf(2, 40*gb, 40*gb, 32*gb, 32*gb) }, nil, ""},
		"in the last stage": {"", func() Set { return setOf(2, 40*gb, 40*gb, 32*gb, 34*gb) }, []result.GateBudget{result.BudgetOutlier}, "of 2 ranks of stage 1"},
		"missing": {"", func() Set {
			s := even()
			s.Ranks = slices.Delete(s.Ranks, 2, 3)
			return s
		}, []result.GateBudget{result.BudgetRanks}, "of 4 ranks rank 2 is missing"},
		"too few by the settings": {"budgets:\n- {ranks: llm, count: 6}", even, []result.GateBudget{result.BudgetRanks}, "of 6 ranks ranks 4, 5 are missing"},
		"mixed versions": {"", func() Set {
			s := even()
			s.Ranks[3].Version = "10.15.1.29"
			return s
		}, []result.GateBudget{result.BudgetRanks}, "mixed TensorRT versions: 10.16.1.11 (rank 0), 10.15.1.29 (rank 3)"},
		"mixed GPUs": {"", func() Set {
			s := even()
			s.Ranks[0].SM = ""
			return s
		}, []result.GateBudget{result.BudgetRanks}, "mixed GPU architectures: not known (rank 0), 90 (rank 1)"},
		"sum":                {"budgets:\n- {ranks: llm, sum: 127999999999}", even, []result.GateBudget{result.BudgetSum}, "128,000,000,000 bytes (119 GiB), 1 more than the 127,999,999,999"},
		"median":             {"budgets:\n- {ranks: llm, median: 31999999999}", even, []result.GateBudget{result.BudgetMedian}, "1 more than"},
		"stages by settings": {"budgets:\n- {ranks: llm, stages: 2}", func() Set { return setOf(1, 40*gb, 40*gb, 32*gb, 32*gb) }, nil, ""},
		"loose":              {"budgets:\n- {ranks: llm, outlier: 30%}", func() Set { return setOf(1, 40*gb, 40*gb, 32*gb, 32*gb) }, nil, ""},
		"off":                {"budgets:\n- {ranks: llm, outlier: none}", func() Set { return setOf(1, 90*gb, 40*gb, 32*gb, 32*gb) }, nil, ""},
		"not meant":          {"budgets:\n- {plan: \"llm/*\", max: 1TB}", even, nil, ""},
	} {
		j := judgeWith(t, test.settings)
		g := j.ofSet(test.set())
		if got := crossedIn(g); !slices.Equal(got, test.want) || (g.Verdict == result.GateFail) != (len(test.want) > 0) {
			t.Errorf("%s: %s, crosses %v: %+v", name, g.Verdict, got, g.Findings)
			continue
		}
		if test.message != "" && !strings.Contains(g.Findings[0].Message, test.message) {
			t.Errorf("%s: %s", name, g.Findings[0].Message)
		}
	}
}

// TestSetGrowth: the sum is compared with the set's own entry, and the set can be allowed as a whole.
func TestSetGrowth(t *testing.T) {
	t.Parallel()
	j := judgeWith(t, "")
	j.Baseline.Update(setOf(1, 100_000_000, 100_000_000).Entry(""), nil, today, false)
	if g := j.ofSet(setOf(1, 104_000_000, 104_000_000)); g.Verdict != result.GatePass {
		t.Errorf("%+v", g.Checks)
	}
	g := j.ofSet(setOf(1, 106_000_000, 106_000_000))
	if got := crossedIn(g); !slices.Equal(got, []result.GateBudget{result.BudgetGrowth}) || g.Size != 212_000_000 {
		t.Errorf("%v %+v", got, g.Checks)
	}
	allowed := judgeWith(t, "allow:\n- {ranks: llm, budget: growth, reason: r, expires: 2027-01-01}")
	allowed.Baseline = j.Baseline
	if g := allowed.ofSet(setOf(1, 106_000_000, 106_000_000)); g.Verdict != result.GateAllowed {
		t.Errorf("%s %+v", g.Verdict, g.Findings)
	}
}

// TestSetDrift: a set at its anchor can drift, too, where that is allowed less than growth.
func TestSetDrift(t *testing.T) {
	t.Parallel()
	j := judgeWith(t, "budgets:\n- {ranks: llm, growth: {above: 1MiB, percent: 50%}, drift: {above: 1MiB, percent: 10%}}")
	j.Baseline.Update(setOf(1, 100_000_000, 100_000_000).Entry(""), nil, today, false)
	if got := crossedIn(j.ofSet(setOf(1, 120_000_000, 120_000_000))); !slices.Equal(got, []result.GateBudget{result.BudgetDrift}) {
		t.Errorf("%v", got)
	}
}

// TestRanksByName: the number of a rank is the one that its name calls so, and no two have one.
func TestRanksByName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int64{"rank0-fp8.plan": 0, "rank_3.v2.engine": 3, "llama-70b-Rank-12-of-16.plan": 12, "tp8_5.plan": 5, "model.plan": 0, "rank.plan": 0} {
		if got := rankNumber(Subject{Path: "llm8/" + name}); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	j := judgeWith(t, "")
	set := setOf(1, 100, 100)
	set.Ranks = append(set.Ranks, set.Ranks[1])
	set.Ranks[2].Path = "llm/again1.engine"
	g := j.ofSet(set)
	if len(g.Findings) != 1 || g.Findings[0].Rule != ruleRanks || !strings.Contains(g.Findings[0].Message, "rank 1 is there twice: rank1.engine and again1.engine") {
		t.Errorf("%+v", g.Findings)
	}
}

// TestOneRankIsNotTheSet: what is allowed of one rank is not allowed of all together.
func TestOneRankIsNotTheSet(t *testing.T) {
	t.Parallel()
	j := judgeWith(t, "allow:\n- {plan: llm/rank0.engine, budget: growth, reason: r, expires: 2027-01-01}")
	j.Baseline.Update(setOf(1, 100_000_000, 100_000_000).Entry(""), nil, today, false)
	set := setOf(1, 160_000_000, 160_000_000)
	if !j.Settings.Allow[0].matches(set.Subject) {
		t.Fatalf("the entry means no rank: %+v", set.Subject)
	}
	if g := j.ofSet(set); g.Verdict != result.GateFail {
		t.Errorf("%s %+v", g.Verdict, g.Findings)
	}
}

// TestOrderDoesNotMatter: the judgement of a set is the same in whatever order its ranks come.
func TestOrderDoesNotMatter(t *testing.T) {
	t.Parallel()
	j := judgeWith(t, "")
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.Int64Range(1000, 1100), 1, 9).Draw(t, "sizes")
		s := setOf(1, sizes...)
		want := j.ofSet(s)
		s.Ranks = rapid.Permutation(s.Ranks).Draw(t, "order")
		got := j.ofSet(s)
		if fmt.Sprintf("%+v", got.Checks[0].Message) != fmt.Sprintf("%+v", want.Checks[0].Message) || got.Size != want.Size || got.Verdict != want.Verdict {
			t.Fatalf("%+v\n%+v", got, want)
		}
		role := got.Ranks.Roles[0]
		slices.Sort(sizes)
		if role.Median != sizes[(len(sizes)-1)/2] || role.Min != sizes[0] || role.Max != sizes[len(sizes)-1] {
			t.Fatalf("%+v of %v", role, sizes)
		}
	})
}
