package planlint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// checkout copies the files that git knows, or would not ignore, into a folder of its own, with a repository around them.
func checkout(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "source")
	names, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z").Output()
	if err != nil {
		t.Skipf("skipped, this is no git checkout: %v", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue // removed, and not yet committed
		}
		to := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, readFile(t, name), info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
	shell(t, folder, nil, "git init -q . && git add -A . && git -c user.name=test -c user.email=test@example.invalid commit -q -m test")
	return folder
}

func shell(t *testing.T, folder string, env []string, script string) string {
	t.Helper()
	command := exec.Command("sh", "-ec", script)
	command.Dir, command.Env = folder, append(os.Environ(), env...)
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, output)
	}
	return string(output)
}

// TestContainerfile runs what the Containerfile runs, in a folder with what a build would copy there.
func TestContainerfile(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("skipped, it compiles planlint anew")
	}
	source := checkout(t)
	out := filepath.Join(t.TempDir(), "out")
	text := strings.ReplaceAll(string(readFile(t, "Containerfile")), "\\\n", "")
	ran, copied := 0, ""
	for line := range strings.Lines(text) {
		instruction, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch instruction {
		case "RUN":
			shell(t, source, nil, strings.ReplaceAll(rest, "/out", out))
			ran++
		case "COPY":
			if from, found := strings.CutPrefix(rest, "--from=build "); found {
				copied += from + "\n"
			}
		}
	}
	if ran < 2 || !strings.Contains(copied, "/out/ /\n") || !strings.Contains(text, "ENTRYPOINT [\"/planlint\"]") {
		t.Fatalf("the Containerfile is not what this test knows: %s", text)
	}
	if version := shell(t, out, nil, "./planlint version"); !strings.HasPrefix(version, "planlint ") {
		t.Errorf("planlint says %q", version)
	}
	if info, err := os.Stat(filepath.Join(out, "tmp")); err != nil || info.Mode()&os.ModeSticky == 0 {
		t.Errorf("no folder for temporary files: %v", err)
	}
	if runtime.GOOS == "linux" {
		if kind := shell(t, out, nil, "ldd planlint 2>&1 || true"); !strings.Contains(kind, "not a dynamic executable") && !strings.Contains(kind, "Not a valid dynamic program") {
			t.Errorf("planlint is not static: %s", kind)
		}
	}
	for _, ignored := range []string{".git", "go.mod", "analyze"} {
		if slices.Contains(strings.Split(string(readFile(t, ".dockerignore")), "\n"), ignored) {
			t.Errorf("%s does not reach the build", ignored)
		}
	}
}

// release is what the tests need to know of .goreleaser.yaml.
type release struct {
	Version int
	Before  struct{ Hooks []string }
	Builds  []struct {
		Main         string
		Env          []string
		Flags        []string
		LDFlags      []string `yaml:"ldflags"`
		GOOS, GOARCH []string
		Ignore       []struct{ GOOS, GOARCH string }
	}
	Archives []struct{ Files []string }
}

// TestGoreleaser builds what a release would build: for this machine, and for every platform if PLANLINT_PLATFORMS is "all", which
// takes minutes.
func TestGoreleaser(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped, releases are made on Linux or macOS")
	}
	made := readYAML[release](t, readFile(t, ".goreleaser.yaml"))
	if made.Version != 2 || len(made.Builds) != 1 || len(made.Builds[0].GOOS) != 3 {
		t.Fatalf("%+v", made)
	}
	build := made.Builds[0]
	out := t.TempDir()
	built, all := 0, os.Getenv("PLANLINT_PLATFORMS") == "all"
	for _, goos := range build.GOOS {
		for _, goarch := range build.GOARCH {
			ignored := slices.ContainsFunc(build.Ignore, func(i struct{ GOOS, GOARCH string }) bool { return i.GOOS == goos && i.GOARCH == goarch })
			here := goos == runtime.GOOS && goarch == runtime.GOARCH
			if ignored || !all && !here {
				continue
			}
			path := filepath.Join(out, goos+"-"+goarch)
			command := exec.Command("go", slices.Concat([]string{"build"}, build.Flags, []string{"-ldflags", strings.Join(build.LDFlags, " "), "-o", path, build.Main})...)
			command.Env = append(append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch), build.Env...)
			if output, err := command.CombinedOutput(); err != nil {
				t.Errorf("%s/%s: %v\n%s", goos, goarch, err, output)
				continue
			}
			built++
			if here && !strings.HasPrefix(shell(t, out, nil, path+" version"), "planlint ") {
				t.Error("what was built does not say what it is")
			}
		}
	}
	if all && built != 4 {
		t.Errorf("%d platforms were built", built)
	}
	for _, hook := range made.Before.Hooks {
		script, _, _ := strings.Cut(hook, " ")
		shell(t, ".", nil, script+" "+filepath.Join(out, "completions"))
	}
	for _, name := range []string{"planlint.bash", "_planlint", "planlint.fish", "planlint.ps1"} {
		if info, err := os.Stat(filepath.Join(out, "completions", name)); err != nil || info.Size() == 0 {
			t.Errorf("completion %s: %v", name, err)
		}
	}
	for _, files := range made.Archives[0].Files {
		if found, err := filepath.Glob(files); !strings.HasPrefix(files, "completions/") && (err != nil || len(found) == 0) {
			t.Errorf("there are no files %s for the archive", files)
		}
	}
}

// TestGoInstall installs planlint as its users do, by the path of its module, from a module proxy that is a folder.
func TestGoInstall(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("skipped, it compiles planlint and all that it needs anew")
	}
	source := checkout(t)
	proxy, bin, cache := t.TempDir(), t.TempDir(), t.TempDir()
	versions := filepath.Join(proxy, "github.com", "planlint", "planlint", "@v")
	script := `mkdir -p "$VERSIONS"
git archive --format=zip --prefix=github.com/planlint/planlint@v0.0.1/ -o "$VERSIONS/v0.0.1.zip" HEAD -- . ':!bench' ':!tools'
cp go.mod "$VERSIONS/v0.0.1.mod"
echo '{"Version":"v0.0.1","Time":"2026-01-01T00:00:00Z"}' > "$VERSIONS/v0.0.1.info"
echo v0.0.1 > "$VERSIONS/list"
cp "$VERSIONS/v0.0.1.info" "$VERSIONS/../@latest"
downloaded=$(go env GOMODCACHE)/cache/download
cd /
GOPROXY="file://$PROXY,file://$downloaded,off" GOMODCACHE="$CACHE" GOFLAGS=-modcacherw GOSUMDB=off \
	GOBIN="$BIN" CGO_ENABLED=0 go install -trimpath github.com/planlint/planlint/cmd/planlint@latest
"$BIN/planlint" version`
	if version := shell(t, source, []string{"VERSIONS=" + versions, "PROXY=" + proxy, "BIN=" + bin, "CACHE=" + cache}, script); !strings.Contains(version, "planlint v0.0.1") {
		t.Errorf("installed: %q", version)
	}
}
