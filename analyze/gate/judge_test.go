package gate

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/result"
)

var today = time.Date(2026, 12, 1, 23, 59, 0, 0, time.UTC)

// scanOf is a clean plan of a size.
func scanOf(size int64) result.Scan {
	return result.Scan{File: "engines/a.plan", Size: size, Verdict: result.VerdictClean, Findings: []result.Finding{}, NotChecked: []result.NotChecked{},
		Container: &result.Container{Family: "tensorrt", Version: "10.16.1.11", PlanSize: size, SM: []string{"90"}, Sections: []result.Section{{Name: "ENGN", Size: size - 60}}},
		Zeros:     &result.Zeros{Longest: &result.Run{Offset: 100, Length: 200}, Runs: []result.Run{}}}
}

// withRun adds a zero run to a plan.
func withRun(scan result.Scan, length int64) result.Scan {
	run := result.Run{Offset: scan.Size, Length: length, ToEnd: true}
	scan.Size += length
	container := *scan.Container
	container.PlanSize = scan.Size
	scan.Container = &container
	scan.Zeros = &result.Zeros{Longest: &run, Runs: []result.Run{run}}
	return scan
}

func subject() Subject {
	return Subject{File: "engines/a.plan", Path: "engines/a.plan", Key: "engines/a.plan"}
}

func planOf(scan result.Scan) Plan { return Plan{Subject: subject(), Scan: scan} }

// judgeWith judges with settings and a baseline of some plans.
func judgeWith(t testing.TB, settings string, baseline ...result.Scan) *Judge {
	t.Helper()
	j := &Judge{Baseline: &Baseline{}, Today: today, Fails: func(l result.Level) bool { return l == result.LevelError }}
	if settings != "" {
		s, err := parse(settings)
		if err != nil {
			t.Fatal(err)
		}
		j.Settings = *s
	}
	for _, scan := range baseline {
		j.Baseline.Update(planOf(scan).Entry(""), nil, today.AddDate(0, -1, 0), false)
	}
	j.Ready()
	return j
}

func (j *Judge) of(p Plan) result.Gate { return j.Plan(p, j.Limits(p.Subject)) }

// crossedIn lists the budgets that are crossed, in order.
func crossedIn(g result.Gate) (list []result.GateBudget) {
	for _, c := range g.Checks {
		if c.Crossed {
			list = append(list, c.Budget)
		}
	}
	return list
}

// TestEachBudgetCanFail breaks one thing at a time: each budget must be crossed by what it is for, must not be by the plan
// as it was, and its finding must have the rule that a page explains. A budget that no case breaks fails the test.
func TestEachBudgetCanFail(t *testing.T) {
	t.Parallel()
	const settings = `budgets:
- plan: "**"
  max: 12MiB
  growth: {above: 1MiB, percent: 5%}
  drift: {above: 1MiB, percent: 10%}
  longest-run: 4KiB
  ratio: {to: m.onnx, max: 1.5, above: 1MiB}
  expect-version: 10.16
  expect-sm: 90
  sections: [ENGN]
`
	const size = 10_000_000
	good := func() Plan {
		p := planOf(scanOf(size))
		p.Reference = &Reference{Size: 9_000_000, Weights: new(int64(8_000_000))}
		return p
	}
	judge := func() *Judge { return judgeWith(t, settings, scanOf(size)) }
	if g := judge().of(good()); g.Verdict != result.GatePass || len(g.Findings) > 0 || len(g.Checks) != 8 {
		t.Fatalf("the plan as it was: %s, %+v", g.Verdict, g.Checks)
	}
	seen := map[result.GateBudget]bool{}
	for name, test := range map[string]struct {
		change func(*Judge, *Plan)
		budget result.GateBudget
		rule   string
	}{
		"one byte above max": {func(j *Judge, p *Plan) {
			p.Scan = scanOf(12<<20 + 1)
			j.Baseline = judgeWith(t, "", scanOf(12<<20)).Baseline
		}, result.BudgetMax, "PL301"},
		"growth": {func(_ *Judge, p *Plan) { p.Scan = scanOf(size + 1<<20 + 1) }, result.BudgetGrowth, "PL302"},
		"drift": {func(j *Judge, p *Plan) {
			j.Baseline.Update(planOf(scanOf(11_000_000)).Entry(""), nil, today, false)
			p.Scan = scanOf(size + 1<<20 + 1)
		}, result.BudgetDrift, "PL303"},
		"run":   {func(_ *Judge, p *Plan) { p.Scan.Zeros.Longest.Length = 4097 }, result.BudgetLongestRun, "PL304"},
		"ratio": {func(_ *Judge, p *Plan) { p.Reference.Size = size/3*2 - 1 }, result.BudgetRatio, "PL305"},
		"version": {func(_ *Judge, p *Plan) {
			p.Scan.Findings = []result.Finding{{Rule: "PL106", Level: result.LevelError, Message: "built by another"}}
		}, result.BudgetVersion, "PL106"},
		"SM": {func(_ *Judge, p *Plan) {
			p.Scan.Findings = []result.Finding{{Rule: "PL107", Level: result.LevelError, Message: "built for another"}}
		}, result.BudgetSM, "PL107"},
		"sections": {func(_ *Judge, p *Plan) {
			p.Scan.Container.Sections = append(p.Scan.Container.Sections, result.Section{Name: "LEAN", Size: 8})
		}, result.BudgetSections, "PL306"},
		"none": {func(_ *Judge, p *Plan) { p.Scan.Container.Sections = nil }, result.BudgetSections, "PL306"},
		"new":  {func(j *Judge, _ *Plan) { j.Baseline = &Baseline{} }, result.BudgetNew, "PL307"},
		"scan": {func(_ *Judge, p *Plan) {
			p.Scan.Findings = []result.Finding{{Rule: "PL203", Level: result.LevelError, Message: "zeros"}}
		}, result.BudgetScan, "PL203"},
	} {
		j, p := judge(), good()
		test.change(j, &p)
		g := j.of(p)
		if got := crossedIn(g); !slices.Equal(got, []result.GateBudget{test.budget}) || g.Verdict != result.GateFail {
			t.Errorf("%s: %s, crosses %v", name, g.Verdict, got)
		}
		if !slices.ContainsFunc(g.Findings, func(f result.Finding) bool { return f.Rule == test.rule && f.Level == result.LevelError }) {
			t.Errorf("%s: %+v", name, g.Findings)
		}
		seen[test.budget] = true
	}
	for _, budget := range Budgets() {
		if ofSet := []result.GateBudget{result.BudgetRanks, result.BudgetSum, result.BudgetMedian, result.BudgetOutlier}; !seen[budget] && !slices.Contains(ofSet, budget) {
			t.Errorf("nothing breaks %s; there are %v", budget, slices.Collect(maps.Keys(seen)))
		}
	}
}

