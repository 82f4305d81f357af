//go:build linux

package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSignalWhileInstalling interrupts an install while it compiles: the compiler is killed, nothing is left,
// and another planlint that has waited for its turn says so and is interrupted as well.
func TestSignalWhileInstalling(t *testing.T) {
	for signal, want := range map[syscall.Signal]struct {
		status int
		word   string
	}{syscall.SIGINT: {130, "interrupted"}, syscall.SIGTERM: {143, "terminated"}} {
		machine := t.TempDir()
		started := filepath.Join(machine, "started")
		if err := syscall.Mkfifo(started, 0o600); err != nil {
			t.Fatal(err)
		}
		write := func(name, text string) {
			t.Helper()
			path := filepath.Join(machine, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"NvInfer.h", "NvOnnxParser.h"} {
			write("headers/"+name, "")
		}
		write("headers/NvInferVersion.h", "#define NV_TENSORRT_MAJOR 10\n#define NV_TENSORRT_MINOR 15\n#define NV_TENSORRT_PATCH 1\n#define NV_TENSORRT_BUILD 29\n")
		write("bin/gcc", "")
		write("bin/g++", "")
		write("bin/go", "#!/bin/sh\necho $$ >"+started+"\nexec /bin/sleep 1000\n")
		prepare := func() *process {
			p := newProcess(t, "core", "install", "trt10", "--headers", filepath.Join(machine, "headers"))
			p.Env = append(p.Env, "PATH="+filepath.Join(machine, "bin"), "HOME="+machine, "XDG_CACHE_HOME="+filepath.Join(machine, "cache"), "LD_LIBRARY_PATH=", "CC=", "CXX=")
			p.Stderr = nil
			return p
		}
		p := prepare()
		p.Cmd.Stderr = &p.stderr
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		compiler, err := os.ReadFile(started) // returns when the compiler has written to it
		if err != nil {
			t.Fatal(err)
		}
		second := prepare() // it can only wait
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
		if _, err := os.Stat("/proc/" + strings.TrimSpace(string(compiler))); err == nil {
			t.Errorf("the compiler %s is still there", compiler)
		}
		left := names(t, filepath.Join(machine, "cache", "planlint", "core"))
		if left != "headers lock" {
			t.Errorf("left: %s", left)
		}
	}
}
