package cli

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/testutil"
)

// TestInfoLayersRTX asks a real TensorRT-RTX for layers. Without a GPU that it runs on it loads no plan: then that is
// said in one line, and what the bytes tell is printed all the same.
func TestInfoLayersRTX(t *testing.T) {
	plans := rtx.Named(t, rtx.HeadBug)
	plan := plans[len(plans)-1]
	_, site := rtx.Python(t, plan.Version)
	folder := filepath.Join(site, "tensorrt_rtx_libs")
	finder := core.New(core.Here())
	installation, err := finder.At(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := finder.Worker(installation); err != nil {
		testutil.Require(t, "core", err.Error())
	}
	var out, errs bytes.Buffer
	arguments := []string{"info", "--layers", "--trt", folder, plan.Path}
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