// TestEachBudgetCanBeAllowed: an entry of allow lets exactly what it names pass, until its day, up to its size.
func TestEachBudgetCanBeAllowed(t *testing.T) {
	t.Parallel()
	const size = 10_000_000
	grown := scanOf(2 * size)
	grown.Findings = []result.Finding{{Rule: "PL203", Level: result.LevelError, Message: "zeros"}, {Rule: "PL103", Level: result.LevelError, Message: "more zeros"}}
	allow := func(budget, more string) string {
		return "budgets:\n- {plan: \"**\", max: 11MiB}\nallow:\n- {plan: engines/a.plan, budget: " + budget + ", reason: \"two\\nlines\", " + more + "}\n"
	}
	for name, test := range map[string]struct {
		settings string
		want     result.GateVerdict
		allowed  []result.GateBudget
	}{
		"nothing":       {"budgets:\n- {plan: \"**\", max: 11MiB}", result.GateFail, nil},
		"one of three":  {allow("max", "expires: 2027-01-31"), result.GateFail, []result.GateBudget{result.BudgetMax}},
		"all":           {allow("[max, growth, scan]", "expires: 2027-01-31"), result.GateAllowed, []result.GateBudget{result.BudgetMax, result.BudgetGrowth, result.BudgetScan}},
		"by rules":      {allow("[max, growth, PL203, PL103]", "expires: 2027-01-31"), result.GateAllowed, []result.GateBudget{result.BudgetMax, result.BudgetGrowth, result.BudgetScan}},
		"one rule":      {allow("[max, growth, PL203]", "expires: 2027-01-31"), result.GateFail, []result.GateBudget{result.BudgetMax, result.BudgetGrowth}},
		"last day":      {allow("[max, growth, scan]", "expires: 2026-12-01"), result.GateAllowed, []result.GateBudget{result.BudgetMax, result.BudgetGrowth, result.BudgetScan}},
		"the day after": {allow("[max, growth, scan]", "expires: 2026-11-30"), result.GateFail, nil},
		"up to":         {allow("[max, growth, scan]", "up-to: 20000000, expires: 2027-01-31"), result.GateAllowed, []result.GateBudget{result.BudgetMax, result.BudgetGrowth, result.BudgetScan}},
		"above it":      {allow("[max, growth, scan]", "up-to: 19999999, expires: 2027-01-31"), result.GateFail, nil},
		"another plan":  {strings.Replace(allow("[max, growth, scan]", "expires: 2027-01-31"), "engines/a.plan", "engines/b.plan", 1), result.GateFail, nil},
	} {
		j := judgeWith(t, test.settings, scanOf(size))
		g := j.of(planOf(grown))
		var allowed []result.GateBudget
		for _, c := range g.Checks {
			if c.Allowed {
				allowed = append(allowed, c.Budget)
			}
		}
		if g.Verdict != test.want || !slices.Equal(allowed, test.allowed) {
			t.Errorf("%s: %s, allowed %v", name, g.Verdict, allowed)
		}
		for _, f := range g.Findings {
			if covered := strings.HasSuffix(f.Message, ": two lines)"); covered != (f.Level == result.LevelNote) {
				t.Errorf("%s: %+v", name, f)
			}
		}
		settings, _ := j.SettingsResult(func(Selector) Reach { return ReachElsewhere })
		if expired := name == "the day after"; expired != (settings.Verdict == result.GateFail) {
			t.Errorf("%s: the settings %s, %+v", name, settings.Verdict, settings.Findings)
		}
	}
}

