//go:build linux

package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// install is a machine on which a worker is compiled by a go that never ends.
type install struct {
	folder string
	// started is a named pipe that go writes to, and holds open.
	started string
}

func newInstall(t *testing.T) install {
	t.Helper()
	machine := install{folder: t.TempDir()}
	machine.started = filepath.Join(machine.folder, "started")
	if err := syscall.Mkfifo(machine.started, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"NvInfer.h", "NvOnnxParser.h"} {
		machine.write(t, "headers/"+name, "")
	}
	machine.write(t, "headers/NvInferVersion.h", "#define NV_TENSORRT_MAJOR 10\n#define NV_TENSORRT_MINOR 15\n#define NV_TENSORRT_PATCH 1\n#define NV_TENSORRT_BUILD 29\n")
	machine.write(t, "bin/gcc", "")
	machine.write(t, "bin/g++", "")
	machine.write(t, "bin/go", "#!/bin/sh\nexec 9>"+machine.started+"\necho started >&9\necho temporary >$TMPDIR/left\nexec /bin/sleep 1000\n")
	return machine
}

func (m install) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(m.folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
}

// prepare prepares an install on the machine.
func (m install) prepare(t *testing.T) *process {
	t.Helper()
	p := newProcess(t, "core", "install", "trt10", "--headers", filepath.Join(m.folder, "headers"))
	p.Env = append(p.Env, "PATH="+filepath.Join(m.folder, "bin"), "HOME="+m.folder, "XDG_CACHE_HOME="+filepath.Join(m.folder, "cache"), "LD_LIBRARY_PATH=", "CC=", "CXX=")
	p.Stderr = nil
	return p
}

// compiling waits until go runs. ended waits for its end.
func (m install) compiling(t *testing.T) (ended func()) {
	t.Helper()
	open := func(mode int) *os.File {
		t.Helper()
		pipe, err := os.OpenFile(m.started, mode, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = pipe.Close() }) // it is only read
		if err := pipe.SetReadDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		return pipe
	}
	pipe := open(os.O_RDWR) // which does not wait for somebody who writes
	if _, err := pipe.Read(make([]byte, len("started\n"))); err != nil {
		t.Fatal(err)
	}
	only := open(os.O_RDONLY)
	if err := pipe.Close(); err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if _, err := only.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("go goes on: %v", err)
		}
	}
}

func (m install) cache() string { return filepath.Join(m.folder, "cache", "planlint", "core") }

// TestKillWhileInstalling kills an install while it compiles: go ends with it, and the next install removes what it
// left.
func TestKillWhileInstalling(t *testing.T) {
	machine := newInstall(t)
	p := machine.prepare(t)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	ended := machine.compiling(t)
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait() // it was killed
	ended()
	machine.write(t, "bin/go", "#!/bin/sh\necho error: no Go >&2\nexit 1\n")
	next := machine.prepare(t)
	next.Cmd.Stderr = &next.stderr
	if err := next.Start(); err != nil {
		t.Fatal(err)
	}
	next.ends(t, 4, "planlint: trt10: compiling planlint-trt-10 against headers of TensorRT 10.15.1.29\nplanlint: trt10: go build failed: error: no Go\n")
	if left := names(t, machine.cache()); left != "headers lock" {
		t.Errorf("left: %s", left)
	}
}

// TestFullDiskWhileInstalling: the line names planlint's folder, and says nothing of headers that are missing.
func TestFullDiskWhileInstalling(t *testing.T) {
	machine := newInstall(t)
	crate := ".cargo/registry/src/index/trtx-sys-0.9.1+rtx1.7/TensorRT-Headers/TRT-RTX-1.7/"
	for _, name := range []string{"NvInfer.h", "NvOnnxParser.h"} {
		machine.write(t, crate+name, "")
	}
	machine.write(t, crate+"NvInferVersion.h", "#define TRT_MAJOR_RTX 1\n#define TRT_MINOR_RTX 7\n#define TRT_PATCH_RTX 1\n#define TRT_BUILD_RTX 116\n")
	for name, more := range map[string][]string{"rtx-1.7": nil, "trt10": {"--headers", filepath.Join(machine.folder, "headers")}} {
		p := machine.prepare(t)
		p.Args, p.Stderr = append([]string{p.Args[0], "core", "install", name}, more...), &p.stderr
		p.endsOnFullDisk(t, 0, "planlint: "+name+": planlint's folder "+machine.cache()+": write: file too large")
		if left := names(t, machine.cache()); left != "lock" {
			t.Errorf("left: %s", left)
		}
	}
}

// TestSignalWhileInstalling interrupts an install while it compiles: the compiler is killed, nothing is left,
// and another planlint that has waited for its turn says so and is interrupted as well.
func TestSignalWhileInstalling(t *testing.T) {
	for signal, want := range map[syscall.Signal]struct {
		status int
		word   string
	}{syscall.SIGINT: {130, "interrupted"}, syscall.SIGTERM: {143, "terminated"}} {
		machine := newInstall(t)
		p := machine.prepare(t)
		p.Cmd.Stderr = &p.stderr
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		ended := machine.compiling(t)
		second := machine.prepare(t) // it can only wait
		said, err := second.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := second.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(said)
		if line, err := lines.ReadString('\n'); err != nil || line != "planlint: another planlint is installing; waiting for it\n" {
			t.Errorf("the second one says %q, %v", line, err)
		}
		if err := second.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if rest, err := io.ReadAll(lines); err != nil || string(rest) != "planlint: "+want.word+"\n" {
			t.Errorf("the second one ends with %q, %v", rest, err)
		}
		second.ends(t, want.status, "")
		if err := p.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		p.ends(t, want.status, "planlint: trt10: compiling planlint-trt-10 against headers of TensorRT 10.15.1.29\nplanlint: "+want.word+"\n")
		ended()
		left := names(t, machine.cache())
		if left != "headers lock" {
			t.Errorf("left: %s", left)
		}
	}
}
