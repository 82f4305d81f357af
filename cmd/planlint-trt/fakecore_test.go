//go:build linux

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/testutil"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// fakeCore compiles a TensorRT that only says how it was called, against some headers, and a worker for it.
// It returns the options to start that with, misbehaving as wish says: testdata/fake/fake.cpp.
func fakeCore(t *testing.T, h testutil.Headers, wish string) worker.Options {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		t.Skip("skipped: the fake TensorRT knows the virtual tables of amd64")
	}
	folder := filepath.Join(programs.folder, "fake-"+h.Tag+"-"+h.Version)
	if programs.built[folder] == "" {
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		compileFake(t, h, folder)
		programs.built[folder] = folder
	}
	return worker.Options{Path: programFor(t, h), Folder: folder, Env: []string{"PLANLINT_FAKE_CORE=" + wish}}
}

// compileFake compiles the library, under all names that a worker opens.
func compileFake(t *testing.T, h testutil.Headers, folder string) {
	t.Helper()
	library := filepath.Join(folder, "fake.so")
	arguments := []string{"-std=c++17", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wno-deprecated-declarations"}
	for _, f := range h.Folders {
		arguments = append(arguments, "-isystem", f)
	}
	cmd := exec.Command("g++", append(arguments, "-o", library, filepath.Join("testdata", "fake", "fake.cpp"), "-lpthread")...)
	if output, err := cmd.CombinedOutput(); err != nil || len(output) > 0 {
		t.Fatalf("the fake for %s %s: %v\n%s", h.Tag, h.Version, err, output)
	}
	names, err := trt.LibrariesIn(trt.Family(h.Tag), folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{names.Core, names.Parser, names.Plugins} {
		if name == "" {
			continue
		}
		if err := os.Symlink(library, name); err != nil {
			t.Fatal(err)
		}
	}
}

// newestHeaders are those of the newest TensorRT-RTX in the crate.
func newestHeaders(t *testing.T) testutil.Headers {
	t.Helper()
	folder := testutil.CrateHeaders(t)
	return testutil.Headers{Tag: "rtx", Version: "1.7", Folders: []string{filepath.Join(folder, "TRT-RTX-1.7"), folder}}
}

// fakeModel is a file that the fake's parser takes for a model.
func fakeModel(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.onnx")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// begin starts a worker.
func begin(t *testing.T, options worker.Options) *worker.Client {
	t.Helper()
	client, err := worker.Start(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// called builds with the fake and returns how it was called.
func called(t *testing.T, client *worker.Client, model string, s trt.Settings) ([]string, error) {
	t.Helper()
	var journal bytes.Buffer
	_, err := client.Build(t.Context(), worker.Request{Model: fakeModel(t, model), Settings: s, To: []io.Writer{&journal}})
	return strings.Split(strings.TrimSpace(journal.String()), "\n"), err
}

// headersOf returns the newest headers of a family.
func headersOf(t *testing.T, tag string) testutil.Headers {
	t.Helper()
	for _, h := range slices.Backward(testutil.AllHeaders(t)) {
		if h.Tag == tag {
			return h
		}
	}
	testutil.Require(t, "headers-"+tag, "PLANLINT_TRT_HEADERS_MORE names no headers of that family")
	return testutil.Headers{}
}
