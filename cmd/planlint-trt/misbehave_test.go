//go:build linux

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/worker"
)

// TestMisbehavingLibrary lets a library do its worst at each place. It is one line and exit status 4, there is no
// plan, and nothing of the worker is left.
func TestMisbehavingLibrary(t *testing.T) {
	const (
		aborted = "SIGABRT: abort"
		crashed = "SIGSEGV: segmentation violation"
		ended   = "ended early: "
	)
	everywhere := map[string]string{
		"abort": aborted, "crash": crashed, "kill": "signal: killed", "exit": aborted, "noise": ended, "child": "signal: killed",
		"thread": "terminate called after throwing an instance of 'std::runtime_error'",
	}
	wishes := map[string]string{
		// Exceptions are caught at the border. TensorRT's own methods are noexcept, so that one from there may also end
		// the process: which of the two depends on what the compiler makes of its callers.
		"builder:throw": "thrown by the fake", "builder:throw-number": "an exception that says nothing",
		"parser:throw": "thrown by the fake", "version:throw": "thrown by the fake", "build:throw": "terminate called|thrown by the fake",
		"builder:null": "TensorRT made no builder", "network:null": "TensorRT made no network", "parser:null": "TensorRT made no parser",
		"parse:null": "the model could not be parsed", "config:null": "TensorRT made no configuration", "build:null": "TensorRT gave no plan",
		"middle:null": "TensorRT gave no plan", "builder:hang": "no sign of life", "middle:hang": "no sign of life",
	}
	places := []string{"constructor", "version", "builder", "network", "parser", "parse", "config", "build", "middle"}
	if brief() {
		places = []string{"constructor", "builder", "middle"}
	}
	for _, place := range places {
		for deed, want := range everywhere {
			wishes[place+":"+deed] = want
		}
	}
	h, model := newestHeaders(t), fakeModel(t, "model")
	fakeCore(t, h, "") // compiles
	for wish, want := range wishes {
		t.Run(wish, func(t *testing.T) {
			t.Parallel()
			options, folder := fakeCore(t, h, wish), t.TempDir()
			if strings.HasSuffix(wish, ":hang") {
				options.Silence = 5 * time.Second
			}
			client, err := worker.Start(t.Context(), options)
			if err == nil {
				_, err = client.Build(t.Context(), worker.Request{Model: model, Target: filepath.Join(folder, "a.plan")})
				client.Close()
			}
			oneLine(t, err)
			if !slices.ContainsFunc(strings.Split(want, "|"), func(w string) bool { return strings.Contains(err.Error(), w) }) {
				t.Errorf("error %v, want %q", err, want)
			}
			if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
				t.Errorf("files left: %v, %v", left, err)
			}
		})
	}
}

// oneLine checks that an error is one line without control characters, and has an exit status of 4.
func oneLine(t *testing.T, err error) {
	t.Helper()
	var coder interface{ ExitCode() int }
	if err == nil || !errors.As(err, &coder) || coder.ExitCode() != 4 {
		t.Fatalf("error %v, want one with exit status 4", err)
	}
	if strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r == 0x7f }) || len(err.Error()) > 3000 {
		t.Errorf("not one line: %q", err)
	}
}

// TestAbortingDestructor builds with a library that aborts when the process ends as C programs do. A worker does not
// end like that.
func TestAbortingDestructor(t *testing.T) {
	options := fakeCore(t, newestHeaders(t), "")
	source, program := filepath.Join(t.TempDir(), "control.c"), filepath.Join(t.TempDir(), "control")
	text := `#include <dlfcn.h>
int main(int n, char** a) { return dlopen(a[1], RTLD_NOW) == 0; }`
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.Command("g++", "-o", program, source, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	err := exec.Command(program, filepath.Join(options.Folder, "fake.so")).Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGABRT {
		t.Fatalf("the control program ends with %v, want an abort: the library is too tame", err)
	}
	client, err := worker.Start(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Build(t.Context(), worker.Request{Model: fakeModel(t, "model")}); err != nil {
		t.Errorf("%+v", err)
	}
	client.Close()

	// The client does not tell how a worker ended that has answered.
	var pipes [3]struct{ r, w *os.File }
	for i := range pipes {
		if pipes[i].r, pipes[i].w, err = os.Pipe(); err != nil {
			t.Fatal(err)
		}
		defer pipes[i].r.Close()
		defer pipes[i].w.Close()
	}
	cmd := exec.Command(options.Path, "--libraries", options.Folder)
	cmd.Env = append(os.Environ(), "PLANLINT_WORKER=1")
	cmd.ExtraFiles = []*os.File{pipes[0].r, pipes[1].w, pipes[2].w}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = pipes[0].w.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("the worker ended with %v", err)
	}
}
