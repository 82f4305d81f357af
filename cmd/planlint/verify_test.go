//go:build linux

package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/planlint/planlint/fixtures"
)

// newVerify prepares a verification of two fake plans by name.
func newVerify(t *testing.T, a, b string, more ...string) *process {
	t.Helper()
	fake, err := exec.LookPath(fakeWorkerName)
	if err != nil {
		t.Fatal(err)
	}
	p := newProcess(t, append([]string{"verify", a + ".plan", b + ".plan", "--trt", "trt", "--worker", fake}, more...)...)
	for _, name := range []string{a, b} {
		p.writePlan(t, name+".plan", fixtures.Small(fixtures.TagTensorRT))
	}
	if err := os.Mkdir(filepath.Join(p.Dir, "trt"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.Dir, "trt", "libnvinfer.so.8"), []byte("not a library"), 0o666); err != nil {
		t.Fatal(err)
	}
	return p
}

// A signal while a plan runs: nothing is left, no file and no worker.
func TestSignalWhileVerifying(t *testing.T) {
	p := newVerify(t, "leaky", "waits")
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	var children []int
	until(t, "both workers are there", func() bool {
		children = childrenOf(t, p.Process.Pid)
		return len(children) == 2
	})
	if names(t, p.temporary) == "" {
		t.Error("there is no folder for this run, or it is elsewhere")
	}
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.ends(t, 130, "planlint: interrupted\n")
	for _, child := range children {
		if err := syscall.Kill(child, 0); err == nil {
			t.Errorf("worker %d runs on", child)
		}
	}
}

// childrenOf lists the children of a process.
func childrenOf(t *testing.T, pid int) []int {
	t.Helper()
	var list []int
	files, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		for _, field := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(field); err == nil {
				list = append(list, child)
			}
		}
	}
	return list
}

// Outputs of any size are compared in little memory.
func TestVerifyLargeOutputs(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it takes its time, and under the race detector more memory")
	}
	p := newVerify(t, "large", "large+2", "--distributions", "ramp", "--runs", "1", "--contexts", "1", "--format", "csv")
	p.Env = append(p.Env, "GOMEMLIMIT=48MiB") // what is garbage must not count, however late the collector gets a processor
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	p.ends(t, 0, "")
	used, ok := p.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Fatalf("%T", p.ProcessState.SysUsage())
	}
	t.Logf("planlint took %d KiB", used.Maxrss)
	if kib := used.Maxrss; kib > 128<<10 { // alone it takes 37 MiB
		t.Errorf("planlint took %d KiB for outputs of 256 MiB", kib)
	}
	if !strings.Contains(p.stdout.String(), ",bit-exact,134217728,134217728,0,0,0,") {
		t.Errorf("standard output %q", p.stdout.String())
	}
}

// A disk that is full: one line, exit status 4, and nothing left.
func TestVerifyFullDisk(t *testing.T) {
	p := newVerify(t, "large", "large+2", "--distributions", "ramp", "--runs", "1", "--contexts", "1")
	p.endsOnFullDisk(t, 64, "planlint: large.plan: output y: keeping it: ")
}

// The same while a plan is taken out of an archive.
func TestVerifyFullDiskForCopy(t *testing.T) {
	p := newVerify(t, "leaky", "leaky+2")
	packed, err := os.Create(filepath.Join(p.Dir, "leaky.zip"))
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(packed)
	plan, err := os.ReadFile(filepath.Join(p.Dir, "leaky.plan"))
	if err != nil {
		t.Fatal(err)
	}
	entry, err := archive.CreateHeader(&zip.FileHeader{Name: "leaky.plan"}) // stored: it is read in place, and copied for the worker
	if err != nil {
		t.Fatal(err)
	}
	_, err = entry.Write(plan)
	if err := errors.Join(err, archive.Close(), packed.Close()); err != nil {
		t.Fatal(err)
	}
	p.Args[slices.Index(p.Args, "leaky.plan")] = "leaky.zip"
	p.endsOnFullDisk(t, 8, "planlint: leaky.zip: a temporary file in "+p.temporary+": file too large (TMPDIR names another folder)")
}

// endsOnFullDisk runs a process that may write no file of more than some blocks, which is told in a line and leaves
// nothing.
func (p *process) endsOnFullDisk(t *testing.T, blocks int, line string) {
	t.Helper()
	script := fmt.Sprintf(`ulimit -f %d; exec "$@"`, blocks)
	limited := exec.CommandContext(t.Context(), "sh", append([]string{"-c", script, "sh", p.Path}, p.Args[1:]...)...)
	limited.Env, limited.Dir, limited.Stdout, limited.Stderr = p.Env, p.Dir, p.Stdout, p.Stderr
	p.Cmd = limited
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err == nil {
		t.Fatal("the files could be written")
	}
	text := p.stderr.String()
	if p.ProcessState.ExitCode() != 4 || !strings.HasPrefix(text, line) || strings.Count(text, "\n") != 1 {
		t.Errorf("exit status %d: %s", p.ProcessState.ExitCode(), text)
	}
	if left := names(t, p.temporary); left != "" {
		t.Errorf("left in TMPDIR: %s", left)
	}
}
