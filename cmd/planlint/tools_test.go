package main

import (
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
)

// tools DIR leaves nothing in PATH but planlint and the programs in a folder, and a home and a cache of its
// own, so that no tool and no TensorRT of this machine takes part.
func tools(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: tools DIR")
	}
	program, err := exec.LookPath("planlint")
	ts.Check(err)
	folder := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(folder, 0o777))
	programs, err := os.ReadDir(folder)
	ts.Check(err)
	for _, entry := range programs {
		ts.Check(os.Chmod(filepath.Join(folder, entry.Name()), 0o777))
	}
	ts.Setenv("PATH", folder+string(os.PathListSeparator)+filepath.Dir(program))
	ts.Setenv("HOME", ts.MkAbs("home"))
	ts.Setenv("XDG_CACHE_HOME", ts.MkAbs("cache"))
	for _, name := range []string{"CARGO_HOME", "LD_LIBRARY_PATH", "TENSORRT_ROOT", "TRT_ROOT", "TRT_LIB_DIR", "TRT_LIBPATH", "VIRTUAL_ENV", "CONDA_PREFIX", "CC", "CXX", "PLANLINT_WORKER_DIR"} {
		ts.Setenv(name, "")
	}
}
