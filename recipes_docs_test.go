package planlint_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/fixtures/linters"
)

// examples are the files that docs/ci.md shows, by their names.
func examples(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, block := range regexp.MustCompile("(?s)```yaml\n# ([^\n]+)\n(.*?)```").FindAllStringSubmatch(string(readFile(t, "docs/ci.md")), -1) {
		files[block[1]] = []byte(block[2])
	}
	if len(files) < 7 {
		t.Fatalf("docs/ci.md has only %d examples", len(files))
	}
	return files
}

// TestCIDocs runs what the examples run, with stand-ins for what they fetch.
func TestCIDocs(t *testing.T) {
	build, _, _ := actionSteps(t)
	r := newRunner(t)
	r.build(build)
	r.plan("engines/head.plan", fixtures.SeedPadded(fixtures.InsideBehindEndTag))
	r.program("go", "#!/bin/sh\n[ \"$*\" = 'install github.com/planlint/planlint/cmd/planlint@latest' ] || exit 9\n"+
		"[ -z \"$GOBIN\" ] || { mkdir -p \"$GOBIN\" && cp \"$RUNNER_TEMP/planlint/planlint\" \"$GOBIN\"; }\n")
	files := examples(t)

	gitlab := readYAML[map[string]struct {
		Variables map[string]string
		Script    []string
		Artifacts struct{ Reports map[string]string }
	}](t, files[".gitlab-ci.yml"])["planlint"]
	jenkins := regexp.MustCompile("Jenkins[^`]*`(planlint [^`]*)`").FindSubmatch(readFile(t, "docs/ci.md"))
	if jenkins == nil {
		t.Fatal("docs/ci.md has no command for Jenkins")
	}
	for _, build := range []string{"first", "second"} { // in a workspace that is kept
		for system, script := range map[string]string{"GitLab": strings.Join(gitlab.Script, "\n"), "Jenkins": string(jenkins[1])} {
			if code, output := r.script(script, "GOBIN="+filepath.Join(r.folder, ".bin")); code != 1 {
				t.Errorf("%s, %s build: exit status %d\n%s", system, build, code, output)
			}
		}
	}
	for kind, want := range map[string]string{"junit": `failures="1"`, "codequality": `"check_name": "PL202"`} {
		if text := readFile(t, filepath.Join(r.folder, gitlab.Artifacts.Reports[kind])); !strings.Contains(string(text), want) {
			t.Errorf("GitLab, %s: %s", kind, text)
		}
	}

	r.plan("engines/head.plan", fixtures.SeedCleanHead())
	for _, s := range readYAML[workflow](t, files[".github/workflows/planlint-gate.yml"]).Jobs["plans"].Steps {
		if s.Run == "" {
			continue
		}
		if code, output := r.script("planlint baseline update engines\n" + s.Run); code != 0 || !strings.Contains(output, "WORKS") {
			t.Errorf("%s: exit status %d\n%s", s.Run, code, output)
		}
	}
	r.plan("engines/head.plan", fixtures.SeedPadded(fixtures.InsideBehindEndTag))

	install := readYAML[workflow](t, files[".github/workflows/planlint-install.yml"]).Jobs["plans"]
	for _, s := range append(install.Steps, install.Steps...) { // the runner is one's own: the second build finds the files of the first
		if s.Run == "" {
			continue
		}
		code, output := r.script(s.Run, "GOBIN=")
		if strings.HasPrefix(s.Run, "go install") != (code == 0) || code != 0 && (code != 1 || !strings.Contains(output, "::error file=engines/head.plan")) {
			t.Errorf("%s: exit status %d\n%s", s.Run, code, output)
		}
	}
	var log struct{ Runs []struct{ Results []any } }
	if err := json.Unmarshal(readFile(t, filepath.Join(r.folder, "planlint.sarif")), &log); err != nil || len(log.Runs[0].Results) != 1 {
		t.Errorf("SARIF: %v, %+v", err, log)
	}
}

// fakeGH answers as GitHub's command line does, and keeps what it was asked. The queries are run by nobody: what they select is
// in $PULL and $OLD.
const fakeGH = `#!/bin/sh
printf '%s\n' "$*" | tr '\n' ' ' >>"$RUNNER_TEMP/asked"
echo >>"$RUNNER_TEMP/asked"
case "$*" in
*"/pulls -f state=open"*) [ -z "$PULL" ] || echo "$PULL";;
*"--paginate"*) [ -z "$OLD" ] || echo "$OLD";;
*) cp comment.md "$RUNNER_TEMP/posted";;
esac
`

