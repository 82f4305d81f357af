//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// workerID finds the process of the only worker that runs a program.
func workerID(t *testing.T, program string) int {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, link := range links {
		if target, err := os.Readlink(link); err != nil || target != program {
			continue // another program, or one that has ended by now
		}
		pid, err := strconv.Atoi(strings.Split(link, "/")[2])
		if err != nil || found != 0 {
			t.Fatalf("%s and %d both run %s: %v", link, found, program, err)
		}
		found = pid
	}
	if found == 0 {
		t.Fatalf("nobody runs %s", program)
	}
	return found
}

// killer kills a process, with SIGKILL, when it has been given a number of bytes.
type killer struct {
	pid   int
	after int64
	t     *testing.T
}

func (k *killer) Write(p []byte) (int, error) {
	before := k.after
	k.after -= int64(len(p))
	if before >= 0 && k.after < 0 {
		if err := syscall.Kill(k.pid, syscall.SIGKILL); err != nil {
			k.t.Errorf("killing the worker: %v", err)
		}
	}
	return len(p), nil
}

// TestRealWorkerKilled kills a worker that builds with a real TensorRT, from outside: before its first request, while
// it parses, behind each mebibyte of the plan, which is what frames have at most, and behind 100 other numbers of bytes.
// There is never a part of a file, always one line, and a new worker builds. What was in the pipes and is complete is
// no error.
func TestRealWorkerKilled(t *testing.T) {
	version := newest()
	folder := t.TempDir()
	answers := askBindings(t, version, folder, []job{{Name: "huge", Model: "huge_weights", Times: 1}})
	if answers[0].Error != "" {
		t.Fatal(answers[0].Error)
	}
	model, want := filepath.Join(folder, "huge_weights.onnx"), content(t, filepath.Join(folder, "huge.plan"))
	size := int64(len(want))
	var counts []int64
	for n := int64(0); n < size; n += 1 << 20 {
		counts = append(counts, n)
	}
	others, random := 100, rand.New(rand.NewPCG(5, 3))
	if brief() {
		counts, others = counts[:2], 5
	}
	for range others {
		counts = append(counts, random.Int64N(size))
	}
	for _, n := range counts {
		client := start(t, version)
		target := filepath.Join(t.TempDir(), "a.plan")
		_, err := client.Build(t.Context(), worker.Request{Model: model, Target: target,
			To: []io.Writer{&killer{workerID(t, program(t, version)), n, t}}})
		if err == nil {
			// Pipe and parent hold some megabytes between them.
			if n < size-8<<20 {
				t.Errorf("after %d bytes of %d: no error", n, size)
			}
			if got := content(t, target); !bytes.Equal(got, want) {
				t.Errorf("after %d bytes: no error, and %d bytes of a plan of %d", n, len(got), size)
			}
			client.Close()
			continue
		}
		checkKilled(t, fmt.Sprintf("after %d bytes", n), target, err)
		client.Close()
	}
	for name, kill := range map[string]func(pid int){
		"before the first request": func(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) },
		"while it parses": func(pid int) {
			go func() {
				maps := fmt.Sprintf("/proc/%d/maps", pid)
				for { // the parser's library is opened by the first build
					text, err := os.ReadFile(maps)
					if err != nil || bytes.Contains(text, []byte("libtensorrt_onnxparser")) {
						_ = syscall.Kill(pid, syscall.SIGKILL)
						return
					}
				}
			}()
		},
	} {
		client := start(t, version)
		kill(workerID(t, program(t, version)))
		target := filepath.Join(t.TempDir(), "a.plan")
		_, err := client.Build(t.Context(), worker.Request{Model: model, Target: target})
		checkKilled(t, name, target, err)
		client.Close()
	}
	client := start(t, version)
	if _, err := client.Build(context.Background(), worker.Request{Model: model}); err != nil {
		t.Errorf("a new worker: %+v", err)
	}
}

// checkKilled checks the error about a worker that was killed, and that there is no file.
func checkKilled(t *testing.T, when, target string, err error) {
	t.Helper()
	if oneLine(t, err); !strings.Contains(err.Error(), "the worker ended early: signal: killed") {
		t.Errorf("%s: error %v", when, err)
	}
	if left, dirErr := os.ReadDir(filepath.Dir(target)); dirErr != nil || len(left) > 0 {
		t.Errorf("%s: files left: %v, %v", when, left, dirErr)
	}
}

// TestRealMemoryLimit builds with less memory than it takes, from too little to start to what is enough. How that ends
// is the library's choice.
func TestRealMemoryLimit(t *testing.T) {
	version, folder := newest(), t.TempDir()
	if a := askBindings(t, version, folder, []job{{Name: "huge", Model: "huge_weights", Times: 1}}); a[0].Error != "" {
		t.Fatal(a[0].Error)
	}
	model := filepath.Join(folder, "huge_weights.onnx")
	failed := 0 // in the middle of a build
	for _, limit := range []int64{32 << 20, 192 << 20, 224 << 20, 256 << 20, 4 << 30} {
		target := filepath.Join(t.TempDir(), "a.plan")
		client, err := worker.Start(t.Context(), worker.Options{Path: program(t, version), Folder: libraries(t, version), Family: trt.RTX, MemoryLimit: limit})
		if err == nil {
			_, err = client.Build(t.Context(), worker.Request{Model: model, Target: target})
			client.Close()
		}
		t.Logf("%d MiB: %v", limit>>20, err)
		if limit == 4<<30 {
			if err != nil {
				t.Errorf("%d MiB: %+v", limit>>20, err)
			}
			continue
		}
		oneLine(t, err)
		if left, dirErr := os.ReadDir(filepath.Dir(target)); dirErr != nil || len(left) > 0 {
			t.Errorf("%d MiB: files left: %v, %v", limit>>20, left, dirErr)
		}
		if built := (*trt.BuildError)(nil); errors.As(err, &built) {
			failed++
		}
	}
	if failed == 0 {
		t.Error("no limit let the worker start and stopped its build")
	}
}
