package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// tensorrt VERSION DIR makes a folder with libraries that have only the names, for the fake builder.
func tensorrt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tensorrt VERSION DIR")
	}
	folder, version := ts.MkAbs(args[1]), args[0]
	major, _, _ := strings.Cut(version, ".")
	name := "libnvinfer.so."
	if major == "1" {
		name = "libtensorrt_rtx.so."
	}
	ts.Check(os.MkdirAll(folder, 0o777))
	ts.Check(os.WriteFile(filepath.Join(folder, name+version), []byte("a library"), 0o666))
	ts.Check(os.Symlink(name+version, filepath.Join(folder, name+major)))
}
