package core

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestTelling(t *testing.T) {
	t.Parallel()
	for output, want := range map[string]string{
		"":             "",
		"one\ntwo\n\n": "two",
		"warning\nERROR: No matching distribution found for x==1\n\nsee the manual\n":                    "ERROR: No matching distribution found for x==1",
		"# internal/trt\nshim.cpp:3:10: fatal error: NvInfer.h: No such file\ncompilation terminated.\n": "shim.cpp:3:10: fatal error: NvInfer.h: No such file",
		"[ERROR] Failed to execute goal\x1b[31m\r\n":                                                     "[ERROR] Failed to execute goal [31m",
		"fatal: Remote branch x not found":                                                               "fatal: Remote branch x not found",
		strings.Repeat("long ", 10_000) + "\nend":                                                        "end",
	} {
		kept := &ending{}
		if n, err := kept.Write([]byte(output)); n != len(output) || err != nil {
			t.Errorf("wrote %d, %v", n, err)
		}
		if got := kept.telling(false); got != want {
			t.Errorf("%.40q: %q, want %q", output, got, want)
		}
	}
	kept := &ending{data: []byte("ERROR: Could not find a version\nERROR: No matching distribution\nhint\n")}
	if got := kept.telling(true); got != "ERROR: No matching distribution" {
		t.Errorf("the last error is %q", got)
	}
}

// shell returns a tool that runs a script.
func shell(t *testing.T, script string) tool {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skipf("skipped, no shell: %v", err)
	}
	return tool{name: "the tool", program: sh, args: []string{"-c", script}, dir: t.TempDir(), env: []string{"ADDED=1"}}
}

func TestTool(t *testing.T) {
	t.Parallel()
	var shown strings.Builder
	if err := shell(t, `test "$ADDED" = 1 && echo done`).run(t.Context(), &shown); err != nil || shown.String() != "done\n" {
		t.Errorf("%q, error %v", shown.String(), err)
	}
	if err := shell(t, "echo 'error: no disk' >&2; echo more; exit 3").run(t.Context(), nil); err == nil || err.Error() != "the tool failed: error: no disk" {
		t.Errorf("error %v", err)
	}
	var exit *exec.ExitError
	if err := shell(t, "exit 3").run(t.Context(), nil); !errors.As(err, &exit) || err.Error() != "the tool failed: exit status 3" {
		t.Errorf("error %v", err)
	}
}

// TestToolIsKilled cancels a tool that has started another process: both end, and the cause is told.
func TestToolIsKilled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("the user has had enough")
	slow := shell(t, "sleep 1000 & echo started; wait")
	err := slow.run(ctx, writerFunc(func() { cancel(cause) }))
	if !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
}

// writerFunc is called for everything that is written.
type writerFunc func()

func (f writerFunc) Write(p []byte) (int, error) { f(); return len(p), nil }

// TestFind never finds a program in a relative folder of PATH.
func TestFind(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "tool"), []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	t.Setenv("PATH", "."+string(os.PathListSeparator)+string(os.PathListSeparator)+"./")
	if path, ok := find("tool"); ok {
		t.Errorf("found %s in the working directory", path)
	}
	t.Setenv("PATH", folder)
	if path, ok := find("other", "tool"); !ok || path != filepath.Join(folder, "tool") {
		t.Errorf("found %s, %v", path, ok)
	}
}
