package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/testutil"
)

// asked are words on a command line, the last one being typed, and what a shell has to offer among others.
var asked = []struct {
	words []string
	want  string
}{
	{[]string{"en"}, "engine.plan"},
	{[]string{"scan", "en"}, "engine.plan"},
	{[]string{"sc"}, "scan"},
	{[]string{"scan", "--format", "sa"}, "sarif"},
	{[]string{"explain", "engine.plan", "--model", "he"}, "head.onnx"},
	{[]string{"rules", "PL20"}, "PL202"},
}

// inShell runs a script with planlint in the PATH, in a folder with a plan and a model.
func inShell(t *testing.T, shell, script string, arguments ...string) string {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		testutil.Require(t, shell, "the shell is not installed")
	}
	program, err := exec.LookPath("planlint")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, name := range []string{"engine.plan", "head.onnx"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(path, append([]string{"-c", script}, arguments...)...)
	command.Dir = folder
	command.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+folder, "XDG_CONFIG_HOME="+folder)
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", shell, err, output)
	}
	return string(output)
}

// TestBashCompletion asks bash itself, with the package that completion in bash needs, what it offers.
func TestBashCompletion(t *testing.T) {
	const library = "/usr/share/bash-completion/bash_completion"
	if _, err := os.Stat(library); err != nil {
		testutil.Require(t, "bash-completion", "there is no "+library)
	}
	const script = `set +u; source ` + library + `; source <(planlint completion bash)
COMP_WORDS=(planlint "$@"); COMP_CWORD=$#; COMP_LINE="planlint $*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9; COMP_KEY=9
compopt() { case "$*" in *"-o default"*) files=1;; *"+o default"*) files=;; esac; }
files=1; __start_planlint
printf '%s\n' "${COMPREPLY[@]}"
if [ -n "$files" ]; then compgen -f -- "${!#}" || true; fi`
	for _, c := range asked {
		if got := inShell(t, "bash", script, append([]string{"bash"}, c.words...)...); !slices.Contains(strings.Fields(got), c.want) {
			t.Errorf("%q: bash offers %q, want %s", c.words, got, c.want)
		}
	}
}

func TestFishCompletion(t *testing.T) {
	for _, c := range asked {
		line := "planlint " + strings.Join(c.words, " ")
		if got := inShell(t, "fish", "planlint completion fish | source; complete -C '"+line+"'"); !slices.Contains(strings.Fields(got), c.want) {
			t.Errorf("%q: fish offers %q, want %s", line, got, c.want)
		}
	}
}

// TestZshCompletion lets zsh read the script, and asks what planlint tells it.
func TestZshCompletion(t *testing.T) {
	const script = `autoload -U compinit && compinit -u -D; source <(planlint completion zsh); print -r -- ${_comps[planlint]}`
	if got := strings.TrimSpace(inShell(t, "zsh", script)); got != "_planlint" {
		t.Errorf("zsh completes planlint with %q", got)
	}
}
