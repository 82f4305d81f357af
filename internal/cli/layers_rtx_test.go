package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/testutil"
)

// TestInfoLayersRTX asks a real TensorRT-RTX for layers. Without a GPU that it runs on it loads no plan: then that is
// said in one line, and what the bytes tell is printed all the same.
func TestInfoLayersRTX(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it compiles a worker")
	}
	plans := rtx.Named(t, rtx.HeadBug)
	plan := plans[len(plans)-1]
	_, site := rtx.Python(t, plan.Version)
	program := rtxWorker(t, plan.Version)
	var out, errs bytes.Buffer
	arguments := []string{"info", "--layers", "--worker", program, "--trt", filepath.Join(site, "tensorrt_rtx_libs"), plan.Path}
	switch exit := Main(t.Context(), arguments, nil, &out, &errs); exit {
	case exitClean:
		if !strings.Contains(out.String(), "(TensorRT-RTX "+plan.Version+")") {
			t.Errorf("%s%s", &out, &errs)
		}
	case exitEnvironment:
		if lines := strings.Count(errs.String(), "\n"); lines != 1 || !strings.HasPrefix(errs.String(), "planlint: "+plan.Path+": TensorRT-RTX "+plan.Version+": ") ||
			!strings.Contains(out.String(), "TensorRT could not be asked") || !strings.Contains(out.String(), "built by") {
			t.Errorf("%s%s", &out, &errs)
		}
		t.Logf("no GPU for it: %s", &errs)
	default:
		t.Errorf("exit status %d: %s", exit, &errs)
	}
}

// rtxWorker compiles the worker for a version of TensorRT-RTX.
func rtxWorker(t *testing.T, version string) string {
	t.Helper()
	if _, err := exec.LookPath("g++"); err != nil {
		testutil.Require(t, "core", "no C++ compiler: "+err.Error())
	}
	for _, h := range testutil.AllHeaders(t) {
		if h.Tag != "rtx" || !strings.HasPrefix(version, h.Version+".") {
			continue
		}
		flags := ""
		for _, folder := range h.Folders {
			flags += " -isystem " + folder
		}
		path := filepath.Join(t.TempDir(), "planlint-trt")
		cmd := exec.Command("go", "build", "-buildvcs=false", "-tags", h.Tag, "-o", path, "../../cmd/planlint-trt")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=1", "CGO_CPPFLAGS="+flags)
		if output, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("building the worker: %v\n%s", err, output)
		}
		return path
	}
	testutil.Require(t, "core", "there are no headers of TensorRT-RTX "+version)
	return ""
}