// TestForkComment runs the workflow that may write comments on what a stranger's job left.
func TestForkComment(t *testing.T) {
	build, _, _ := actionSteps(t)
	workflow := readYAML[workflow](t, examples(t)[".github/workflows/planlint-comment.yml"])
	var comment step
	for _, s := range workflow.Jobs["comment"].Steps {
		if s.Run != "" {
			comment = s
		}
	}
	if expression.MatchString(comment.Run) {
		t.Error("an expression in the script that may write comments")
	}
	r := newRunner(t)
	r.build(build)
	r.program("gh", fakeGH)
	name := filepath.Join("engines", "[click](https:\u2215\u2215evil) @all <b>$(touch pwned)`touch pwned`.plan")
	r.plan(name, fixtures.SeedPadded(fixtures.InsideBehindEndTag))
	if err := os.MkdirAll(filepath.Join(r.temp, "results"), 0o777); err != nil {
		t.Fatal(err)
	}
	run := func(pull, old string) (int, string, string) {
		t.Helper()
		for _, file := range []string{"asked", "posted", "comment.md", "page.md"} {
			_ = os.Remove(filepath.Join(r.temp, file)) // of the last run, if there was one
		}
		code, output := r.script(comment.Run, "PULL="+pull, "OLD="+old, "REPOSITORY=own/repository", "BRANCH=stranger:$(touch pwned)", "COMMIT=abc")
		return code, output, r.said("asked")
	}
	r.script(`planlint --format json engines > "$RUNNER_TEMP/results/planlint.json" || true`)

	code, output, asked := run("7", "")
	posted := r.said("posted")
	if code != 0 || !strings.Contains(asked, "--method POST repos/own/repository/issues/7/comments") || !strings.Contains(asked, "head=stranger:$(touch pwned)") {
		t.Errorf("a first comment: exit status %d, asked %s\n%s", code, asked, output)
	}
	if !strings.HasPrefix(posted, "<!-- planlint -->\n") || !strings.Contains(posted, "PADDED") || strings.Contains(posted, "[click](") || strings.Contains(posted, "<b>") {
		t.Errorf("posted: %s", posted)
	}
	if _, _, asked := run("7", "99"); !strings.Contains(asked, "--method PATCH repos/own/repository/issues/comments/99") || strings.Contains(asked, "POST") {
		t.Errorf("a comment that is there: asked %s", asked)
	}
	if code, output, asked := run("", ""); code != 0 || strings.Contains(asked, "POST") || !strings.Contains(output, "no open pull request") {
		t.Errorf("no pull request: exit status %d, asked %s", code, asked)
	}
	for _, text := range []string{"", "hello", `{"schema":"planlint/scan/v9"}`, `[]`, `{"schema":"planlint/scan/v1","results":[],"exit":2}`} {
		if err := os.WriteFile(filepath.Join(r.temp, "results", "planlint.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, asked := run("7", ""); code == 0 || asked != "" {
			t.Errorf("%q was taken: exit status %d, asked %s", text, code, asked)
		}
	}
	for _, folder := range []string{r.folder, r.temp} {
		if _, err := os.Stat(filepath.Join(folder, "pwned")); err == nil {
			t.Error("a name ran")
		}
	}
}

// TestCISchemas checks every file for CI with what its readers check it with.
func TestCISchemas(t *testing.T) {
	folder := t.TempDir()
	paths := map[string]string{}
	for name, text := range examples(t) {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		paths[name] = path
	}
	linters.Run(t, "check-jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml")
	linters.Run(t, "check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci", paths[".gitlab-ci.yml"])
	linters.Run(t, "pre-commit", "validate-manifest", ".pre-commit-hooks.yaml")
	linters.Run(t, "pre-commit", "validate-config", paths[".pre-commit-config.yaml"])
	linters.Run(t, "hadolint", "--failure-threshold", "style", "Containerfile")
	linters.Run(t, "shellcheck", "tools/completions.sh", "fixtures/linters/install.sh")
	build, judge, _ := actionSteps(t)
	scripts := map[string]string{"build": build.Run, "judge": judge.Run}
	arguments := []string{"-shellcheck", linters.Program(t, "shellcheck")}
	for name, text := range examples(t) {
		if strings.HasPrefix(name, ".github/") {
			linters.Run(t, "check-jsonschema", "--builtin-schema", "vendor.github-workflows", paths[name])
			arguments = append(arguments, paths[name])
			for _, job := range readYAML[workflow](t, text).Jobs {
				for _, s := range job.Steps {
					scripts[name+s.Name] = s.Run
				}
			}
		}
	}
	for name, run := range scripts {
		path := filepath.Join(folder, "script.sh")
		if err := os.WriteFile(path, []byte("set -eo pipefail\n"+run), 0o600); err != nil { // as GitHub runs it
			t.Fatal(err)
		}
		if output, err := exec.Command("bash", "-n", path).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, output)
		}
		linters.Run(t, "shellcheck", "--shell", "bash", path)
	}
	lint := exec.Command("go", append([]string{"tool", "-modfile=tools/go.mod", "actionlint"}, arguments...)...)
	if output, err := lint.CombinedOutput(); err != nil {
		t.Errorf("actionlint: %v\n%s", err, output)
	}
}
