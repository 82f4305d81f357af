package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/result"
)

// budgetKinds has a value for every budget that two plans of 3 and 4 MB cross, whose entries have 1 MB.
var budgetKinds = map[string]string{
	"max": "1KiB", "growth": "1%", "drift": "{above: 1, percent: 1%}", "longest-run": "1", "ratio": "{to: engines/7/model.plan, max: 0.5, above: 1KiB}",
	"expect-version": `"7"`, "expect-sm": `"90"`, "sections": "[NONE]",
}

var setKinds = map[string]string{"sum": "1KiB", "median": "1KiB", "outlier": "1%", "ranks": "3"}

// TestEveryBudgetCanFail: of every kind, and however its path is written.
func TestEveryBudgetCanFail(t *testing.T) {
	folder := repository(t)
	plans := []string{
		"engines", "engines/", "./engines", "engines/.", ".", "./", `"**"`, `"*/"`, `"engines/*"`, `"e*/"`, `"engines/**/*.plan"`, `"eng*/rank?.plan"`,
		"engines/rank0.plan", "./engines//rank0.plan", "engines/../engines/rank0.plan", "../repo/engines", "../repo/engines/rank0.plan",
		`"../repo/engines/*.plan"`, `"../*/engines/rank0.plan"`, `"../**/*.plan"`, "../repo", "..",
	}
	sets := []string{"engines", "engines/", "./engines", "../repo/engines", `"engines/*.plan"`, `"../repo/engines/rank*.plan"`, `"**/rank*.plan"`}
	for _, from := range []string{".", "engines", ".."} { // the folder that gate is run in
		t.Chdir(filepath.Join(folder, from))
		for i, path := range plans {
			for budget, value := range budgetKinds {
				if budget != "max" && (from != "." || testing.Short() && i > 2) {
					continue
				}
				crosses(t, folder, "plan: "+path, budget, budget+": "+value)
			}
		}
		for _, path := range sets {
			for budget, value := range setKinds {
				crosses(t, folder, "ranks: "+path, budget, strings.Replace(budget+": "+value, "ranks:", "count:", 1))
			}
		}
	}
	t.Chdir(folder)
	crosses(t, folder, "triton: engines", "max", "max: 1KiB", "engines/7")
}

// TestBudgetOfNoPlan: a budget that is for no plan is never passed over, and neither is it by selftest.
func TestBudgetOfNoPlan(t *testing.T) {
	folder := repository(t)
	t.Chdir(folder)
	for _, test := range []struct {
		selector string
		exit     int
		args     []string
	}{
		{"plan: engines/missing.plan", exitNoJudgement, []string{"engines"}},
		{"plan: engines/missing.plan", exitNoJudgement, []string{"engines/rank0.plan"}},
		{"plan: engine", exitNoJudgement, []string{"engines"}},
		{"ranks: nollm", exitNoJudgement, []string{"engines"}},
		{`plan: "engine/*.plan"`, exitFindings, []string{"engines"}},
		{`plan: "../engines/*.plan"`, exitFindings, []string{"engines"}},
		{`plan: "../nowhere/**"`, exitFindings, []string{"engines"}},
		{"plan: docs", exitFindings, []string{"."}},
		{`plan: "docs/*/"`, exitFindings, []string{"."}},
		{"triton: nomodel", exitFindings, []string{"engines"}},
		{`ranks: "*"`, exitFindings, []string{"engines"}},
		{"plan: docs", exitClean, []string{"engines"}}, // not asked for
		{"plan: engines/rank1.plan", exitClean, []string{"engines/rank0.plan"}},
		{"plan: engines/a.zip!x.plan", exitNoJudgement, []string{"engines"}},
	} {
		for _, command := range [][]string{{"gate"}, {"gate", "selftest"}} {
			write(t, "planlint.yaml", "version: 1\ngate:\n  budgets:\n    - "+test.selector+"\n      growth: 90%\n")
			if test.selector[:5] == "ranks" {
				write(t, "planlint.yaml", "version: 1\ngate:\n  budgets:\n    - "+test.selector+"\n      sum: 1GiB\n")
			}
			args := append(slices.Clone(command), "--no-baseline")
			var out, errs bytes.Buffer
			exit := Main(t.Context(), append(args, test.args...), nil, &out, &errs)
			said := out.String() + errs.String()
			if exit != test.exit || test.exit != exitClean && !strings.Contains(said, "for no plan") {
				t.Errorf("%v, %s: exit %d\n%s", args, test.selector, exit, said)
			}
		}
	}
}

// repository has a git repository with two plans, a baseline in which they were smaller, and a folder without a plan.
func repository(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "repo")
	for _, name := range []string{".git", "engines", "engines/7", "engines/7x", "docs"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	sized := func(name string, size int64) {
		data, err := fixtures.Large(fixtures.TagRTX, size).Bytes()
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, name), string(data))
	}
	for i, size := range []int64{100_000, 3_000_000, 4_000_000} {
		sized("engines/rank0.plan", size)
		sized("engines/rank1.plan", max(size, 3_000_000*int64(i)/2))
		if i > 0 {
			break
		}
		var out, errs bytes.Buffer
		file := filepath.Join(folder, "planlint-baseline.json")
		if exit := Main(t.Context(), []string{"baseline", "update", "--baseline", file, folder}, nil, &out, &errs); exit != exitClean {
			t.Fatal(errs.String())
		}
	}
	sized("engines/rank1.plan", 4_000_000)
	sized("engines/7/model.plan", 3_000_000)
	sized("engines/7x/c.plan", 3_000_000)
	write(t, filepath.Join(folder, "docs", "a.txt"), "text")
	write(t, filepath.Join(folder, "planlint.yaml.txt"), "text")
	return folder
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// crosses judges the plans of a repository with one budget, and fails unless it is crossed.
func crosses(t *testing.T, folder, selector, budget, entry string, args ...string) {
	t.Helper()
	write(t, filepath.Join(folder, "planlint.yaml"), fmt.Sprintf("version: 1\ngate:\n  budgets:\n    - %s\n      %s\n", selector, entry))
	var out, errs bytes.Buffer
	named := []string{"gate", "--format", "json", "--config", filepath.Join(folder, "planlint.yaml")}
	if len(args) == 0 {
		args = []string{"engines/rank0.plan", "engines/rank1.plan"}
	}
	for _, arg := range args {
		named = append(named, filepath.Join(folder, arg))
	}
	exit := Main(t.Context(), named, nil, &out, &errs)
	var document result.Document[result.Gate]
	if err := json.Unmarshal(out.Bytes(), &document); err != nil {
		t.Fatalf("%s, %s: %v: %s", selector, entry, err, errs.String())
	}
	for _, r := range document.Results {
		for _, c := range r.Checks {
			if string(c.Budget) == budget && c.Crossed && (strings.Contains(c.Source, "planlint.yaml") || budget == "ranks") && exit != exitClean {
				return
			}
		}
	}
	t.Errorf("%s, %s: not crossed, exit %d: %s", selector, entry, exit, errs.String())
}
