//go:build linux

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/planlint/planlint/fixtures"
)

// newBuild is a planlint that builds with the fake builder. libraries is the TensorRT's folder.
func newBuild(t *testing.T, model string, args ...string) (p *process, libraries string) {
	t.Helper()
	program, err := exec.LookPath(fakeWorkerName)
	if err != nil {
		t.Fatal(err)
	}
	libraries = t.TempDir()
	if err := os.WriteFile(filepath.Join(libraries, "libtensorrt_rtx.so.1.7.1.116"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("libtensorrt_rtx.so.1.7.1.116", filepath.Join(libraries, "libtensorrt_rtx.so.1")); err != nil {
		t.Fatal(err)
	}
	p = newProcess(t, append([]string{"build", model, "--worker", program, "--trt", libraries}, args...)...)
	models, err := fixtures.NotPlans()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range models {
		if m.Name == "ONNX model" {
			p.writePlan(t, model, m.Recipe)
		}
	}
	return p, libraries
}

// The process of a build that is interrupted ends, and so does its worker; no file is left.
func TestSignalWhileBuilding(t *testing.T) {
	for signal, want := range map[syscall.Signal]struct {
		status int
		stderr string
	}{
		syscall.SIGINT:  {130, "planlint: interrupted\n"},
		syscall.SIGTERM: {143, "planlint: terminated\n"},
	} {
		for _, args := range [][]string{nil, {"-o", "a.plan"}, {"--repeat", "3", "-o", "{number}.plan"}} {
			p, libraries := newBuild(t, "hang.onnx", args...)
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			worker := waitForWorker(t, libraries)
			if err := p.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			p.ends(t, want.status, want.stderr)
			if left := names(t, p.Dir); left != "hang.onnx" {
				t.Errorf("%v: left: %s", args, left)
			}
			if err := syscall.Kill(worker, 0); err == nil && !zombie(worker) {
				t.Errorf("%v: the worker goes on", args)
			}
		}
	}
}

// waitForWorker waits until the fake builder has sent half of a plan, and returns its process's number.
func waitForWorker(t *testing.T, libraries string) (pid int) {
	t.Helper()
	until(t, "the worker has begun", func() bool {
		text, err := os.ReadFile(filepath.Join(libraries, "pid"))
		if err != nil {
			return false
		}
		pid, err = strconv.Atoi(string(text))
		return err == nil
	})
	return pid
}

// zombie tells whether a process has ended and is waited for by nobody, as where there is no init.
func zombie(pid int) bool {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err == nil && strings.Contains(string(text), ") Z ")
}

// The line of progress is drawn over and over; what is printed comes after it.
func TestProgressWhileBuilding(t *testing.T) {
	p, _ := newBuild(t, "clean.onnx", "--progress", "always", "--repeat", "2", "-q")
	var out bytes.Buffer
	p.Stderr = &out
	if err := p.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	for _, want := range []string{"building with TensorRT-RTX 1.7.1.116, plan 1 of 2", "plan 2 of 2"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q lacks %q", out.String(), want)
		}
	}
}

// A plan that nobody wants to read about is kept all the same.
func TestClosedPipeWhileBuilding(t *testing.T) {
	p, _ := newBuild(t, "padded.onnx", "-o", "a.plan")
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	p.Stdout = writer
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	p.ends(t, 1, "")
	if left := names(t, p.Dir); left != "a.plan a.plan.build.json padded.onnx" {
		t.Errorf("left: %s", left)
	}
}

// A disk that fills up: the plan is not there, not even in part.
func TestFullDiskWhileBuilding(t *testing.T) {
	p, _ := newBuild(t, "padded.onnx", "-o", "a.plan")
	limited := exec.CommandContext(context.Background(), "sh", "-c", `ulimit -f 200; exec "$@"`, "sh")
	limited.Args = append(limited.Args, p.Path)
	limited.Args = append(limited.Args, p.Args[1:]...)
	limited.Env, limited.Dir = p.Env, p.Dir
	output, err := limited.CombinedOutput()
	if limited.ProcessState.ExitCode() != 4 || strings.Count(string(output), "\n") != 1 || !strings.Contains(string(output), "file too large") {
		t.Errorf("%v: %s", err, output)
	}
	if left := names(t, p.Dir); left != "padded.onnx" {
		t.Errorf("left: %s", left)
	}
}