// TestSpread: growth inside of what builds of the same differ by is none, and is said; one byte more is not.
func TestSpread(t *testing.T) {
	t.Parallel()
	const size, spread = 10_000_000, 3_000_000
	for name, give := range map[string]func(*Judge, *Plan){
		"measured": func(_ *Judge, p *Plan) { p.Spread = &Measured{spread, "builds.json"} },
		"baseline": func(j *Judge, _ *Plan) {
			e := planOf(scanOf(size)).Entry("")
			e.Spread = new(int64(spread))
			j.Baseline.Update(e, nil, today, false)
		},
		"settings": func(j *Judge, _ *Plan) { j.Flags.Spread = &Spread{Bytes: spread, Source: "planlint.yaml:2"} },
	} {
		j, p := judgeWith(t, "", scanOf(size)), planOf(scanOf(size+spread))
		if g := j.of(p); g.Verdict != result.GateFail {
			t.Errorf("%s: without a spread: %s", name, g.Verdict)
		}
		give(j, &p)
		g := j.of(p)
		if g.Verdict != result.GatePass || !strings.Contains(g.Checks[0].Message, "; inside the 3,000,000 bytes (2.86 MiB) by which builds of the same differ (") || *g.Checks[0].Spread != spread {
			t.Errorf("%s: %s, %+v", name, g.Verdict, g.Checks)
		}
		p.Scan = scanOf(size + spread + 1)
		if g = j.of(p); g.Verdict != result.GateFail {
			t.Errorf("%s: one byte more: %s", name, g.Verdict)
		}
	}
}

// TestKeys: version, GPU and label are parts of the key. Another version is compared, another GPU is not.
func TestKeys(t *testing.T) {
	t.Parallel()
	const size = 10_000_000
	later := func(size int64) result.Scan {
		s := scanOf(size)
		s.Container.Version = "11.2.1.2"
		return s
	}
	otherGPU := scanOf(24 * size) // NVIDIA/TensorRT issue 820: 250 MB on one GPU, 605 MB on another
	otherGPU.Container.SM = []string{"53"}
	j := judgeWith(t, "", scanOf(size))
	for name, test := range map[string]struct {
		scan     result.Scan
		allowNew bool
		want     []result.GateBudget
		verdict  result.GateVerdict
	}{
		"the same":                     {scanOf(size), false, nil, result.GatePass},
		"another version":              {later(size), false, []result.GateBudget{result.BudgetNew}, result.GateFail},
		"another version, allowed":     {later(size), true, []result.GateBudget{result.BudgetNew}, result.GatePass},
		"another version, and doubled": {later(2 * size), true, []result.GateBudget{result.BudgetNew, result.BudgetGrowth}, result.GateFail},
		"another GPU":                  {otherGPU, false, []result.GateBudget{result.BudgetNew}, result.GateFail},
		"another GPU, allowed":         {otherGPU, true, []result.GateBudget{result.BudgetNew}, result.GatePass},
	} {
		j.AllowNew = test.allowNew
		g := j.of(planOf(test.scan))
		if got := crossedIn(g); !slices.Equal(got, test.want) || g.Verdict != test.verdict {
			t.Errorf("%s: %s, crosses %v", name, g.Verdict, got)
		}
		if strings.Contains(name, "GPU") && !strings.Contains(g.Findings[0].Message, "there is one for SM 90, and sizes for two GPUs cannot be compared") {
			t.Errorf("%s: %s", name, g.Findings[0].Message)
		}
	}
	j.Label, j.AllowNew = "nightly", false
	if g := j.of(planOf(scanOf(size))); g.Verdict != result.GateFail {
		t.Errorf("another label: %s", g.Verdict)
	}
}

// TestShrinkingIsNoSuccess: a plan that lost its weights does not pass as one that got better.
func TestShrinkingIsNoSuccess(t *testing.T) {
	t.Parallel()
	j := judgeWith(t, "", scanOf(50_000_000))
	for size, want := range map[int64]bool{3_300: true, 4_999_999: true, 5_000_000: false, 40_000_000: false} {
		g := j.of(planOf(scanOf(size)))
		if got := slices.ContainsFunc(g.Findings, func(f result.Finding) bool {
			return f.Rule == "PL313" && f.Level == result.LevelWarning && strings.HasPrefix(f.Message, "looks stripped: ")
		}); got != want {
			t.Errorf("%d bytes: %+v", size, g.Findings)
		}
	}
	padded := judgeWith(t, "", withRun(scanOf(1_100_136), 5_486_674_044))
	if g := padded.of(planOf(scanOf(1_041_804))); len(g.Findings) > 0 || g.Verdict != result.GatePass {
		t.Errorf("padding that is gone: %+v", g.Findings)
	}
}
