//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

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

// A plan gets its name together with the file that says how it was built, also in a build that is interrupted at the
// very moment.
func TestSignalWhenThePlanIsThere(t *testing.T) {
	for _, args := range [][]string{nil, {"--force"}} {
		p, _ := newBuild(t, "padded.onnx", append([]string{"-o", "a.plan"}, args...)...)
		appears := watch(t, p.Dir, "a.plan")
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		appears()
		if err := p.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = p.Wait() // it may have ended before the signal
		if left := names(t, p.Dir); left != "a.plan a.plan.build.json padded.onnx" {
			t.Errorf("%v: left: %s", args, left)
		}
	}
}

// watch returns a function that waits until a file of that name is in a folder.
func watch(t *testing.T, folder, name string) (appears func()) {
	t.Helper()
	descriptor, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		t.Fatal(err)
	}
	events := os.NewFile(uintptr(descriptor), "inotify")
	t.Cleanup(func() { _ = events.Close() }) // it is only read
	if _, err := unix.InotifyAddWatch(descriptor, folder, unix.IN_CREATE|unix.IN_MOVED_TO); err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := events.SetReadDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		buffer := make([]byte, 4096)
		for {
			n, err := events.Read(buffer)
			if err != nil {
				t.Fatalf("%s does not appear: %v", name, err)
			}
			if bytes.Contains(buffer[:n], append([]byte(name), 0)) {
				return
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

// A disk that fills up: the plan is not there, not even in part, and the line has the name that was asked for.
func TestFullDiskWhileBuilding(t *testing.T) {
	p, _ := newBuild(t, "padded.onnx", "-o", "a.plan")
	p.endsOnFullDisk(t, 200, "planlint: padded.onnx: TensorRT-RTX 1.7.1.116: write a.plan: file too large")
	if left := names(t, p.Dir); left != "padded.onnx" {
		t.Errorf("left: %s", left)
	}
	p, _ = newBuild(t, "padded.onnx")
	p.endsOnFullDisk(t, 8, "planlint: padded.onnx: TensorRT-RTX 1.7.1.116: a temporary file in "+p.temporary+": file too large (TMPDIR names another folder)")
}
