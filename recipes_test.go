package planlint_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/planlint/planlint/fixtures"
)

// workflow is what the tests need to know of a workflow or an action of GitHub.
type workflow struct {
	Inputs map[string]struct{ Default string }
	Runs   struct{ Steps []step }
	Jobs   map[string]struct{ Steps []step }
}

type step struct {
	Name, Uses, Run, Shell, If string
	Env, With                  map[string]string
}

func readYAML[T any](t *testing.T, text []byte) (value T) {
	t.Helper()
	if err := yaml.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return value
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// runner is a job's machine, as far as scripts see it.
type runner struct {
	t *testing.T
	// folder is the repository that the job is about, temp the folder of RUNNER_TEMP.
	folder, temp string
	env          []string
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("skipped, the scripts are for the bash of Linux and macOS")
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	r := &runner{t: t, folder: filepath.Join(folder, "repository"), temp: filepath.Join(folder, "temp")}
	for _, made := range []string{filepath.Join(r.folder, ".git"), filepath.Join(r.folder, "engines"), filepath.Join(r.temp, "bin")} {
		if err := os.MkdirAll(made, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	r.env = append(os.Environ(), "RUNNER_TEMP="+r.temp, "GITHUB_ACTION_PATH="+root, "GITHUB_ACTIONS=true",
		"PATH="+filepath.Join(r.temp, "bin")+":"+filepath.Join(r.temp, "planlint")+":"+os.Getenv("PATH"))
	for _, name := range []string{"GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_PATH"} {
		r.env = append(r.env, name+"="+filepath.Join(r.temp, name))
	}
	return r
}

// script runs what a step runs, as GitHub does, and returns its exit status and what it printed.
func (r *runner) script(run string, env ...string) (code int, output string) {
	r.t.Helper()
	file := filepath.Join(r.temp, "script.sh")
	if err := os.WriteFile(file, []byte(run), 0o600); err != nil {
		r.t.Fatal(err)
	}
	command := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", file)
	command.Dir, command.Env = r.folder, append(r.env, env...)
	text, err := command.CombinedOutput()
	var status *exec.ExitError
	if errors.As(err, &status) {
		return status.ExitCode(), string(text)
	} else if err != nil {
		r.t.Fatal(err)
	}
	return 0, string(text)
}

// plan writes a plan into the repository.
func (r *runner) plan(name string, recipe fixtures.Recipe) {
	r.t.Helper()
	path := filepath.Join(r.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		r.t.Fatal(err)
	}
	file, err := os.Create(path)
	if err == nil {
		err = errors.Join(recipe.WriteTo(context.Background(), file), file.Close())
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

// program puts a program of that name into the PATH.
func (r *runner) program(name, script string) {
	r.t.Helper()
	if err := os.WriteFile(filepath.Join(r.temp, "bin", name), []byte(script), 0o700); err != nil {
		r.t.Fatal(err)
	}
}

// said is what a file of the runner holds.
func (r *runner) said(name string) string {
	text, err := os.ReadFile(filepath.Join(r.temp, name))
	if err != nil {
		return ""
	}
	return string(text)
}

var expression = regexp.MustCompile(`\$\{\{`)

// actionSteps are the two scripts of action.yml: the one that builds planlint, and the one that runs it.
func actionSteps(t *testing.T) (build, judge step, defaults map[string]string) {
	t.Helper()
	action := readYAML[workflow](t, readFile(t, "action.yml"))
	for _, s := range action.Runs.Steps {
		if expression.MatchString(s.Run) {
			t.Errorf("an expression in the script of %q: what it is replaced by would run", s.Name)
		}
		switch s.Name {
		case "Build planlint":
			build = s
		case "Judge plans":
			judge = s
		}
	}
	if build.Run == "" || judge.Run == "" || judge.Shell != "bash" || build.Shell != "bash" {
		t.Fatal("action.yml lacks a step")
	}
	defaults = map[string]string{}
	for variable, value := range judge.Env {
		input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
		declared, known := action.Inputs[input]
		if !known {
			t.Fatalf("%s: %s is no input", variable, value)
		}
		defaults[variable] = declared.Default
	}
	return build, judge, defaults
}

// build makes the planlint of a runner with the script of the action.
func (r *runner) build(s step) {
	r.t.Helper()
	var env []string
	for name, value := range s.Env {
		env = append(env, name+"="+value)
	}
	if code, output := r.script(s.Run, env...); code != 0 {
		r.t.Fatalf("building: exit status %d\n%s", code, output)
	}
	if got := strings.TrimSpace(r.said("GITHUB_PATH")); got != filepath.Join(r.temp, "planlint") {
		r.t.Errorf("the PATH of later steps gets %q", got)
	}
}

func TestAction(t *testing.T) {
	build, judge, defaults := actionSteps(t)
	r := newRunner(t)
	r.build(build)
	r.plan("engines/head.plan", fixtures.SeedCleanHead())
	run := func(inputs map[string]string) (int, string) {
		t.Helper()
		for _, name := range []string{"GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"} {
			if err := os.RemoveAll(filepath.Join(r.temp, name)); err != nil {
				t.Fatal(err)
			}
		}
		var env []string
		for name, value := range defaults {
			if given, ok := inputs[name]; ok {
				value = given
			}
			env = append(env, name+"="+value)
		}
		return r.script(judge.Run, env...)
	}
	expect := func(what string, inputs map[string]string, want int, parts ...string) {
		t.Helper()
		code, output := run(inputs)
		if code != want {
			t.Errorf("%s: exit status %d, want %d\n%s", what, code, want, output)
		}
		for _, part := range parts {
			if !strings.Contains(output+r.said("GITHUB_OUTPUT"), part) {
				t.Errorf("%s: no %q in %s", what, part, output)
			}
		}
	}

	expect("clean", map[string]string{"PLANS": "engines/"}, 0, "planlint scan: passed.", "outcome=pass\n")
	for _, name := range []string{"json", "sarif", "xml", "gitlab.json", "md"} {
		if info, err := os.Stat(filepath.Join(r.folder, "planlint-results", "planlint."+name)); err != nil || info.Size() == 0 {
			t.Errorf("planlint.%s: %v", name, err)
		}
	}
	r.plan("engines/head.plan", fixtures.SeedPadded(fixtures.InsideBehindEndTag))
	const annotation = "::error file=engines/head.plan,title=planlint PL202%3A Zeros behind the end tag::engines/head.plan: 5,486,674,044 bytes of zeros"
	expect("padded", map[string]string{"PLANS": "engines/"}, 1, annotation, "planlint scan: failed.", "outcome=fail\n", "exit-code=1\n", "errors=1\n")
	if summary := r.said("GITHUB_STEP_SUMMARY"); !strings.Contains(summary, "| **fail** | `engines/head.plan` | padded |") {
		t.Errorf("the summary: %s", summary)
	}
	expect("padded, to go on", map[string]string{"PLANS": "engines/", "FAIL": "false"}, 0, annotation, "outcome=fail\n")
	expect("a plan that is missing, to go on", map[string]string{"PLANS": "gone.plan", "FAIL": "false"}, 3, "outcome=error\n")
	expect("flags and several plans", map[string]string{"PLANS": "engines/head.plan\n\nengines/head.plan\n", "FLAGS": "--expect-version=11.3\n\n--min-run\n1MiB\n", "RESULTS": ""}, 1, "PL106", "judged=2\n")
	expect("no plan", map[string]string{}, 2, "::error title=planlint action::plans names no plan")
	expect("an unknown command", map[string]string{"PLANS": "engines/", "COMMAND": "build"}, 2, "command is one of")
	expect("neither true nor false", map[string]string{"PLANS": "engines/", "FAIL": "yes"}, 2, "fail is true or false")
	expect("a plan like a flag", map[string]string{"PLANS": "--version"}, 3, "outcome=error")

	// The gate, with a baseline of the clean plan.
	gate := map[string]string{"COMMAND": "gate", "PLANS": "engines/", "FLAGS": "--fail-on=warning"}
	r.plan("engines/head.plan", fixtures.SeedCleanHead())
	if code, output := r.script("planlint baseline update engines"); code != 0 {
		t.Fatalf("baseline: %s", output)
	}
	expect("gate, clean", gate, 0, "planlint gate: passed.", "outcome=pass\n")
	r.plan("engines/head.plan", fixtures.SeedPadded(fixtures.InsideBehindEndTag))
	expect("gate, padded", gate, 1, "::error file=engines/head.plan,title=planlint PL202%3A Zeros behind the end tag::", "planlint gate: failed.", "outcome=fail\n")

	// Nothing of an input runs.
	pwned := filepath.Join(r.folder, "pwned")
	for _, attack := range []string{"$(touch pwned)", "`touch pwned`", "a; touch pwned", "a' ; touch pwned '", "a\" ; touch pwned \"", "a && touch pwned", "| touch pwned", "$PATH", "*", "a\r\ntouch pwned",
		"${IFS}touch${IFS}pwned", "\\$(touch pwned)", "-e touch pwned", "%0A::set-output name=x::y"} {
		for name := range defaults {
			inputs := map[string]string{"PLANS": "engines/", name: attack}
			if code, output := run(inputs); code == 0 && name != "RESULTS" || strings.Contains(output, "set-output name=x::y\n::") {
				t.Errorf("%s=%q: exit status %d\n%s", name, attack, code, output)
			}
			if _, err := os.Stat(pwned); err == nil {
				t.Fatalf("%s=%q ran", name, attack)
			}
		}
	}
}
