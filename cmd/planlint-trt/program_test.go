//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/testutil"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// newest returns the newest version there are libraries of.
func newest() string { return slices.Max(rtx.Versions()) }

// programs has the workers that were built, by family and minor version, and folders with fakes, in a folder that main
// removes.
var programs = struct {
	folder string
	built  map[string]string
}{built: map[string]string{}}

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "planlint-trt")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	programs.folder = folder
	code := m.Run()
	if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); code == 0 && !errors.Is(err, syscall.ECHILD) {
		fmt.Fprintf(os.Stderr, "a worker is left, %d, %v\n", pid, err)
		code = 1
	}
	if err := os.RemoveAll(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// brief is true where tests try less.
func brief() bool { return testing.Short() || !whole }

// program returns a worker compiled against the headers of a version of TensorRT-RTX.
func program(t *testing.T, version string) string {
	t.Helper()
	minor := strings.Join(strings.Split(version, ".")[:2], ".")
	folder := testutil.CrateHeaders(t)
	return programFor(t, testutil.Headers{Tag: "rtx", Version: minor, Folders: []string{filepath.Join(folder, "TRT-RTX-"+minor), folder}})
}

// programFor returns a worker compiled against some headers.
func programFor(t *testing.T, h testutil.Headers) string {
	t.Helper()
	name := h.Tag + "-" + h.Version
	if path, ok := programs.built[name]; ok {
		return path
	}
	path := filepath.Join(programs.folder, "planlint-trt-"+name)
	compile(t, h, path)
	programs.built[name] = path
	return path
}

// libraries returns the folder of a version's libraries.
func libraries(t *testing.T, version string) string {
	t.Helper()
	_, site := rtx.Python(t, version)
	return filepath.Join(site, "tensorrt_rtx_libs")
}

// start starts a worker for a version of TensorRT-RTX.
func start(t *testing.T, version string) *worker.Client {
	t.Helper()
	client, err := worker.Start(context.Background(), worker.Options{
		Path: program(t, version), Folder: libraries(t, version), Family: trt.RTX})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	if got := client.Hello().Library; !strings.HasPrefix(version, got+".") {
		t.Fatalf("the worker opened version %s, want %s", got, version)
	}
	return client
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
