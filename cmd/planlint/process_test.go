//go:build !windows

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/planlint/planlint/fixtures"
)

// patience is how long something is waited for that takes no time, on a machine that has none.
const patience = time.Minute

// until waits for what another process does and only files tell of.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	end, look := time.After(patience), time.NewTicker(time.Millisecond)
	defer look.Stop()
	for !done() {
		select {
		case <-end:
			t.Fatalf("%s: not within %v", what, patience)
		case <-look.C:
		}
	}
}

// process is a planlint that runs by itself.
type process struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
	temporary      string
}

func newProcess(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.CommandContext(t.Context(), "planlint", args...), temporary: t.TempDir()}
	p.Env = append(os.Environ(), "TMPDIR="+p.temporary)
	p.Dir = t.TempDir()
	p.Stdout, p.Stderr = &p.stdout, &p.stderr
	return p
}

// ends waits for the process and checks its exit status, its standard error, and that it leaves nothing.
func (p *process) ends(t *testing.T, status int, stderr string) {
	t.Helper()
	err := p.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := p.ProcessState.ExitCode(); got != status || p.stderr.String() != stderr {
		t.Errorf("exit status %d and standard error %q, want %d and %q", got, p.stderr.String(), status, stderr)
	}
	if left := names(t, p.temporary); left != "" {
		t.Errorf("left in TMPDIR: %s", left)
	}
}

func names(t *testing.T, folder string) string {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range files {
		all = append(all, f.Name())
	}
	return strings.Join(all, " ")
}

func (p *process) writePlan(t *testing.T, name string, recipe fixtures.Recipe) {
	t.Helper()
	file, err := os.Create(filepath.Join(p.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(recipe.WriteTo(context.Background(), file), file.Close()); err != nil {
		t.Fatal(err)
	}
}

// A signal during the reading of a pipe.
func TestSignalWhileSpooling(t *testing.T) {
	for signal, want := range map[syscall.Signal]struct {
		status int
		stderr string
	}{
		syscall.SIGINT:  {130, "planlint: interrupted\n"},
		syscall.SIGTERM: {143, "planlint: terminated\n"},
	} {
		for _, args := range [][]string{{"-"}, {"info", "-"}, {"map", "-"}, {"trim", "-", "-o", "copy.plan"}} {
			p := newProcess(t, args...)
			pipe, err := p.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			// More than a pipe holds, so it is being read when this returns; and the pipe stays open.
			if _, err := pipe.Write(bytes.Repeat([]byte("ftrt"), 1<<20)); err != nil {
				t.Fatal(err)
			}
			if err := p.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			p.ends(t, want.status, want.stderr)
			if left := names(t, p.Dir); left != "" {
				t.Errorf("%v: left: %s", args, left)
			}
		}
	}
}

// A signal while a copy is made and read back.
func TestSignalWhileTrimming(t *testing.T) {
	p := newProcess(t, "trim", "padded.plan", "-o", "copy.plan")
	p.writePlan(t, "padded.plan", fixtures.SeedPadded(fixtures.InsideBehindEndTag))
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, "the copy is begun", func() bool { return names(t, p.Dir) != "padded.plan" })
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.ends(t, 130, "planlint: interrupted\n")
	if left := names(t, p.Dir); left != "padded.plan" {
		t.Errorf("left: %s", left)
	}
}

// Nobody reads standard output: planlint says nothing and keeps the status of what it judged.
func TestClosedPipe(t *testing.T) {
	for _, test := range []struct {
		args   []string
		status int
	}{
		{[]string{"clean.plan"}, 0},
		{[]string{"padded.plan"}, 1},
		{[]string{"--format", "json", "padded.plan", "clean.plan"}, 1},
		{[]string{"--write", "json=out.json", "clean.plan", "padded.plan"}, 1},
		{[]string{"info", "clean.plan"}, 0},
		{[]string{"map", "clean.plan"}, 0},
		{[]string{"rules"}, 0},
		{[]string{"demo"}, 0},
		{[]string{"version"}, 0},
		{[]string{"--help"}, 0},
		{[]string{"trim", "clean.plan", "-o", "copy.plan"}, 0},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			p := newProcess(t, test.args...)
			p.writePlan(t, "clean.plan", fixtures.SeedCleanLeakyRelu())
			p.writePlan(t, "padded.plan", fixtures.SeedPadded(fixtures.InsideBehindEndTag))
			reader, writer, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := reader.Close(); err != nil {
				t.Fatal(err)
			}
			p.Stdout = writer
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			p.ends(t, test.status, "")
			if test.args[0] == "--write" && !strings.Contains(names(t, p.Dir), "out.json") {
				t.Error("out.json is missing")
			}
			if err := writer.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("skipped, there is no /dev/full: %v", err)
	}
	defer full.Close()
	p := newProcess(t, "clean.plan")
	p.writePlan(t, "clean.plan", fixtures.SeedCleanLeakyRelu())
	p.Stdout = full
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	p.ends(t, 4, "planlint: writing the report: write /dev/stdout: no space left on device\n")
}

// A file on standard input is read in place, whatever its size.
func TestRedirectedFile(t *testing.T) {
	p := newProcess(t, "-q", "-")
	p.writePlan(t, "padded.plan", fixtures.SeedPadded(fixtures.InsideBehindEndTag))
	file, err := os.Open(filepath.Join(p.Dir, "padded.plan"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p.Stdin = file
	p.Env = append(p.Env, "TMPDIR="+filepath.Join(p.temporary, "missing")) // spooling would fail
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	p.ends(t, 1, "")
	if !strings.HasPrefix(p.stdout.String(), "PADDED   -") {
		t.Errorf("standard output %q", p.stdout.String())
	}
}

func TestNamedPipe(t *testing.T) {
	p := newProcess(t, "-q", "fifo")
	path := filepath.Join(p.Dir, "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("skipped, no named pipes: %v", err)
	}
	data, err := fixtures.SeedCleanConvLeakyRelu(fixtures.VersionPadded).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0); err != nil {
		t.Fatal(err)
	}
	p.ends(t, 0, "")
	if !strings.HasPrefix(p.stdout.String(), "CLEAN    fifo") {
		t.Errorf("standard output %q", p.stdout.String())
	}
}

// A named pipe that nobody writes to does not keep planlint from ending.
func TestSignalWhileOpening(t *testing.T) {
	p := newProcess(t, "--progress", "always", "fifo")
	if err := syscall.Mkfifo(filepath.Join(p.Dir, "fifo"), 0o600); err != nil {
		t.Skipf("skipped, no named pipes: %v", err)
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	p.Stderr = writer
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Read(make([]byte, 1)); err != nil { // the bar: planlint is at work
		t.Fatal(err)
	}
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.ends(t, 130, "")
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestUnreadableFile(t *testing.T) {
	p := newProcess(t, "secret.plan", "good.plan")
	p.writePlan(t, "secret.plan", fixtures.SeedCleanLeakyRelu())
	p.writePlan(t, "good.plan", fixtures.SeedCleanLeakyRelu())
	if err := os.Chmod(filepath.Join(p.Dir, "secret.plan"), 0); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 { // root reads everything, so planlint runs as nobody
		program, err := exec.LookPath("planlint")
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range []string{filepath.Dir(program), filepath.Dir(filepath.Dir(program)), filepath.Dir(p.Dir), p.Dir} {
			if err := os.Chmod(folder, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		p.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	p.ends(t, 3, "planlint: secret.plan: cannot be read: permission denied\n")
	if !strings.Contains(p.stdout.String(), "CLEAN    good.plan") {
		t.Errorf("standard output %q", p.stdout.String())
	}
}
