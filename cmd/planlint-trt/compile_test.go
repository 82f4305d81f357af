//go:build linux

package main

import (
	"os"
	"os/exec"
	"testing"

	"github.com/planlint/planlint/internal/testutil"
)

// compile builds the worker against some headers. Its output is a fresh program.
func compile(t *testing.T, h testutil.Headers, path string) {
	t.Helper()
	if _, err := exec.LookPath("g++"); err != nil {
		testutil.Require(t, "core", "no C++ compiler: "+err.Error())
	}
	flags := ""
	for _, folder := range h.Folders {
		flags += " -isystem " + folder
	}
	cmd := exec.Command("go", "build", "-buildvcs=false", "-tags", h.Tag, "-o", path, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1", "CGO_CPPFLAGS="+flags, "CGO_CXXFLAGS=-g -O2 -Wall -Wextra")
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("building the worker for %s %s: %v\n%s", h.Tag, h.Version, err, output)
	}
	if len(output) > 0 {
		t.Errorf("the compiler warns, for %s %s:\n%s", h.Tag, h.Version, output)
	}
}

// TestCompiles compiles the worker against all headers there are: classes and enumerations differ in each.
func TestCompiles(t *testing.T) {
	if brief() {
		t.Skip("skipped: it compiles a worker for each TensorRT, which takes a minute")
	}
	for _, h := range testutil.AllHeaders(t) {
		compile(t, h, os.DevNull)
	}
}
