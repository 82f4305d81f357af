package gate

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/planlint/planlint/internal/result"
)

func parse(text string) (*Settings, error) {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil || len(document.Content) == 0 {
		return nil, err
	}
	return Parse("planlint.yaml", document.Content[0])
}

// TestMistakes: every mistake is named with its place, and nothing is judged by half of the settings.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want string }{
		"not a mapping":       {"[1]", `1:1: gate is lines such as "budgets: ..."`},
		"unknown key":         {"budget: []", `1:1: unknown key "budget" in gate (there are budgets, allow, baseline, label)`},
		"twice":               {"label: a\nlabel: b", `2:1: key "label" stands here a second time`},
		"no list":             {"budgets: {plan: a}", `1:10: budgets is a list`},
		"no budget":           {"budgets:\n- plan: a.plan", `2:3: the entry sets no budget`},
		"unknown budget":      {"budgets:\n- plan: a\n  size: 1", `3:3: unknown key "size" in an entry of budgets (there are plan, triton, ranks, max,`},
		"no selector":         {"budgets:\n- max: 1GiB", `2:3: an entry of budgets says which plans it is for by one of plan, triton, ranks; this one has 0 of them`},
		"two selectors":       {"budgets:\n- plan: a\n  ranks: b\n  max: 1", `this one has 2 of them`},
		"broken pattern":      {"budgets:\n- plan: \"a[\"\n  max: 1", `2:9: plan: "a[" is no pattern`},
		"absolute":            {"budgets:\n- plan: /a\n  max: 1", `2:9: plan: "/a": paths are relative`},
		"size as percent":     {"budgets:\n- plan: a\n  max: 5%", `3:8: max: 5% is a percentage, and a size such as 4MiB is needed`},
		"percent as number":   {"budgets:\n- plan: a\n  growth: 0.05", `3:11: growth: 0.05 has no % sign: a percentage is written as 5%`},
		"percent as number 2": {"budgets:\n- plan: a\n  growth: {above: 1MiB, percent: 5}", `3:34: percent: 5 has no % sign`},
		"percent of the rest": {"budgets:\n- plan: a\n  growth: {above: 1MiB}", `3:11: growth needs a percentage: "percent: 5%"`},
		"floor as percent":    {"budgets:\n- plan: a\n  growth: {above: 5%, percent: 5%}", `above: 5% is a percentage`},
		"ratio as percent":    {"budgets:\n- plan: a\n  ratio: {to: m.onnx, max: 150%}", `3:28: max: 150% is a percentage: a ratio is a factor without a sign, such as 1.5`},
		"ratio alone":         {"budgets:\n- plan: a\n  ratio: 1.5", `3:10: ratio is lines such as "to: ..."`},
		"ratio to nothing":    {"budgets:\n- plan: a\n  ratio: {max: 1.5}", `ratio needs a file to compare with`},
		"ratio without":       {"budgets:\n- plan: a\n  ratio: {to: m}", `ratio needs a factor`},
		"ratio of":            {"budgets:\n- plan: a\n  ratio: {to: m, max: 2, of: bytes}", `of: it is file or weights`},
		"version":             {"budgets:\n- plan: a\n  expect-version: ten", `expect-version: a version is one to four numbers`},
		"SM":                  {"budgets:\n- plan: a\n  expect-sm: fast", `expect-sm: an SM is a number such as 90`},
		"empty value":         {"budgets:\n- plan: a\n  max:", `max needs one plain value`},
		"alias":               {"budgets:\n- plan: &x a\n  max: 1\n- plan: *x\n  max: 2", `plan: aliases are not read here`},
		"merge key":           {"budgets:\n- &x {plan: a, max: 1}\n- <<: *x", `unknown key "<<"`},
		"empty sections":      {"budgets:\n- plan: a\n  sections: []", `sections is an empty list`},
		"sum of a plan":       {"budgets:\n- plan: a\n  sum: 1GiB", `sum, median, outlier, count and stages are for a rank set`},
		"stages":              {"budgets:\n- ranks: a\n  stages: 0", `stages: it is a whole number from 1`},
		"spread":              {"budgets:\n- plan: a\n  spread: builds.yaml", `spread: not a size`},
		"no reason":           {"allow:\n- {plan: a, budget: max, expires: 2027-01-31}", `2:3: an entry of allow needs a reason`},
		"blank reason":        {"allow:\n- {plan: a, budget: max, reason: \" \", expires: 2027-01-31}", `needs a reason`},
		"no day":              {"allow:\n- {plan: a, budget: max, reason: r}", `2:3: an entry of allow needs the last day on which it counts`},
		"no such day":         {"allow:\n- {plan: a, budget: max, reason: r, expires: 2027-02-30}", `expires: a day is written as 2027-01-31`},
		"time":                {"allow:\n- {plan: a, budget: max, reason: r, expires: 2027-02-01 10:00:00}", `expires: a day is written as`},
		"no budget allowed":   {"allow:\n- {plan: a, reason: r, expires: 2027-01-31}", `says what may be crossed`},
		"unknown allowed":     {"allow:\n- {plan: a, budget: size, reason: r, expires: 2027-01-31}", `budget: "size" is neither a budget (max, growth,`},
		"unknown in a list":   {"allow:\n- {plan: a, budget: [max, PL2], reason: r, expires: 2027-01-31}", `budget: "PL2" is neither`},
		"allow nobody":        {"allow:\n- {budget: max, reason: r, expires: 2027-01-31}", `an entry of allow says which plans it is for`},
	} {
		s, err := parse(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "planlint.yaml:") {
			t.Errorf("%s: %v", name, err)
		}
		if s != nil {
			t.Errorf("%s: there are settings beside the error", name)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: several lines", name)
		}
	}
}

