package gate

import (
	"testing"

	"github.com/planlint/planlint/internal/result"
)

func TestSelectors(t *testing.T) {
	t.Parallel()
	triton := &result.Member{Kind: "triton", Folder: "models", Name: "detector", Version: "1"}
	rank := &result.Member{Kind: "tensorrt-llm", Folder: "llm", Rank: new(0)}
	for _, test := range []struct {
		selector Selector
		subject  Subject
		want     bool
	}{
		{Selector{Plan: "engines/a.plan"}, Subject{Path: "engines/a.plan"}, true},
		{Selector{Plan: "engines/a.plan"}, Subject{Path: "engines/b.plan"}, false},
		{Selector{Plan: "engines/**/*.plan"}, Subject{Path: "engines/a.plan"}, true},
		{Selector{Plan: "engines/**/*.plan"}, Subject{Path: "engines/x/y/a.plan"}, true},
		{Selector{Plan: "engines/*.plan"}, Subject{Path: "engines/x/a.plan"}, false},
		{Selector{Plan: "**"}, Subject{Path: "a.plan"}, true},
		{Selector{Plan: "**/*.{plan,engine}"}, Subject{Path: "x/a.engine"}, true},
		{Selector{Plan: "engines/[a].plan"}, Subject{Path: "engines/[a].plan"}, true}, // a name that looks like a pattern
		{Selector{Plan: "all.zip"}, Subject{Path: "all.zip!a.plan"}, true},
		{Selector{Plan: "x/a!b.plan"}, Subject{Path: "x/a!b.plan"}, true},
		{Selector{Plan: "x/*!b.plan"}, Subject{Path: "x/a!b.plan"}, true},
		{Selector{Plan: "x/a!*.zip"}, Subject{Path: "x/a!b.zip!c/d.plan"}, true},
		{Selector{Plan: "x/a!*.zip"}, Subject{Path: "x/a.zip!c/d.plan"}, false},
		{Selector{Plan: "../out/*"}, Subject{Path: "../out/a.plan"}, true},
		{Selector{Triton: "detector"}, Subject{Path: "models/x/1/model.plan", Member: triton}, true},
		{Selector{Triton: "other"}, Subject{Path: "models/other/1/model.plan", Member: triton}, false},
		{Selector{Triton: "detector"}, Subject{Path: "models/detector/12/model.plan"}, true}, // a file that was named by itself
		{Selector{Triton: "detector"}, Subject{Path: "models/detector/latest/model.plan"}, false},
		{Selector{Triton: "llm"}, Subject{Path: "llm/1/rank0.engine", Member: rank}, false},
		{Selector{Ranks: "llm"}, Subject{Path: "llm/rank0.engine", SetPath: "llm", Member: rank}, true},
		{Selector{Ranks: "llm"}, Subject{Path: "llm2/rank0.engine", SetPath: "llm2", Member: rank}, false},
		{Selector{Ranks: "out/r*.plan"}, Subject{Path: "out/r0.plan", SetPath: "out"}, true},
		{Selector{Ranks: "out/r*.plan"}, Subject{Path: "out/other.plan", SetPath: "out"}, false},
	} {
		if got := test.selector.matches(test.subject); got != test.want {
			t.Errorf("%s and %s: %v", test.selector, test.subject.Path, got)
		}
	}
}

// TestLastEntryCounts: budget by budget, the last entry that sets one counts, and the command line more than all.
func TestLastEntryCounts(t *testing.T) {
	t.Parallel()
	s, err := parse(`budgets:
- {plan: "**", max: 1GiB, longest-run: 4KiB}
- {plan: a.plan, max: 2GiB}
- {plan: b.plan, max: 3GiB}
`)
	if err != nil {
		t.Fatal(err)
	}
	j := Judge{Settings: *s}
	j.Ready()
	l := j.Limits(Subject{Path: "a.plan"})
	if l.Max.Limit != 2<<30 || l.Max.Source != "planlint.yaml:3" || l.LongestRun.Source != "planlint.yaml:2" || l.Growth.Source != "default" {
		t.Errorf("%+v", l)
	}
	j.Flags.Max = &Bytes{1, "--max"}
	if l = j.Limits(Subject{Path: "a.plan"}); l.Max.Source != "--max" {
		t.Errorf("%+v", l.Max)
	}
}
