package main

import (
	"flag"
	"log"
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/planlint/planlint/internal/testutil/faketrt"
)

// The commands that scripts start as workers.
const (
	fakeWorkerName    = "fake-worker"
	fakeInspectorName = "fake-inspector"
)

var update = flag.Bool("update", false, "write the output of commands into the scripts")

// TestMain lets scripts run the real main as the command planlint.
func TestMain(m *testing.M) {
	// Under the race detector every process would wait for a second before it ends.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE")); err != nil {
		log.Fatal(err)
	}
	testscript.Main(m, map[string]func(){"planlint": main, fakeWorkerName: faketrt.Main, fakeInspectorName: faketrt.Inspector})
}

func TestScripts(t *testing.T) { testscript.Run(t, scripts(t, "../../internal/cli/testdata/script")) }

// scripts are those in a folder, with the commands that they can use.
func scripts(t *testing.T, folder string) testscript.Params {
	return testscript.Params{
		Dir:                 folder,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			env.Setenv("GORACE", os.Getenv("GORACE"))
			// As paths, so that no other script finds a worker.
			for variable, name := range map[string]string{"FAKE": fakeWorkerName, "FAKE_INSPECTOR": fakeInspectorName} {
				path, err := exec.LookPath(name)
				if err != nil {
					return err
				}
				env.Setenv(variable, path)
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fixture":    fixture,
			"plan":       plan,
			"foreign":    foreign,
			"model":      model,
			"cut":        cut,
			"compose":    compose,
			"patch":      patch,
			"replace":    replace,
			"weights":    weights,
			"collective": collective,
			"pack":       pack,
			"serve":      serve,
			"validate":   func(ts *testscript.TestScript, neg bool, args []string) { validate(t, ts, neg, args) },
			"exits":      exits,
			"tools":      tools,
			"tensorrt":   tensorrt,
		},
	}
}