// TestSettings reads every key that there is.
func TestSettings(t *testing.T) {
	t.Parallel()
	s, err := parse(`baseline: base.json
label: nightly
budgets:
- plan: ./engines/**/*.plan
  max: 2GiB
  growth: {above: 2MiB, percent: 2.5%}
  drift: none
  longest-run: 64KiB
  ratio: {to: m.onnx, of: weights, max: 1.25, above: 1MiB}
  expect-version: 10.10
  expect-sm: 9.0
  sections: [ENGN, WGHT]
  spread: 4KiB
- triton: detector
  growth: 10%
- ranks: llm
  sum: 1TB
  median: 1GB
  outlier: {above: 1KiB, percent: 3%}
  count: 8
  stages: 2
  spread: builds.json
allow:
- plan: a
  budget: [max, PL203]
  up-to: 3GiB
  reason: more classes
  expires: 2027-01-31
`)
	if err != nil {
		t.Fatal(err)
	}
	b := s.Budgets[0]
	if s.Baseline != "base.json" || s.Label != "nightly" || b.Plan != "engines/**/*.plan" || b.Max.Limit != 2<<30 || b.Max.Source != "planlint.yaml:5" ||
		b.Growth.Above != 2<<20 || b.Growth.Percent.String() != "2.5 %" || !b.Drift.Off || b.LongestRun.Limit != 64<<10 ||
		b.Ratio.To != "m.onnx" || b.Ratio.Of != OfWeights || b.Ratio.Max.String() != "1.25" || b.Ratio.Above != 1<<20 ||
		b.Version.Text != "10.10" || b.SM.Text != "9.0" || len(b.Sections.List) != 2 || b.Spread.Bytes != 4096 {
		t.Errorf("%+v", b)
	}
	if b = s.Budgets[1]; b.Triton != "detector" || b.Growth.Above != defaultAbove || b.Growth.Percent.String() != "10 %" {
		t.Errorf("%+v", b)
	}
	if b = s.Budgets[2]; b.Ranks != "llm" || b.Sum.Limit != 1e12 || b.Median.Limit != 1e9 || b.Outlier.Above != 1024 || b.Count.Number != 8 || b.Stages.Number != 2 || b.Spread.File != "builds.json" {
		t.Errorf("%+v", b)
	}
	a := s.Allow[0]
	if a.Budgets[0] != result.BudgetMax || a.Rules[0] != "PL203" || a.UpTo != 3<<30 || a.Reason != "more classes" || a.Expires.Format(day) != "2027-01-31" || a.Source != "planlint.yaml:24" {
		t.Errorf("%+v", a)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("budgets: [{plan: a, max: 1, growth: {above: 1, percent: 5%}}]\nallow: [{plan: b, budget: max, reason: r, expires: 2027-01-01}]")
	f.Add("budgets: [{ranks: \"a{b,c}\", outlier: 2%, count: 3}]")
	f.Add("? [a]\n: b")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parse(text)
		if err != nil && s != nil {
			t.Errorf("both %v and %+v", err, s)
		}
		if s == nil {
			return
		}
		for _, b := range s.Budgets { // whatever was read can be asked
			b.matches(Subject{Path: "engines/a.plan"})
			_ = b.String() + b.Pattern()
		}
	})
}
