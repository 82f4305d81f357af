package planlint_test

import (
	"encoding/json"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint"
)

// TestWorkerSources compares the sources that planlint carries with those that Go compiles, for every family.
func TestWorkerSources(t *testing.T) {
	carried := map[string]bool{}
	if err := planlint.WorkerSources(func(name string, content []byte) error {
		carried[name] = true
		if len(content) == 0 {
			t.Errorf("%s is empty", name)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, family := range []string{"rtx", "trt8", "trt10", "trt11"} {
		cmd := exec.Command("go", "list", "-deps", "-tags", family, "-json=ImportPath,Module,GoFiles,CgoFiles,CXXFiles,HFiles,SFiles", "./cmd/planlint-trt")
		cmd.Env = append(cmd.Environ(), "CGO_ENABLED=1", "GOOS=linux", "GOARCH=amd64")
		output, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		for decoder := json.NewDecoder(strings.NewReader(string(output))); ; {
			var p struct {
				ImportPath                                  string
				Module                                      *struct{ Main bool }
				GoFiles, CgoFiles, CXXFiles, HFiles, SFiles []string
			}
			if err := decoder.Decode(&p); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if p.Module == nil || !p.Module.Main {
				continue
			}
			for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.CXXFiles, p.HFiles, p.SFiles) {
				file := path.Join(strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "github.com/planlint/planlint"), "/"), name)
				if !carried[file] {
					t.Errorf("%s: the worker needs %s, which sources.go does not carry", family, file)
				}
			}
		}
	}
}
