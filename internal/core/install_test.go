package core

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// realMachine is this machine with a cache of its own and the newest TensorRT-RTX that tests build with.
func realMachine(t *testing.T) (Options, string) {
	t.Helper()
	testutil.CrateHeaders(t)
	for _, program := range []string{"go", "g++"} {
		if _, err := exec.LookPath(program); err != nil {
			testutil.Require(t, "core", err.Error())
		}
	}
	version := rtxVersions[0]
	_, site := rtx.Python(t, version)
	o := Here()
	o.Cache, o.System = filepath.Join(t.TempDir(), "somebody's cache"), ""
	o.Env = func(name string) string {
		switch name {
		case "TENSORRT_ROOT":
			return site
		case "CARGO_HOME":
			return os.Getenv(name)
		}
		return ""
	}
	return o, version
}

// install installs one name and returns what became of it, and what was said.
func install(t *testing.T, f *Finder, o InstallOptions) (Installed, string) {
	t.Helper()
	var said strings.Builder
	o.Say = func(line string) { fmt.Fprintln(&said, line) }
	list, err := f.Install(t.Context(), o)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d results, error %v", len(list), err)
	}
	return list[0], said.String()
}

// TestInstall compiles a real worker from the sources that this program carries, builds the plan with it that
// the bindings build, and does nothing the second time, when there is neither a tool nor a network.
func TestInstall(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped, compiling takes its time")
	}
	options, version := realMachine(t)
	f := New(options)
	if _, err := f.Default(t.Context()); err == nil {
		t.Fatal("there is a worker before it is installed")
	}
	done, said := install(t, f, InstallOptions{})
	if done.Err != nil || done.Name != "rtx-1.7" || done.Worker.State != result.CoreCompiled || done.Libraries.Version != version || !strings.Contains(said, "compiling planlint-trt-rtx-1.7") {
		t.Fatalf("%+v, said %q", done, said)
	}
	in, err := f.Default(t.Context())
	if err != nil || in.Version != version || in.Source != SourceRoot {
		t.Fatalf("%+v, %v", in, err)
	}
	client, err := f.Start(t.Context(), in, worker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	if hello := client.Hello(); hello.Family != trt.RTX || hello.Planlint != worker.Version() || hello.Sources != options.Sources {
		t.Errorf("the worker says %+v", hello)
	}
	for _, p := range rtx.Named(t, rtx.ConvLeakyRelu) {
		if p.Version != version {
			continue
		}
		target := filepath.Join(t.TempDir(), "a.plan")
		if _, err := client.Build(t.Context(), worker.Request{Model: p.ONNX, Target: target}); err != nil {
			t.Fatalf("%+v", err)
		}
		got, err := os.ReadFile(target)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(p.Path)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("a plan of %d bytes, the bindings' has %d, %v", len(got), len(want), err)
		}
	}
	diagnosis, err := f.Doctor(t.Context(), DoctorOptions{})
	if err != nil || !diagnosis.CanBuild || len(diagnosis.TensorRT) == 0 {
		t.Fatalf("doctor: %+v, %v", diagnosis, err)
	}
	if d := diagnosis.TensorRT[len(diagnosis.TensorRT)-1]; d.Version != version || d.Worker.State != result.WorkerReady || d.Worker.Headers == "" || d.Build.State != result.AbilityYes || !d.Default {
		t.Errorf("doctor says %+v", d)
	}
	t.Setenv("PATH", "")
	again, said := install(t, f, InstallOptions{})
	if again.Err != nil || again.Worker.State != result.CorePresent || again.Worker.Path != done.Worker.Path || said != "" {
		t.Errorf("the second time %+v, said %q", again, said)
	}
	// Another planlint, made from other sources, does not use this worker.
	options.Sources = "0123456789abcdef"
	if _, err := New(options).Default(t.Context()); err == nil || !strings.Contains(err.Error(), "was made from other sources than this planlint: run ") {
		t.Errorf("error %v", err)
	}
}

// TestMakeCore looks at what make core has left on this machine.
func TestMakeCore(t *testing.T) {
	f := New(Here())
	in, err := f.At(t.Context(), "rtx")
	if err == nil {
		_, err = f.Worker(in)
	}
	if err != nil {
		testutil.Require(t, "core", err.Error()+" (make core)")
	}
	client, err := f.Start(t.Context(), in, worker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	client.Close()
}
